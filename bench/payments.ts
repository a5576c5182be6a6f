import { startApiProcess } from '../tests/kit/api/api-process.ts'
import { countPayments } from '../tests/kit/counts/count-payments.ts'
import { killRepeatedly } from '../tests/kit/counts/postgres.ts'
import { startProgress } from '../tests/kit/progress.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'

const PAYMENTS_PER_KILL = 500

/** Prints the counts of `countPayments`; false when a payment was lost, duplicated or accepted wrongly. */
export async function benchPayments(
  count: number,
  databaseUrl?: string,
  server?: PostgresServer,
): Promise<boolean> {
  const api = await startApiProcess(databaseUrl)
  const kills = Math.ceil(count / PAYMENTS_PER_KILL)
  const progress = startProgress('payments settled', count, Infinity)
  const counts = await countPayments(killRepeatedly(api, server), count, kills, progress)
  await api.stop()
  console.log(
    'Payments with three deliveries of each webhook in any order, some webhooks forged or for another order:',
  )
  console.table([counts])
  return (
    counts.processing === count &&
    counts.untouched === counts.forged + counts.astray &&
    counts.paidTwice + counts.forgedAccepted === 0
  )
}
