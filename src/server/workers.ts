import cluster, { type Worker } from 'node:cluster'

import { log } from './observability/log.ts'

/** Messages between the processes of one storefront. */
type Message<Question = unknown, Answer = unknown> =
  /** From a worker to the primary: it listens on this port. */
  | { kind: 'listening'; port: number }
  /** From one worker to the primary, and from there to every worker. */
  | { kind: 'question'; subject: Subject; call: number; question: Question }
  /** From each worker to the primary, and all of them from there to the first worker. */
  | { kind: 'answers'; subject: Subject; call: number; answers: Answer[] }

type Asked = Extract<Message, { kind: 'question' }>
type Subject = 'purge' | 'figures'

const RESTART_MS = 500
/** Metrics leave out a stuck process; a purge has to reach every one. */
const WAIT_MS: Partial<Record<Subject, number>> = { figures: 1000 }

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
    if (message.kind === 'question') void askEverywhere(worker, message)
    if (message.kind !== 'listening') return
    listening.add(worker.id)
    if (hasStarted || listening.size < count) return
    hasStarted = true
    onListening(message.port)
  })
  cluster.on('exit', ({ id }, code) => {
    if (code !== 0) process.exitCode = 1
    const hasListened = listening.delete(id)
    if (isStopping) return
    // After the start, a cause such as a running build may pass.
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

/** Tells the primary that this worker listens. */
export function sendListening(port: number): void {
  tell(process, { kind: 'listening', port })
}

/** Returns a function that runs `purgeHere` in every process of this storefront and counts the pages. */
export function purgeInAll(purgeHere: (tags: string[]) => number): (tags: string[]) => Promise<number> {
  const purge = askAll('purge', purgeHere)
  return async (tags) => (await purge(tags)).reduce((sum, pages) => sum + pages, 0)
}

/** Returns a function that runs `readHere` in every process of this storefront. */
export function figuresOfAll<Figures>(readHere: () => Promise<Figures>): () => Promise<Figures[]> {
  const read = askAll('figures', readHere)
  return () => read(undefined)
}

/** Returns a function that runs `answerHere` in every process of this storefront and collects the results. */
function askAll<Question, Answer>(
  subject: Subject,
  answerHere: (question: Question) => Answer | Promise<Answer>,
): (question: Question) => Promise<Answer[]> {
  if (!cluster.isWorker) return async (question) => [await answerHere(question)]

  const waiting = new Map<number, (answers: Answer[]) => void>()
  let calls = 0
  process.on('message', (message: Message<Question, Answer>) => {
    if (message.kind === 'listening' || message.subject !== subject) return
    if (message.kind === 'question') void answerFirst(message)
    else waiting.get(message.call)?.(message.answers)
  })
  return async (question) => {
    const call = (calls += 1)
    const answers = await new Promise<Answer[]>((resolve) => {
      waiting.set(call, resolve)
      tell(process, { kind: 'question', subject, call, question })
    })
    waiting.delete(call)
    return answers
  }

  async function answerFirst({ call, question }: { call: number; question: Question }): Promise<void> {
    tell(process, { kind: 'answers', subject, call, answers: [await answerHere(question)] })
  }
}

async function askEverywhere(asker: Worker, { subject, call, question }: Asked): Promise<void> {
  const answers = await Promise.all(workers().map((worker) => ask(worker, subject, question)))
  tell(asker, { kind: 'answers', subject, call, answers: answers.flat() })
}

let asked = 0

/** No answers of a worker that dies or is late. */
function ask(worker: Worker, subject: Subject, question: unknown): Promise<unknown[]> {
  const call = (asked += 1)
  return new Promise((resolve) => {
    const hear = (message: Message) => {
      if (message.kind === 'answers' && message.call === call) finish(message.answers)
    }
    const finish = (answers: unknown[]) => {
      worker.off('message', hear)
      worker.off('exit', finishEmpty)
      clearTimeout(lateness)
      resolve(answers)
    }
    const finishEmpty = () => finish([])
    const waitMs = WAIT_MS[subject]
    const lateness = waitMs === undefined ? undefined : setTimeout(finishEmpty, waitMs)
    worker.on('message', hear)
    worker.on('exit', finishEmpty)
    tell(worker, { kind: 'question', subject, call, question })
  })
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** Ignores a process that has ended. */
function tell(to: { send?: (message: Message, done: () => void) => unknown }, message: Message): void {
  to.send?.(message, () => undefined)
}
