import { countMessages } from '../tests/kit/counts/count-messages.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'
import { startProgress } from '../tests/kit/progress.ts'
import { printTable } from '../tests/kit/table.ts'

const ORDERS_PER_KILL = 100
const SHOWN_FAULTS = 20

/** Prints the counts of `countMessages`; false when an event was lost, came in disorder or to another shop. */
export async function benchMessages(
  count: number,
  databaseUrl?: string,
  server?: PostgresServer,
): Promise<boolean> {
  const kills = Math.ceil(count / ORDERS_PER_KILL)
  const progress = startProgress('orders placed', count, Infinity)
  const { faults, ...counts } = await countMessages({ count, kills, databaseUrl, server, progress })
  const nodes = server ? 'two APIs and PostgreSQL' : 'the API'
  printTable(
    `Messages about orders, with a faulty mail server and webhook receivers, ${nodes} killed`,
    Object.entries({ ...counts, faults: faults.length }).map(([what, measured]) => ({ what, measured })),
  )
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.error(fault)
  return faults.length === 0
}
