import { runLives } from '../tests/kit/counts/lives.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'
import { startProgress } from '../tests/kit/progress.ts'
import { printTable } from '../tests/kit/table.ts'

const LIVES_PER_KILL = 40
const SHOWN_FAULTS = 20

/** Prints how the lives of `runLives` ended; false when something of them is lost, doubled or wrong. */
export async function benchLives(
  count: number,
  databaseUrl?: string,
  server?: PostgresServer,
): Promise<boolean> {
  const kills = Math.ceil(count / LIVES_PER_KILL)
  const progress = startProgress('lives', count, Infinity)
  const { faults, states, ...counts } = await runLives({ count, kills, databaseUrl, server, progress })
  const nodes = server ? 'two APIs, each and PostgreSQL' : 'the API'
  printTable(
    `Lives of orders, ${nodes} killed`,
    Object.entries({ ...counts, faults: faults.length }).map(([what, measured]) => ({ what, measured })),
  )
  printTable(
    'Orders at the end',
    Object.entries(states).map(([state, orders]) => ({ state, orders })),
  )
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.error(fault)
  return faults.length === 0
}
