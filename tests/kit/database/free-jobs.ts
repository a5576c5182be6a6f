import type { Database } from '../../../api/db/index.ts'

/** Lets time pass for jobs: what a killed process held is free, and what failed is due again. */
export async function freeJobs({ orm }: Database): Promise<void> {
  await orm.execute(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`)
  await orm.execute(`update pgboss.job set start_after = now() where state = 'retry'`)
  await orm.execute('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
}
