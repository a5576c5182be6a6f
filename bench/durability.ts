import { runDurability, type Durability } from '../tests/kit/counts/durability.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'
import { startProgress } from '../tests/kit/progress.ts'
import { printTable, verdict } from '../tests/kit/table.ts'

/** Concurrent runs on PGlite, each with its own API and data. */
const AT_ONCE = 2

/**
 * Kills and stops the API, and in turn its PostgreSQL if given, at random moments during orders. False when an
 * acknowledged order is missing afterwards.
 */
export async function benchDurability(
  kills: number,
  stops: number,
  databaseUrl?: string,
  server?: PostgresServer,
): Promise<boolean> {
  const { report } = startProgress('kills and stops', kills + stops, Infinity)
  const lanes = server ? 1 : AT_ONCE
  const done = Array<number>(lanes).fill(0)
  const results = await Promise.all(
    done.map((_, lane) =>
      runDurability({
        kills: shareOf(kills, lane, lanes),
        stops: shareOf(stops, lane, lanes),
        databaseUrl,
        server,
        report(rounds) {
          done[lane] = rounds
          report(done.reduce((sum, one) => sum + one, 0))
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
