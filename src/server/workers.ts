import cluster, { type Worker } from 'node:cluster'

import { log } from './log.ts'

/** What processes of one storefront tell each other. */
type Message<Question = unknown, Answer = unknown> =
  /** From a worker to the first process: it answers on this port, at all its addresses. */
  | { kind: 'listening'; port: number }
  /** From the worker that was asked to the first process, and from there to every worker. */
  | { kind: 'question'; subject: Subject; call: number; question: Question }
  /** A worker's own, and at last to the one that was asked those of all. */
  | { kind: 'answers'; subject: Subject; call: number; answers: Answer[] }

type Asked = Extract<Message, { kind: 'question' }>
type Subject = 'purge' | 'figures'

const RESTART_MS = 500
/** Figures come without those of a process that is stuck; a purge has to reach every one. */
const WAIT_MS: Partial<Record<Subject, number>> = { figures: 1000 }

/**
 * Runs `count` workers on one port and puts another in the place of one that dies; `onListening` hears the port when
 * all answer. Ends when the workers have drained, and at once when the first of them cannot even start.
 */
export function superviseWorkers(count: number, onListening: (port: number) => void): void {
  const listening = new Set<number>()
  let isStopping = false
  for (let started = 0; started < count; started += 1) cluster.fork()

  cluster.on('message', (worker, message: Message) => {
    if (message.kind === 'question') void askEverywhere(worker, message)
    if (message.kind !== 'listening') return
    listening.add(worker.id)
    if (listening.size === count) onListening(message.port)
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

/** Tells the first process that this worker listens. */
export function sendListening(port: number): void {
  tell(process, { kind: 'listening', port })
}

/** The function that purges in every process of this storefront, this one's own being `purgeHere`. */
export function purgeInAll(purgeHere: (tags: string[]) => number): (tags: string[]) => Promise<number> {
  const purge = askAll('purge', purgeHere)
  return async (tags) => (await purge(tags)).reduce((sum, pages) => sum + pages, 0)
}

/** The function that reads the figures of every process of this storefront, this one's own being `readHere`. */
export function figuresOfAll<Figures>(readHere: () => Promise<Figures>): () => Promise<Figures[]> {
  const read = askAll('figures', readHere)
  return () => read(undefined)
}

/** The function that gives the answers of every process of this storefront, this one's own being `answerHere`. */
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

/** None of a worker that dies meanwhile, which has nothing left to drop, or that is late. */
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

/** A process that is gone by now needs no message. */
function tell(to: { send?: (message: Message, done: () => void) => unknown }, message: Message): void {
  to.send?.(message, () => undefined)
}
