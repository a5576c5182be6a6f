import cluster, { type Worker } from 'node:cluster'

import { log } from './log.ts'

/** What processes of one storefront tell each other. */
type Message =
  /** From the worker that was asked to the first process, and from there to every worker. */
  | { kind: 'purge'; call: number; tags: string[] }
  /** How many pages a worker dropped, and at last to the one that was asked how many all did. */
  | { kind: 'purged'; call: number; pages: number }

const RESTART_MS = 500

/**
 * Runs `count` workers on one port and puts another in the place of one that dies; `onListening` hears the port when
 * all answer. Ends when the workers have drained, and at once when the first of them cannot even start.
 */
export function superviseWorkers(count: number, onListening: (port: number) => void): void {
  const listening = new Set<number>()
  let isStopping = false
  for (let started = 0; started < count; started += 1) cluster.fork()

  cluster.on('listening', ({ id }, { port }) => {
    listening.add(id)
    if (listening.size === count) onListening(port)
  })
  cluster.on('message', (asker, message: Message) => {
    if (message.kind === 'purge') void purgeEverywhere(asker, message)
  })
  cluster.on('exit', ({ id }, code) => {
    if (code !== 0) process.exitCode = 1
    if (isStopping) return
    // Later on, what keeps one from starting may pass, such as a build that is under way.
    if (!listening.has(id) && listening.size < count) return stop('SIGTERM')
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

/** The function that purges in every process of this storefront, this one's own being `purgeHere`. */
export function purgeInAll(purgeHere: (tags: string[]) => number): (tags: string[]) => Promise<number> {
  if (!cluster.isWorker) return (tags) => Promise.resolve(purgeHere(tags))

  const waiting = new Map<number, (pages: number) => void>()
  let calls = 0
  process.on('message', (message: Message) => {
    if (message.kind === 'purge')
      tell(process, { ...message, kind: 'purged', pages: purgeHere(message.tags) })
    else waiting.get(message.call)?.(message.pages)
  })
  return async (tags) => {
    const call = (calls += 1)
    const pages = await new Promise<number>((resolve) => {
      waiting.set(call, resolve)
      tell(process, { kind: 'purge', call, tags })
    })
    waiting.delete(call)
    return pages
  }
}

async function purgeEverywhere(
  asker: Worker,
  { call, tags }: Extract<Message, { kind: 'purge' }>,
): Promise<void> {
  const dropped = await Promise.all(workers().map((worker) => purgeIn(worker, tags)))
  const pages = dropped.reduce((sum, count) => sum + count, 0)
  tell(asker, { kind: 'purged', call, pages })
}

let purges = 0

/** A worker that dies meanwhile has nothing left to drop. */
function purgeIn(worker: Worker, tags: string[]): Promise<number> {
  const call = (purges += 1)
  return new Promise((resolve) => {
    const hear = (message: Message) => {
      if (message.kind === 'purged' && message.call === call) finish(message.pages)
    }
    const finish = (pages: number) => {
      worker.off('message', hear)
      worker.off('exit', finishEmpty)
      resolve(pages)
    }
    const finishEmpty = () => finish(0)
    worker.on('message', hear)
    worker.on('exit', finishEmpty)
    tell(worker, { kind: 'purge', call, tags })
  })
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** A process that is gone by now needs no message. */
function tell(to: { send?: (message: Message, done: () => void) => unknown }, message: Message): void {
  to.send?.(message, () => undefined)
}
