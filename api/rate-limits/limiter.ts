import { createHmac } from 'node:crypto'

import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { Database } from '../db/index.ts'
import { createTableClient } from './table-client.ts'

/** What a count is kept under, such as a shop and an address. */
export type RateLimitKey = readonly string[]

export interface LimiterOptions {
  points: number
  seconds: number
}

export interface LimiterStore {
  database: Pick<Database, 'query'>
  /** Callers are stored under a keyed digest: the table shows neither an address nor an e-mail. */
  secret: string
  /** Called when the table can't be used, and this process counts alone for a while. */
  onFailure: (error: unknown) => void
}

/** Counts by caller in windows of time. */
export interface Limiter {
  /** Counts one; rejects with a `RateLimiterRes` when the caller is over the limit. */
  consume(key: RateLimitKey, seconds?: number): Promise<void>
  /** Counts one, also over the limit, and gives how many there are in the caller's window. */
  add(key: RateLimitKey): Promise<number>
  undo(key: RateLimitKey): Promise<void>
  /** Begins a new window with one. */
  renew(key: RateLimitKey): Promise<void>
  /** Whether anything is counted in the caller's window. */
  has(key: RateLimitKey): Promise<boolean>
}

const TABLE = 'rate_limits'
/** Over this many keys, the in-memory limiter evicts the oldest. */
const KEYS_MAX = 50_000

/**
 * Makes limiters that count in PostgreSQL for all processes, or in this process on PGlite and while PostgreSQL does not
 * answer.
 */
export function createLimiters({ database, secret, onFailure }: LimiterStore) {
  const digestKey = createHmac('sha256', secret).update('rate limits').digest()
  const storeClient = database.query && createTableClient(database.query, onFailure)
  let clearsTable = true

  return function createLimiter(name: string, { points, seconds }: LimiterOptions): Limiter {
    const options = { keyPrefix: name, points, duration: seconds }
    const memory = new RateLimiterMemory(options)
    const limiter = storeClient
      ? new RateLimiterPostgres({
          ...options,
          storeClient,
          storeType: 'client',
          tableName: TABLE,
          tableCreated: true,
          // All limiters share the table: one removes what has expired.
          clearExpiredByTimeout: clearsTable,
          insuranceLimiter: memory,
        })
      : memory
    clearsTable = false

    const ids = new Set<string>()
    function toId(key: RateLimitKey): string {
      const id = createHmac('sha256', digestKey).update(JSON.stringify(key)).digest('base64url')
      ids.delete(id)
      ids.add(id)
      const [oldest] = ids
      if (ids.size > KEYS_MAX && oldest !== undefined) {
        ids.delete(oldest)
        void memory.delete(oldest)
      }
      return id
    }

    return {
      async consume(key, ownSeconds = seconds) {
        await limiter.consume(toId(key), 1, { customDuration: ownSeconds })
      },
      add: async (key) => (await limiter.penalty(toId(key))).consumedPoints,
      async undo(key) {
        await limiter.reward(toId(key))
      },
      async renew(key) {
        await limiter.set(toId(key), 1, seconds)
      },
      async has(key) {
        const found = await limiter.get(toId(key))
        return found !== null && found.consumedPoints > 0
      },
    }
  }
}

/** Seconds until a caller who is over the limit may come back; `undefined` for any other failure. */
export function secondsToWait(failure: unknown): number | undefined {
  if (!(failure instanceof RateLimiterRes)) return undefined
  return Math.max(1, Math.ceil(failure.msBeforeNext / 1000))
}
