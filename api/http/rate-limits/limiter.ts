import { createHmac } from 'node:crypto'

import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { Database } from '../../db/index.ts'
import { createTableClient } from './table-client.ts'

/** Parts of a counter's key, such as a shop and an address. */
export type RateLimitKey = readonly string[]

export interface LimiterOptions {
  points: number
  seconds: number
}

export interface LimiterStore {
  database: Pick<Database, 'query'>
  /** Secret of the keyed digest under which keys are stored, so that the table contains no address or e-mail. */
  secret: string
  /** Called when the table fails and this process counts in memory for a while. */
  onFailure: (error: unknown) => void
}

/** Counts per key in fixed windows. */
export interface Limiter {
  /** Counts one; rejects with a `RateLimiterRes` over the limit. */
  consume(key: RateLimitKey, seconds?: number): Promise<void>
  /** Counts one, also over the limit, and returns the count of the window. */
  add(key: RateLimitKey): Promise<number>
  undo(key: RateLimitKey): Promise<void>
  /** Starts a new window with a count of one. */
  renew(key: RateLimitKey): Promise<void>
  /** Whether the key's window has a count. */
  has(key: RateLimitKey): Promise<boolean>
}

const TABLE = 'rate_limits'
/** Over this many keys, the in-memory limiter evicts the oldest. */
const KEYS_MAX = 50_000

/** Creates limiters that count in PostgreSQL for all processes, or in memory on PGlite and while PostgreSQL fails. */
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
          // All limiters share the table, so one of them removes expired rows.
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

/** Seconds until the key is below its limit; `undefined` for any other error. */
export function secondsToWait(failure: unknown): number | undefined {
  if (!(failure instanceof RateLimiterRes)) return undefined
  return Math.max(1, Math.ceil(failure.msBeforeNext / 1000))
}
