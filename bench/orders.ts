import { startApiProcess } from '../tests/kit/api/api-process.ts'
import { countOrders } from '../tests/kit/counts/count-orders.ts'
import { killRepeatedly } from '../tests/kit/counts/postgres.ts'
import { startProgress } from '../tests/kit/progress.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'

const CHECKOUTS_PER_KILL = 500

/**
 * Prints the counts of `countOrders`; false when an order was lost, duplicated or wrong, or when time ran out before
 * all checkouts started.
 */
export async function benchOrders(
  count: number,
  minutes: number,
  databaseUrl?: string,
  server?: PostgresServer,
): Promise<boolean> {
  const api = await startApiProcess(databaseUrl)
  const kills = Math.ceil(count / CHECKOUTS_PER_KILL)
  const counts = await countOrders(
    killRepeatedly(api, server),
    count,
    kills,
    startProgress('checkouts settled', count, minutes),
  )
  await api.stop()
  const killed = server ? 'API and PostgreSQL killed in turn' : 'a killed API'
  console.log(`Checkouts with double clicks, retries, lost answers and ${killed}, one Idempotency-Key each:`)
  console.table([counts])
  return (
    counts.checkouts === count &&
    counts.acknowledged === count &&
    counts.stored === count &&
    counts.lost + counts.double + counts.wrongTotals === 0
  )
}
