import { sql, type SQL } from 'drizzle-orm'

import type { Database } from '../db/index.ts'
import { JOB_IDS, type Queue } from '../db/enqueue.ts'

export const QUEUES = Object.keys(JOB_IDS) as Queue[]
export const JOB_STATES = ['waiting', 'running', 'failed', 'done'] as const
export type JobState = (typeof JOB_STATES)[number]

export interface StoredJob {
  id: string
  queue: Queue
  state: JobState
  ids: { tenantId?: string; order?: string; products?: string[] }
  due: Date
  /** How often it has run before. */
  retries: number
  endedAt: Date | undefined
  /** Why it failed last. */
  error: string | undefined
}

/** Jobs of a queue that wait although they are due, or have failed for good. */
export interface JobCounts {
  queue: Queue
  waiting: number
  failed: number
  /** Time for which the oldest of the waiting ones is due. */
  oldestSeconds: number
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const STATE = sql`case state when 'active' then 'running' when 'failed' then 'failed'
  when 'created' then 'waiting' when 'retry' then 'waiting' else 'done' end`
const IS_OURS = sql`name in (${sql.join(
  QUEUES.map((queue) => sql`${queue}`),
  sql`, `,
)})`

type JobRow = Omit<StoredJob, 'due' | 'endedAt' | 'error'> & {
  due: string | Date
  endedAt: string | Date | null
  error: string | null
}

/** Jobs of all shops, by the time at which they are due; all but those that are done, unless `state` asks for these. */
export async function listJobs(
  db: Database,
  { queue, state, limit }: { queue?: Queue | undefined; state?: JobState | undefined; limit: number },
): Promise<StoredJob[]> {
  const inQueue = queue ? sql`name = ${queue}` : IS_OURS
  const inState = state ? sql`${STATE} = ${state}` : sql`${STATE} <> 'done'`
  return readJobs(db, sql`${inQueue} and ${inState} order by start_after, id limit ${limit}`)
}

export async function findJob(db: Database, id: string): Promise<StoredJob | undefined> {
  if (!UUID.test(id)) return undefined
  const [job] = await readJobs(db, sql`${IS_OURS} and id = ${id}::uuid`)
  return job
}

/**
 * Lets a job that has failed for good run again, as pg-boss's `retry` does; `false` if it has not failed. Of the queue
 * `sweep`, which has at most one waiting job, the next job does the work of a failed one.
 */
export async function retryJob(
  db: Database,
  { id, queue }: { id: string; queue: Exclude<Queue, 'sweep'> },
): Promise<boolean> {
  const { rows } = await db.orm.execute(sql`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
    where name = ${queue} and id = ${id}::uuid and state = 'failed'
    returning id`)
  return rows.length > 0
}

export async function countJobs(db: Database): Promise<JobCounts[]> {
  const { rows } = await db.orm.execute<{ queue: Queue } & Record<string, string | number>>(sql`
    select name as queue,
      count(*) filter (where state < 'active' and start_after <= now()) as waiting,
      count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0) as oldest
    from pgboss.job where ${IS_OURS} and state in ('created', 'retry', 'failed') group by name`)
  return QUEUES.map((queue) => {
    const row = rows.find((one) => one.queue === queue)
    return {
      queue,
      waiting: Number(row?.waiting ?? 0),
      failed: Number(row?.failed ?? 0),
      oldestSeconds: Math.max(0, Number(row?.oldest ?? 0)),
    }
  })
}

async function readJobs(db: Database, condition: SQL): Promise<StoredJob[]> {
  const { rows } = await db.orm.execute<Record<string, unknown> & JobRow>(sql`
    select id, name as queue, ${STATE} as state, coalesce(data, '{}') as ids, start_after as due, retry_count as retries,
      completed_on as "endedAt",
      coalesce(output ->> 'error', output #>> '{value,message}', output ->> 'message') as error
    from pgboss.job where ${condition}`)
  return rows.map(({ due, endedAt, error, ...job }) => ({
    ...job,
    due: new Date(due),
    endedAt: endedAt === null ? undefined : new Date(endedAt),
    error: error ?? undefined,
  }))
}
