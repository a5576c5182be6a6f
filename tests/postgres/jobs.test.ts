import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'

import { enqueue, openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { isDirect, startEngine, type Engine, type JobHandlers } from '../../api/jobs/engine.ts'
import { expectJobsAfterKills } from '../faults/killed-jobs.ts'
import { administer, copyTemplate } from '../kit/database/databases.ts'
import { hasPooler, startPooler } from '../kit/database/pooler.ts'

const PATIENT = { timeout: 25_000, interval: 50 }

interface Process {
  db: Database
  jobs: Engine
  ran: string[]
  log: Record<string, unknown>[]
}

async function startProcess(databaseUrl: string): Promise<Process> {
  const db = await openDatabase({ dataDir: 'memory://', databaseUrl })
  const ran: string[] = []
  const log: Record<string, unknown>[] = []
  const handlers: JobHandlers = {
    orders: async (jobs) => void ran.push(...jobs.map(({ order }) => order)),
    payments: async ([job]) => void ran.push(job?.tenantId ?? ''),
  }
  const jobs = startEngine({ db, handlers, log: (entry) => log.push(entry) })
  await jobs.started
  return { db, jobs, ran, log }
}

async function end({ db, jobs }: Process): Promise<void> {
  await jobs.close()
  await db.close()
}

/** Connections to this database that listen for jobs. */
async function countListeners({ db }: Process): Promise<number> {
  const { rows: databases } = await db.orm.execute<{ name: string }>('select current_database() as name')
  const rows = await administer(
    inject('postgres'),
    `select from pg_stat_activity where datname = '${databases[0]?.name}' and query like 'LISTEN "pgboss%'`,
  )
  return rows.length
}

function order(db: Database, number: string): Promise<void> {
  return withTenant(db, 'asha', async (tx) => {
    await enqueue(tx, 'orders', { tenantId: 'asha', order: number })
    await enqueue(tx, 'payments', { tenantId: 'asha' })
  })
}

describe('jobs of two processes on one PostgreSQL', () => {
  it('run once, in whichever takes them', async () => {
    const databaseUrl = await copyTemplate(inject('postgres'))
    const processes = await Promise.all([startProcess(databaseUrl), startProcess(databaseUrl)])
    const [first, second] = processes
    const numbers = Array.from({ length: 40 }, (_, index) => String(index))
    for (const number of numbers) await order(first.db, number)
    const ran = () => [...first.ran, ...second.ran].filter((one) => one !== 'asha')
    await vi.waitFor(() => expect(ran()).toHaveLength(numbers.length), PATIENT)
    expect(new Set(ran())).toEqual(new Set(numbers))
    expect(await countListeners(first)).toBe(2)
    for (const process of processes) await end(process)
    for (const { log } of processes) expect(log).toEqual([])
  })

  it('run after the other one was killed', async () => {
    const databaseUrl = await copyTemplate(inject('postgres'))
    const first = await startProcess(databaseUrl)
    // What a killed process leaves: an active job without a heartbeat.
    await first.jobs.close()
    await order(first.db, '1')
    await first.db.orm.execute(
      `update pgboss.job set state = 'active', started_on = now() - interval '40 seconds', heartbeat_on = now() - interval '40 seconds'`,
    )
    await first.db.orm.execute(`update pgboss.queue set monitor_claim_on = null, monitor_on = null`)
    const second = await startProcess(databaseUrl)
    await vi.waitFor(async () => {
      const { rows } = await first.db.orm.execute(
        `update pgboss.job set start_after = now() where name = 'orders' and state = 'retry' returning id`,
      )
      expect(rows).toHaveLength(1)
    }, PATIENT)
    // The job of another order wakes the worker.
    await order(first.db, '2')
    await vi.waitFor(() => expect(second.ran).toContain('1'), PATIENT)
    await end(second)
    await first.db.close()
  })
})

it('every due job runs, although the API is killed while it runs', async () => {
  await expectJobsAfterKills(await copyTemplate(inject('postgres')))
}, 240_000)

describe.runIf(hasPooler)('jobs behind PgBouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let process: Process

  beforeAll(async () => {
    pooler = await startPooler(await copyTemplate(inject('postgres')))
    process = await startProcess(pooler.url)
  })

  afterAll(async () => {
    await end(process)
    await pooler.stop()
  })

  it('run without notifications, which the pooler would lose', async () => {
    await order(process.db, '1')
    await vi.waitFor(() => expect(process.ran.toSorted()).toEqual(['1', 'asha']), PATIENT)
    expect(process.log).toEqual([])
    expect(await isDirect({ connectionString: pooler.url })).toBe(false)
    expect(await isDirect({ connectionString: inject('postgres') })).toBe(true)
  })

  it('run one after the other for one order, without a poll for each', async () => {
    const jobs = Array.from({ length: 12 }, () => '2')
    for (const number of jobs) await order(process.db, number)
    const ran = () => process.ran.filter((one) => one === '2')
    await vi.waitFor(() => expect(ran()).toEqual(jobs), PATIENT)
  })
})
