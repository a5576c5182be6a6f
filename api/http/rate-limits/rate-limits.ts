import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { Database } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { createTableClient } from './table-client.ts'

/** Parts of a counter's key, such as a shop and an address. */
type RateLimitKey = readonly string[]

interface LimiterOptions {
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
interface Limiter {
  /** Counts one; rejects with a `RateLimiterRes` over the limit. */
  consume(key: RateLimitKey, seconds?: number): Promise<void>
  /** Counts one, also over the limit, and returns the count of the window. */
  add(key: RateLimitKey): Promise<number>
  undo(key: RateLimitKey): Promise<void>
  /** Starts a new window with a count of one. */
  renew(key: RateLimitKey): Promise<void>
  /** Whether the key's window has a count. */
  has(key: RateLimitKey): Promise<boolean>
  /** Counts nothing; rejects with a `RateLimiterRes` where the next count would be over the limit. */
  check(key: RateLimitKey): Promise<void>
}

const MINUTE = 60
/** The time in which a campaign's shoppers arrive. */
const CAMPAIGN = 5 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TABLE = 'rate_limits'
/** Over this many keys, the in-memory limiter evicts the oldest. */
const KEYS_MAX = 50_000

/** Creates limiters that count in PostgreSQL for all processes, or in memory on PGlite and while PostgreSQL fails. */
function createLimiters({ database, secret, onFailure }: LimiterStore) {
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
      async check(key) {
        const found = await limiter.get(toId(key))
        const isOver = found !== null && found.msBeforeNext > 0 && found.consumedPoints >= points
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- the library rejects with it too
        if (isOver) throw found
      },
    }
  }
}

/** Seconds until the key is below its limit; `undefined` for any other error. */
function secondsToWait(failure: unknown): number | undefined {
  if (!(failure instanceof RateLimiterRes)) return undefined
  return Math.max(1, Math.ceil(failure.msBeforeNext / 1000))
}

/** A sign-in attempt: the account and the network it comes from. */
interface SignIn {
  account: RateLimitKey
  network: string
}

export interface PasswordGuesses {
  /**
   * Counts an attempt before the password is checked.
   * @throws {RateLimiterRes} too many attempts on the account; the next is due later
   */
  consume(signIn: SignIn): Promise<void>
  /** Takes the attempt back and marks the network as known for the account. */
  succeed(signIn: SignIn): Promise<void>
}

/** Wrong passwords per account and hour, over all addresses, before attempts are delayed. */
const FREE_GUESSES = 20
const DELAY_MAX_SECONDS = 30
/** Renewed by each sign-in. Limits in memory use a timer, which supports 24 days at most. */
const KNOWN_DAYS = 20

/**
 * Slows down guessing of one account's password from many addresses: after `FREE_GUESSES` wrong ones in an hour, one
 * attempt per 1, 2, 4 … 30 seconds is checked. Networks from which the account has signed in are exempt.
 */
function createPasswordGuesses(
  createLimiter: (name: string, options: LimiterOptions) => Limiter,
  prefix = '',
): PasswordGuesses {
  const guesses = createLimiter(`${prefix}guess`, { points: FREE_GUESSES, seconds: HOUR })
  const nextTry = createLimiter(`${prefix}guess-next`, { points: 1, seconds: DELAY_MAX_SECONDS })
  const known = createLimiter(`${prefix}known-network`, { points: 1, seconds: KNOWN_DAYS * DAY })

  return {
    async consume({ account, network }) {
      const made = await guesses.add(account)
      if (made <= FREE_GUESSES || (await known.has([...account, network]))) return
      try {
        await nextTry.consume(account, Math.min(2 ** (made - FREE_GUESSES - 1), DELAY_MAX_SECONDS))
      } catch (failure) {
        await guesses.undo(account)
        throw failure
      }
    },
    async succeed({ account, network }) {
      await guesses.undo(account)
      await known.renew([...account, network])
    },
  }
}

export interface RateLimit {
  /**
   * Counts one call before its work begins, so that concurrent calls count in full. Call it outside of transactions:
   * it needs a second connection.
   * @throws {ApiError} 429 with Retry-After over the limit
   */
  consume(key: RateLimitKey): Promise<void>
  /** Takes the count back after a harmless call. */
  undo(key: RateLimitKey): Promise<void>
  /**
   * Counts nothing.
   * @throws {ApiError} 429 with Retry-After where `consume` would be over the limit
   */
  check(key: RateLimitKey): Promise<void>
}

export type RateLimits = ReturnType<typeof createRateLimits>

const NO_LIMIT: RateLimit = {
  consume: () => Promise.resolve(),
  undo: () => Promise.resolve(),
  check: () => Promise.resolve(),
}
const NO_GUESSES: PasswordGuesses = { consume: () => Promise.resolve(), succeed: () => Promise.resolve() }

/**
 * Rate limits of the API, far above the attempts of a shopper who mistypes. Phones of a whole carrier share an IPv4
 * address: limits of an address count per shop, and either wrong attempts or as many as an ad campaign brings. A limit
 * of wrong attempts counts each attempt first and takes right ones back, so run few of them at once.
 */
export function createRateLimits(isOn: boolean, store: LimiterStore) {
  const createLimiter = createLimiters(store)
  const limit = (name: string, points: number, seconds: number): RateLimit =>
    isOn ? toRateLimit(createLimiter(name, { points, seconds })) : NO_LIMIT
  return {
    /** Per account and network. */
    signInByAccount: limit('sign-in-account', 5, MINUTE),
    signInByAddress: limit('sign-in-address', 1000, CAMPAIGN),
    wrongSignInByAddress: limit('wrong-sign-in', 20, MINUTE),
    passwordGuesses: isOn ? refusing(createPasswordGuesses(createLimiter)) : NO_GUESSES,
    registrationByAddress: limit('registration', 500, CAMPAIGN),
    /** Registrations of e-mails that have an account. Over the limit, new e-mails are refused too. */
    takenEmailByAddress: limit('taken-email', 15, CAMPAIGN),
    /** Messages to one e-mail address that a stranger can cause, per purpose. */
    messagesToAddress: limit('messages-to', 5, HOUR),
    messagesByNetwork: limit('messages-by', 300, CAMPAIGN),
    /** Wrong passwords of a signed-in account. */
    wrongPassword: limit('wrong-password', 10, HOUR),
    accountExport: limit('account-export', 10, HOUR),
    orderCreation: limit('order', 10, MINUTE),
    paymentStart: limit('payment', 10, MINUTE),
    /** Apart from the account's own, so that the holder of a link can't use up the tries of its owner. */
    paymentStartByLink: limit('payment-by-link', 10, MINUTE),
    paymentReturn: limit('payment-return', 10, MINUTE),
    pincode: limit('pincode', 3000, CAMPAIGN),
    /** A shopper asks a few times per cart and step of the checkout. */
    quote: limit('quote', 10_000, CAMPAIGN),
    addressSaving: limit('address', 10, MINUTE),
    trackingByAddress: limit('tracking', 1000, CAMPAIGN),
    /** Count wrong numbers and contacts. Over the limit, right ones are refused too. */
    wrongTrackingByAddress: limit('wrong-tracking', 10, MINUTE),
    wrongContactByAddress: limit('contact-address', 5, HOUR),
    wrongContact: limit('contact', 20, HOUR),
    /** Staff, whose limits are apart from those of shoppers. */
    staffSignInByAccount: limit('staff-sign-in', 5, MINUTE),
    staffWrongSignInByAddress: limit('staff-wrong-sign-in', 20, MINUTE),
    staffGuesses: isOn ? refusing(createPasswordGuesses(createLimiter, 'staff-')) : NO_GUESSES,
    /** Wrong codes of an authenticator app, or none, after a right password. */
    staffCode: limit('staff-code', 10, 5 * MINUTE),
    /** Calls of one person or program. */
    staffCalls: limit('staff-calls', 600, MINUTE),
    /** Refused calls of an address, each a row of the audit log. */
    staffRefused: limit('staff-refused', 60, MINUTE),
  }
}

function toRateLimit(limiter: Limiter): RateLimit {
  return {
    consume: (key) => limiter.consume(key).catch(refuse),
    undo: (key) => limiter.undo(key),
    check: (key) => limiter.check(key).catch(refuse),
  }
}

function refusing(guesses: PasswordGuesses): PasswordGuesses {
  return { ...guesses, consume: (signIn) => guesses.consume(signIn).catch(refuse) }
}

function refuse(failure: unknown): never {
  const seconds = secondsToWait(failure)
  if (seconds === undefined) throw failure
  throw new ApiError(429, 'Too many attempts. Please wait a moment and try again.', {
    'retry-after': String(seconds),
  })
}
