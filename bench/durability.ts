import { runDurability, type Durability } from '../tests/faults/durability.ts'
import type { PostgresServer } from '../tests/postgres/server.ts'
import { watch } from './kit/watch.ts'
import { printTable, verdict } from './kit/table.ts'

/** On PGlite, each with an API and data of its own. */
const AT_ONCE = 2

/**
 * Kills and stops at random moments while orders come in, of the API and, with a PostgreSQL, of that in turn: what was
 * acknowledged is there afterwards.
 */
export async function benchDurability(
  kills: number,
  stops: number,
  databaseUrl?: string,
  server?: PostgresServer,
): Promise<boolean> {
  const { tell } = watch('kills and stops', kills + stops, Infinity)
  const lanes = server ? 1 : AT_ONCE
  const done = Array<number>(lanes).fill(0)
  const results = await Promise.all(
    done.map((_, lane) =>
      runDurability({
        kills: shareOf(kills, lane, lanes),
        stops: shareOf(stops, lane, lanes),
        databaseUrl,
        server,
        tell(rounds) {
          done[lane] = rounds
          tell(done.reduce((sum, one) => sum + one, 0))
        },
      }),
    ),
  )
  const sum = (name: keyof Durability) => results.reduce((total, result) => total + result[name], 0)
  const [rounds, lost, reopened] = [sum('rounds'), sum('lost'), sum('reopened')]
  const of = server ? ', of the API and of PostgreSQL in turn' : ''
  printTable(`${kills} SIGKILL and ${stops} SIGTERM at random moments${of}`, [
    { what: 'orders acknowledged', count: sum('acknowledged'), target: '', verdict: '' },
    { what: 'of these lost', count: lost, target: '0', verdict: verdict(lost === 0) },
    {
      what: 'times that the data was opened again',
      count: reopened,
      target: `${rounds}`,
      verdict: verdict(reopened === rounds),
    },
  ])
  return lost === 0 && reopened === rounds
}

function shareOf(count: number, lane: number, lanes: number): number {
  return Math.floor((count + lane) / lanes)
}
