import cluster, { type Worker } from 'node:cluster'

import { log } from './observability/log.ts'

/** Messages between the processes of one storefront. */
type Message<Argument = unknown, Result = unknown> =
  /** From a worker to the primary: it listens on this port. */
  | { kind: 'listening'; port: number }
  /** From one worker to the primary, and from there to every worker. */
  | { kind: 'request'; operation: Operation; id: number; argument: Argument }
  /** From each worker to the primary, and all results from there to the requesting worker. */
  | ({ kind: 'response'; operation: Operation; id: number } & Outcome<Result>)

interface Outcome<Result = unknown> {
  results: Result[]
  /** Of the first process that failed. */
  error?: string
}

type Request = Extract<Message, { kind: 'request' }>
type Operation = 'purge' | 'metrics'

const RESTART_MS = 500
/** Metrics leave out a stuck process. A purge has no timeout, because it must reach every process. */
const TIMEOUT_MS: Partial<Record<Operation, number>> = { metrics: 1000 }

let lastCallId = 0
/** Calls of the primary that wait for a worker's response, by their id. */
const pendingCalls = new Map<number, { workerId: number; finish: (outcome: Outcome) => void }>()

/**
 * Runs `count` workers on one port and replaces one that dies; calls `onListening` with the port when all listen. Ends
 * when the workers have drained, and at once when a worker fails during the start.
 */
export function superviseWorkers(count: number, onListening: (port: number) => void): void {
  const listening = new Set<number>()
  let hasStarted = false
  let isStopping = false
  for (let started = 0; started < count; started += 1) cluster.fork()

  cluster.on('message', (worker, message: Message) => {
    if (message.kind === 'request') void broadcast(worker, message)
    if (message.kind === 'response') pendingCalls.get(message.id)?.finish(message)
    if (message.kind !== 'listening') return
    listening.add(worker.id)
    if (hasStarted || listening.size < count) return
    hasStarted = true
    onListening(message.port)
  })
  cluster.on('exit', ({ id }, code) => {
    if (code !== 0) process.exitCode = 1
    for (const { workerId, finish } of pendingCalls.values()) if (workerId === id) finish({ results: [] })
    const hasListened = listening.delete(id)
    if (isStopping) return
    // After the start, the cause may be temporary, such as a running build.
    if (!hasListened && !hasStarted) return stop('SIGTERM')
    log('error', 'worker replaced', { worker: id, code })
    setTimeout(() => {
      if (!isStopping) cluster.fork()
    }, RESTART_MS)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))

  function stop(signal: NodeJS.Signals): void {
    isStopping = true
    for (const worker of workers()) worker.process.kill(signal)
  }
}

/** Reports to the primary that this worker listens. */
export function sendListening(port: number): void {
  send(process, { kind: 'listening', port })
}

/** Returns a function that runs `purgeHere` in every process of this storefront and counts the pages. */
export function purgeInAll(purgeHere: (tags: string[]) => number): (tags: string[]) => Promise<number> {
  const purge = runInAll('purge', purgeHere)
  return async (tags) => (await purge(tags)).reduce((sum, pages) => sum + pages, 0)
}

/** Returns a function that runs `readHere` in every process of this storefront. */
export function metricsOfAll<Metrics>(readHere: () => Promise<Metrics>): () => Promise<Metrics[]> {
  const read = runInAll('metrics', readHere)
  return () => read(undefined)
}

/**
 * Returns a function that runs `runHere` in every process of this storefront and collects the results. It throws when
 * one of them fails.
 */
function runInAll<Argument, Result>(
  operation: Operation,
  runHere: (argument: Argument) => Result | Promise<Result>,
): (argument: Argument) => Promise<Result[]> {
  if (!cluster.isWorker) return async (argument) => [await runHere(argument)]

  const pending = new Map<number, (outcome: Outcome<Result>) => void>()
  let lastId = 0
  process.on('message', (message: Message<Argument, Result>) => {
    if (message.kind === 'listening' || message.operation !== operation) return
    if (message.kind === 'request') void respond(message)
    else pending.get(message.id)?.(message)
  })
  return async (argument) => {
    const id = (lastId += 1)
    const { results, error } = await new Promise<Outcome<Result>>((resolve) => {
      pending.set(id, resolve)
      send(process, { kind: 'request', operation, id, argument })
    })
    pending.delete(id)
    if (error !== undefined) throw new Error(`${operation} failed in a process: ${error}`)
    return results
  }

  async function respond({ id, argument }: { id: number; argument: Argument }): Promise<void> {
    send(process, { kind: 'response', operation, id, ...(await run(argument)) })
  }

  async function run(argument: Argument): Promise<Outcome<Result>> {
    try {
      return { results: [await runHere(argument)] }
    } catch (error) {
      return { results: [], error: String(error) }
    }
  }
}

/** In the primary: sends a worker's request to all workers, and their results back to it. */
async function broadcast(requester: Worker, { operation, id, argument }: Request): Promise<void> {
  const outcomes = await Promise.all(workers().map((worker) => call(worker, operation, argument)))
  const results = outcomes.flatMap((outcome) => outcome.results)
  const error = outcomes.find((outcome) => outcome.error !== undefined)?.error
  send(requester, { kind: 'response', operation, id, results, error })
}

/** Resolves with no results when the worker dies or the operation times out. */
function call(worker: Worker, operation: Operation, argument: unknown): Promise<Outcome> {
  const id = (lastCallId += 1)
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      pendingCalls.delete(id)
      clearTimeout(timer)
      resolve(outcome)
    }
    const timeoutMs = TIMEOUT_MS[operation]
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => finish({ results: [] }), timeoutMs)
    pendingCalls.set(id, { workerId: worker.id, finish })
    send(worker, { kind: 'request', operation, id, argument })
  })
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** Ignores a process that has ended. */
function send(to: { send?: (message: Message, done: () => void) => unknown }, message: Message): void {
  to.send?.(message, () => undefined)
}
