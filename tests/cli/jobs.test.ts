import { afterAll, beforeAll, expect, it } from 'vitest'

import { enqueue, withTenant, type Database } from '../../api/db/index.ts'
import { createMetrics } from '../../api/http/metrics.ts'
import { countJobs } from '../../api/jobs/stored-jobs.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'
import { run } from './command-line.ts'

const ORDER = '7K3M9Q2XV0AB'
const DUE = new Date('2026-11-21T10:00:00Z')
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let db: Database

beforeAll(async () => {
  db = await openTestDatabase()
  await withTenant(db, 'asha', async (tx) => {
    await enqueue(tx, 'orders', { tenantId: 'asha', order: ORDER }, DUE)
    await enqueue(tx, 'payments', { tenantId: 'asha' }, new Date('2100-01-01T00:00:00Z'))
  })
  await db.orm.execute(`update pgboss.job set state = 'failed', retry_count = 10, completed_on = now(),
    output = '{"error": "database error 57014"}' where name = 'orders'`)
})

afterAll(() => db.close())

const failedJob = async () =>
  JSON.parse((await run(db, '/', 'jobs', 'list', '--state', 'failed', '--json')).lines.join('\n'))[0]

it('jobs list prints what is not done, with the reason of a failure', async () => {
  const { id } = await failedJob()
  const { exitCode, lines } = await run(db, '/', 'jobs', 'list')
  expect(exitCode).toBe(0)
  expect(lines).toEqual([
    `${id}  orders  failed  21 Nov 2026, 3:30 pm IST  asha  7K3M-9Q2X-V0AB  database error 57014`,
    expect.stringMatching(/^[\w-]{36} {2}payments {2}waiting {2}1 Jan 2100, 5:30 am IST {2}asha$/),
    '2 jobs.',
  ])
  expect((await run(db, '/', 'jobs', 'list', '--queue', 'purges')).lines).toEqual(['0 jobs.'])
})

it('the metrics count what waits and what failed', async () => {
  const text = await createMetrics(() => countJobs(db)).read()
  expect(text).toContain('store_api_jobs_failed{queue="orders"} 1')
  expect(text).toContain('store_api_jobs_waiting{queue="payments"} 0')
  expect(text).toContain('store_api_jobs_oldest_seconds{queue="payments"} 0')
})

it('the metrics are read without the counts while the database does not respond', async () => {
  const text = await createMetrics(() => Promise.reject(new Error('away'))).read()
  expect(text).toContain('store_api_orders_total 0')
  expect(text).not.toContain('store_api_jobs_waiting{')
})

it('jobs show prints one job, and jobs retry runs it again, once', async () => {
  const { id } = await failedJob()
  const { lines } = await run(db, '/', 'jobs', 'show', id)
  expect(lines).toEqual(
    expect.arrayContaining([
      `id       ${id}`,
      'shop     asha',
      'order    7K3M-9Q2X-V0AB',
      'retries  10',
      'error    database error 57014',
    ]),
  )
  expect((await run(db, '/', 'jobs', 'retry', id)).lines).toEqual([
    `Job ${id} runs again within a minute while the API runs.`,
  ])
  expect(await run(db, '/', 'jobs', 'retry', id)).toMatchObject({
    exitCode: 1,
    problems: [`Job ${id} is waiting. Only failed jobs run again.`],
  })
  expect(await createMetrics(() => countJobs(db)).read()).toContain('store_api_jobs_failed{queue="orders"} 0')
})

it.each([UNKNOWN, 'kurta'])('jobs show names an id that no job has: %s', async (id) => {
  expect(await run(db, '/', 'jobs', 'show', id)).toMatchObject({
    exitCode: 1,
    problems: [`There is no job "${id}". List jobs with: store jobs list, and done ones with --state done.`],
  })
})

it('jobs retry refuses a sweep, whose work the next one does', async () => {
  await db.orm.transaction((tx) => enqueue(tx, 'sweep', {}))
  await db.orm.execute(`update pgboss.job set state = 'failed' where name = 'sweep'`)
  const listed = await run(db, '/', 'jobs', 'list', '--queue', 'sweep', '--json')
  const [{ id }] = JSON.parse(listed.lines.join('\n'))
  expect(await run(db, '/', 'jobs', 'retry', id)).toMatchObject({
    exitCode: 1,
    problems: ['A sweep is not run again: the next one does its work within a minute.'],
  })
})
