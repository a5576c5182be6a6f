import { fromPglite, PgBoss, type ConstructorOptions } from 'pg-boss'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { enqueue, withTenant, type Database } from '../../../api/db/index.ts'
import { startEngine, type JobHandlers, type Engine } from '../../../api/jobs/engine.ts'
import { openTestDatabase } from '../../kit/database/open-test-database.ts'

let db: Database
let engines: Engine[]
let log: Record<string, unknown>[]

beforeEach(async () => {
  db = await openTestDatabase()
  engines = []
  log = []
})

afterEach(async () => {
  for (const engine of engines) await engine.close()
  await db.close()
})

function start(handlers: JobHandlers): Engine {
  const engine = startEngine({ db, handlers, log: (entry) => log.push(entry) })
  engines.push(engine)
  return engine
}

const HOUR_MS = 3_600_000
const PATIENT = { timeout: 25_000, interval: 20 }

function order(number: string, due?: Date): Promise<void> {
  return withTenant(db, 'asha', (tx) => enqueue(tx, 'orders', { tenantId: 'asha', order: number }, due))
}

/** Makes what waits for another attempt due, and wakes the worker with the job of another order. */
async function endWaiting(): Promise<void> {
  await vi.waitFor(
    async () => expect(await storedJobs()).toContainEqual([expect.any(String), 'retry']),
    PATIENT,
  )
  await db.orm.execute(`update pgboss.job set start_after = now() where state = 'retry'`)
  await order('9')
}

async function storedJobs() {
  const { rows } = await db.orm.execute<{ state: string; data: { order?: string } }>(
    `select state, data from pgboss.job where name = 'orders' order by data ->> 'order'`,
  )
  return rows.map(({ state, data }) => [data.order, state])
}

describe('a job', () => {
  it('runs after its transaction, and never when that is undone', async () => {
    const ran: string[] = []
    start({ orders: async (jobs) => void ran.push(...jobs.map(({ order }) => order)) })
    const undone = withTenant(db, 'asha', async (tx) => {
      await enqueue(tx, 'orders', { tenantId: 'asha', order: '1' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await order('2')
    await vi.waitFor(async () => expect(await storedJobs()).toEqual([['2', 'completed']]), PATIENT)
    expect(ran).toEqual(['2'])
  })

  it('waits until it is due', async () => {
    const ran: string[] = []
    start({ orders: async (jobs) => void ran.push(...jobs.map(({ order }) => order)) })
    await order('1', new Date(Date.now() + HOUR_MS))
    await order('2', new Date(Date.now() - HOUR_MS))
    await vi.waitFor(
      async () =>
        expect(await storedJobs()).toEqual([
          ['1', 'created'],
          ['2', 'completed'],
        ]),
      PATIENT,
    )
    expect(ran).toEqual(['2'])
  })

  it('runs again after it failed, and leaves the others of its batch alone', async () => {
    const ran: string[] = []
    await order('1')
    await order('2')
    start({
      orders: async ([{ order } = { order: '' }]) => {
        ran.push(order)
        if (order === '1' && ran.filter((one) => one === '1').length === 1) throw new Error('out of luck')
      },
    })
    await endWaiting()
    await vi.waitFor(
      async () =>
        expect(await storedJobs()).toEqual([
          ['1', 'completed'],
          ['2', 'completed'],
          ['9', 'completed'],
        ]),
      PATIENT,
    )
    expect(ran.toSorted()).toEqual(['1', '1', '2', '9'])
    expect(log).toEqual([
      expect.objectContaining({ level: 'warn', event: 'job failed', queue: 'orders', order: '1' }),
    ])
  })

  it('that a stop interrupts runs at the next start', async () => {
    await order('1')
    const began = Promise.withResolvers<undefined>()
    const first = start({
      orders: async (_ids, signal) => {
        began.resolve(undefined)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
    await began.promise
    await first.close()
    expect(log).toEqual([])
    const ran: string[] = []
    start({ orders: async (jobs) => void ran.push(...jobs.map(({ order }) => order)) })
    await endWaiting()
    await vi.waitFor(() => expect(ran).toContain('1'), PATIENT)
  })
})

describe('a database that fails while jobs start', () => {
  const rename = (from: string, to: string) =>
    db.orm.transaction(async (tx) => {
      await tx.execute(sql`set local role none`)
      await tx.execute(sql.raw(`alter table pgboss.${from} rename to ${to}`))
    })

  // The first is read before pg-boss is opened, the second when it takes the jobs of a queue.
  it.each(['version', 'queue'])('delays them, without its table %s too', async (table) => {
    await order('1')
    await rename(table, 'away')
    const ran: string[] = []
    const engine = start({ orders: async (jobs) => void ran.push(...jobs.map(({ order }) => order)) })
    await vi.waitFor(
      () => expect(log).toContainEqual(expect.objectContaining({ level: 'warn', event: 'jobs' })),
      PATIENT,
    )
    await rename('away', table)
    await engine.started
    await vi.waitFor(() => expect(ran).toEqual(['1']), PATIENT)
  })

  it('delays no stop', async () => {
    await rename('version', 'away')
    const engine = start({})
    await vi.waitFor(() => expect(log).toHaveLength(1), PATIENT)
    await engine.close()
    await engine.started
  })
})

describe('jobs of one order', () => {
  it('that one transaction adds twice are one', async () => {
    await withTenant(db, 'asha', async (tx) => {
      for (const number of ['1', '2', '1']) await enqueue(tx, 'orders', { tenantId: 'asha', order: number })
    })
    await order('1')
    expect(await storedJobs()).toEqual([
      ['1', 'created'],
      ['1', 'created'],
      ['2', 'created'],
    ])
  })

  it('run one after the other, in two processes too, and all of them', async () => {
    const running = new Set<string>()
    let overlaps = 0
    const handlers: JobHandlers = {
      orders: async ([{ order } = { order: '' }]) => {
        if (running.has(order)) overlaps += 1
        running.add(order)
        await db.orm.execute('select 1')
        running.delete(order)
      },
    }
    start(handlers)
    start(handlers)
    for (let count = 0; count < 4; count += 1) for (const number of ['1', '2']) await order(number)
    await vi.waitFor(
      async () => expect((await storedJobs()).map(([, state]) => state)).toEqual(Array(8).fill('completed')),
      { ...PATIENT, timeout: 60_000 },
    )
    expect(overlaps).toBe(0)
  }, 90_000)
})

describe('a shop’s transaction', () => {
  it('adds no job of another shop', async () => {
    const foreign = withTenant(db, 'asha', (tx) => enqueue(tx, 'orders', { tenantId: 'bela', order: '1' }))
    await expect(foreign).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: '42501' }) }),
    )
  })

  it('reads no jobs', async () => {
    await order('1')
    const read = withTenant(db, 'asha', (tx) => tx.execute('select * from pgboss.job'))
    await expect(read).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: '42501' }) }),
    )
  })
})

/** pg-boss itself, which takes no jobs. */
async function openBoss(): Promise<PgBoss> {
  if (!db.engine) throw new Error('no engine')
  const options = { migrate: false, supervise: false, schedule: false, registerInstance: false }
  const boss =
    'pglite' in db.engine
      ? new PgBoss({ ...options, backend: 'pglite', db: fromPglite(db.engine.pglite) })
      : new PgBoss({ ...options, ...(db.engine.postgres as ConstructorOptions) })
  return boss.start()
}

describe('the tables', () => {
  it('are those that this version of pg-boss asks for', async () => {
    const boss = await openBoss()
    expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true })
    await boss.stop()
  })

  it('hold the same job from enqueue as from pg-boss', async () => {
    const due = new Date(Date.now() + HOUR_MS)
    await order('1', due)
    const boss = await openBoss()
    await boss.send('orders', { tenantId: 'asha', order: '1' }, { singletonKey: 'asha/1', startAfter: due })
    await boss.stop()
    const { rows } = await db.orm.execute(
      `select to_jsonb(job) - '{id,created_on}'::text[] as job from pgboss.job where name = 'orders'`,
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
  })
})

describe('during an upgrade', () => {
  const setVersion = (version: number) => db.orm.execute(`update pgboss.version set version = ${version}`)

  it('an older API takes jobs from the tables of a newer one', async () => {
    await setVersion(47)
    const ran: string[] = []
    start({ orders: async (jobs) => void ran.push(...jobs.map(({ order }) => order)) })
    await order('1')
    await vi.waitFor(() => expect(ran).toEqual(['1']), PATIENT)
  })

  it('an API whose tables are older logs it, still adds jobs, and stops', async () => {
    await setVersion(45)
    const engine = start({ orders: () => Promise.reject(new Error('taken')) })
    await vi.waitFor(
      () =>
        expect(log).toEqual([
          expect.objectContaining({ event: 'jobs', warning: expect.stringContaining('requires migrations') }),
        ]),
      PATIENT,
    )
    await order('1')
    await engine.close()
    expect(await storedJobs()).toEqual([['1', 'created']])
  })
})
