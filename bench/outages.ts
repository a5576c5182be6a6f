import { runOutages } from '../tests/kit/counts/outages.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'
import { printTable, verdict } from '../tests/kit/table.ts'

const RECOVERY_MS = 5000

/** Stops and starts PostgreSQL during orders: the API must stay alive, report the outage, and lose no order. */
export async function benchOutages(
  count: number,
  databaseUrl: string,
  server: PostgresServer,
): Promise<boolean> {
  const result = await runOutages(server, count, databaseUrl)
  const { outages, acknowledged, lost, double, reported, slowestRecovery } = result
  printTable(`PostgreSQL stopped or crashed and started ${outages} times under orders`, [
    { what: 'orders acknowledged', measured: acknowledged, target: '', verdict: '' },
    { what: 'of these lost', measured: lost, target: '0', verdict: verdict(lost === 0) },
    { what: 'doubled', measured: Math.max(0, double), target: '0', verdict: verdict(double <= 0) },
    {
      what: 'outages that the API outlived and answered 503 in',
      measured: reported,
      target: String(outages),
      verdict: verdict(reported === outages),
    },
    {
      what: 'longest until ready again, ms',
      measured: slowestRecovery,
      target: `≤ ${RECOVERY_MS}`,
      verdict: verdict(slowestRecovery <= RECOVERY_MS),
    },
  ])
  return lost === 0 && double <= 0 && reported === outages
}
