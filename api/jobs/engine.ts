import { once } from 'node:events'

import pLimit from 'p-limit'
import pg from 'pg'
import {
  fromPglite,
  PgBoss,
  type ConstructorOptions,
  type JobResult,
  type JobWithMetadata,
  type WorkOptions,
} from 'pg-boss'
import packageJson from 'pg-boss/package.json' with { type: 'json' }

import type { Database } from '../db/index.ts'
import { enqueue, JOB_IDS, type JobIds, type Queue } from '../db/enqueue.ts'
import { describeFailure } from '../errors.ts'
import { createRareLog, type Log } from '../http/log.ts'

/**
 * A handler for each queue: one call does the due jobs of one stream or order, else of one shop. A job may run more than once, and
 * in another process at the same time: a handler reads from the database what is left to do. It never waits for a network
 * inside a transaction.
 */
export type JobHandlers = {
  [Q in Queue]?: (jobs: JobIds<Q>[], signal: AbortSignal) => Promise<void>
}

export interface Engine {
  /** Resolves once jobs are taken, or after `close`. */
  started: Promise<void>
  /** Takes no more jobs, aborts the running ones, and waits for them. The rest runs after the next start. */
  close(): Promise<void>
}

/** Connections of the engine to PostgreSQL, besides the one that listens. */
const CONNECTIONS = 2
/** Orders, streams or shops of one queue whose jobs run at the same time in this process. */
const CONCURRENCY: Record<Queue, number> = {
  orders: 4,
  messages: 10,
  payments: 4,
  purges: 4,
  imports: 2,
  sweep: 4,
}
const STOP_MS = 5000
/** Pause after the first attempt to start that failed; each further one doubles it. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** How often each queue is asked for jobs. Without a queue's notification `pollingIntervalSeconds` applies. */
const POLLING: Record<Queue, WorkOptions> = {
  orders: { batchSize: 100, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 },
  // One message that hangs holds up none of another batch for longer than its own timeout.
  messages: { batchSize: CONCURRENCY.messages, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 },
  // Jobs of these two are due later, which no notification tells.
  payments: { batchSize: 100, pollingIntervalSeconds: 5 },
  purges: { batchSize: 100, pollingIntervalSeconds: 5 },
  imports: { batchSize: 1, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 },
  sweep: { batchSize: 1, pollingIntervalSeconds: 15, notifyPollingIntervalSeconds: 30 },
}

/**
 * Takes jobs from the queues until `close`. A database whose jobs can't be taken stops nothing else: the failure is
 * logged, and the start repeated.
 * @throws {Error} the database has no connection for jobs
 */
export function startEngine({
  db,
  handlers,
  log,
}: {
  db: Database
  handlers: JobHandlers
  log: Log
}): Engine {
  const engine = engineOf(db)
  const stop = new AbortController()
  const isStopped = () => stop.signal.aborted
  const logRarely = createRareLog(log, Date.now)
  let boss: PgBoss | undefined

  async function start(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!isStopped()) {
      try {
        await tryStart()
        return
      } catch (error) {
        if (isStopped()) return
        const { error: reason } = describeFailure(error)
        logRarely({ level: 'warn', event: 'jobs', warning: `The start failed and is repeated: ${reason}` })
        await boss?.stop({ timeout: STOP_MS }).catch(logError)
        const pause = AbortSignal.any([stop.signal, AbortSignal.timeout(pauseMs)])
        if (!pause.aborted) await once(pause, 'abort')
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
    }
  }

  async function tryStart(): Promise<void> {
    const opened = new PgBoss(await optionsFor(db, engine))
    opened.on('error', logError)
    opened.on('warning', ({ message }) => logRarely({ level: 'warn', event: 'jobs', warning: message }))
    if (isStopped()) return
    boss = opened
    await boss.start()
    for (const queue of Object.keys(JOB_IDS) as Queue[]) await take(boss, queue)
    // Frees the jobs of a process that was killed, which pg-boss otherwise does a minute later.
    await boss.supervise()
    await db.orm.transaction((tx) => enqueue(tx, 'sweep', {}))
  }

  function logError(error: unknown): void {
    logRarely({ level: 'warn', event: 'jobs', ...describeFailure(error) })
  }

  async function take(from: PgBoss, queue: Queue): Promise<void> {
    const handler = handlers[queue] as ((jobs: JobIds[], signal: AbortSignal) => Promise<void>) | undefined
    if (!handler) return
    const limit = pLimit(CONCURRENCY[queue])

    async function run(jobs: JobWithMetadata[]): Promise<JobResult[]> {
      try {
        const signals = jobs.map(({ signal }) => signal)
        const ids = jobs.map(({ data }) => JOB_IDS[queue].parse(data))
        await handler?.(ids, AbortSignal.any([stop.signal, ...signals]))
        // A handler that gave up early leaves its jobs to the next start.
        stop.signal.throwIfAborted()
        return jobs.map(({ id }) => ({ id, status: 'completed' }))
      } catch (error) {
        const failure = describeFailure(error)
        const isLast = jobs.some(({ retryCount, retryLimit }) => retryCount >= retryLimit)
        const level = isLast ? 'error' : 'warn'
        if (!isStopped()) log({ level, event: 'job failed', queue, ...jobs[0]?.data, ...failure })
        return jobs.map(({ id }) => ({ id, status: 'failed', output: { error: failure.error } }))
      }
    }

    const options = { ...POLLING[queue], includeMetadata: true, perJobResults: true } as const
    const worker = from.work(queue, options, async (jobs: JobWithMetadata[]) => {
      const groups = Map.groupBy(jobs, ({ data }) => groupOf(data))
      const results = (await limit.map(groups.values(), run)).flat()
      // Asks again at once: a batch has one job of each order, and the next ones would wait for another poll each.
      from.notifyWorker(await worker)
      return results
    })
    await worker
  }

  const started = start()
  return {
    started,
    async close() {
      stop.abort()
      await boss?.stop({ timeout: STOP_MS })
      await started
    },
  }
}

function groupOf(data: { tenantId?: string; order?: string; stream?: string }): string {
  return `${data.tenantId ?? ''}/${data.stream ?? data.order ?? ''}`
}

function engineOf({ engine }: Database): NonNullable<Database['engine']> {
  if (engine) return engine
  throw new Error('This database has no connection for jobs.')
}

async function optionsFor(
  db: Database,
  engine: NonNullable<Database['engine']>,
): Promise<ConstructorOptions> {
  const common: ConstructorOptions = {
    migrate: await isNewerThanLibrary(db),
    createSchema: false,
    // Rebuilding needs the owner of the tables; the engine is not it.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
    // Nothing uses flows, and the settings of queues change with migrations.
    flowIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 600,
    cronWorkerIntervalSeconds: 15,
  }
  if ('pglite' in engine)
    return { ...common, backend: 'pglite', db: fromPglite(engine.pglite), useListenNotify: true }
  return {
    ...common,
    ...(engine.postgres as ConstructorOptions),
    application_name: 'tanabana jobs',
    max: CONNECTIONS,
    useListenNotify: await isDirect(engine.postgres),
  }
}

/**
 * During an upgrade a newer API may have migrated the tables already. pg-boss starts on them only with `migrate`, which
 * then changes nothing.
 */
async function isNewerThanLibrary(db: Database): Promise<boolean> {
  const { rows } = await db.orm.execute<{ version: number }>('select version from pgboss.version')
  return (rows[0]?.version ?? 0) > packageJson.pgboss.schema
}

/**
 * Whether this is PostgreSQL itself. A pooler, which loses LISTEN in transaction mode, gives its clients process ids of
 * its own.
 */
export async function isDirect(config: pg.ClientConfig): Promise<boolean> {
  // `processID` is missing in the types.
  const client = new pg.Client(config) as pg.Client & { processID: number | null }
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid === client.processID
  } finally {
    await client.end()
  }
}
