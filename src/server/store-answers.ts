import { NoResponseError, type StatusError } from '../lib/errors.ts'
import type { StorefrontConfig } from './config.ts'
import { createKeeper } from './keeper.ts'
import { namesHost } from './page-cache/page-policy.ts'
import { createTurns, type Turns } from './turns.ts'

const FRESH_MS = 5000
const PATIENCE_MS = 100
const KEPT_MAX_BYTES = 12 * 1024 * 1024
const OVERHEAD_BYTES = 512
/** Read, an answer takes twice the bytes that it came in. */
const READ_TIMES = 2
/** Whose refusals are: what an API refuses anybody may have invented, hosts as well. */
const ANYBODY = ''

/** What an API said, as it was read: a refusal (there is no such product) is an answer, a failure is none. */
export type KeptAnswer = ({ status: 'read'; value: unknown } | { status: 'refused'; error: StatusError }) & {
  /** The same as long as the API says the same. */
  digest: string
  /** As it came. */
  bytes: number
}

/** Where answers come from that are wanted by `key`: from memory, or by `ask`. */
export interface AnswerSource {
  /** @throws {NoResponseError} nothing came within `deadlineMs`; and what `ask` throws, when nothing is known from before */
  get(key: string, ask: () => Promise<KeptAnswer>, deadlineMs: number): Promise<KeptAnswer>
  /** Resolves when whoever asked may go on. */
  turn(): Promise<void>
}

/** A finished call of a store API. */
export interface StoreApiCall {
  host: string
  path: string
  seconds: number
  outcome: 'success' | 'refused' | 'failure'
  failure?: unknown
}

export interface Answers extends AnswerSource {
  /** For calls whose answers would drive those of shoppers out. */
  unkept: AnswerSource
}

/**
 * Answers are fresh for a few seconds, by shop; a day old they still serve when an API fails. `onCall` gets every
 * finished call; pages go on with them in `turns`. design §5
 */
export function createAnswers(
  { isCacheOn }: Pick<StorefrontConfig, 'isCacheOn'>,
  onCall: (call: StoreApiCall) => void = () => undefined,
  turns: Pick<Turns, 'next'> = createTurns(),
): Answers & { forget(tags: string[]): void } {
  const kept = createKeeper<KeptAnswer>({
    isOn: isCacheOn,
    freshMs: FRESH_MS,
    patienceMs: PATIENCE_MS,
    maxBytes: KEPT_MAX_BYTES,
    sizeOf: ({ bytes }) => bytes * READ_TIMES + OVERHEAD_BYTES,
    ownerOf: (key, { status }) => (status === 'refused' ? ANYBODY : hostOf(key)),
  })
  return {
    get: (key, ask, deadlineMs) => {
      const answer = kept.get(key, async () => {
        const [host = '', path = ''] = key.split(' ')
        const startedAt = performance.now()
        const timed = () => ({ host, path, seconds: (performance.now() - startedAt) / 1000 })
        try {
          const asked = await ask()
          onCall({ ...timed(), outcome: asked.status === 'read' ? 'success' : 'refused' })
          return asked
        } catch (failure) {
          onCall({ ...timed(), outcome: 'failure', failure })
          throw failure
        }
      })
      return inTime(answer, deadlineMs, key)
    },
    turn: turns.next,
    unkept: {
      get: (key, ask, deadlineMs) => inTime(ask(), deadlineMs, key),
      turn: () => Promise.resolve(),
    },
    /** Asks anew next time, for the shops that the tags of pages name. */
    forget(tags) {
      kept.forget((key) => tags.some((tag) => namesHost(tag, hostOf(key))))
    },
  }
}

function hostOf(key: string): string {
  return key.slice(0, key.indexOf(' '))
}

async function inTime<T>(answer: Promise<T>, deadlineMs: number, key: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const failure = () => new NoResponseError(`No answer in time from ${key.split(' ')[1]}`)
    timer = setTimeout(() => reject(failure()), deadlineMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
