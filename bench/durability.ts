import { runDurability } from '../tests/faults/durability.ts'
import { printTable, verdict } from './kit/table.ts'

/** Kills and stops of the API at random moments while orders come in: what was acknowledged is there afterwards. */
export async function benchDurability(kills: number, stops: number, databaseUrl?: string): Promise<boolean> {
  const { rounds, acknowledged, lost, reopened } = await runDurability(kills, stops, databaseUrl)
  printTable(`${kills} SIGKILL and ${stops} SIGTERM at random moments`, [
    { what: 'orders acknowledged', count: acknowledged, target: '', verdict: '' },
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
