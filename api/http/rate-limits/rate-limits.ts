import { ApiError } from '../errors.ts'
import {
  createLimiters,
  secondsToWait,
  type RateLimitKey,
  type Limiter,
  type LimiterStore,
} from './limiter.ts'
import { createPasswordGuesses, type PasswordGuesses } from './password-guesses.ts'

export interface RateLimit {
  /**
   * Counts one call before its work begins, so that concurrent calls count in full. Call it outside of transactions:
   * it needs a second connection.
   * @throws {ApiError} 429 with Retry-After over the limit
   */
  consume(key: RateLimitKey): Promise<void>
  /** Takes the count back after a harmless call. */
  undo(key: RateLimitKey): Promise<void>
}

export type RateLimits = ReturnType<typeof createRateLimits>

const MINUTE = 60
const HOUR = 60 * MINUTE
const NO_LIMIT: RateLimit = { consume: () => Promise.resolve(), undo: () => Promise.resolve() }
const NO_GUESSES: PasswordGuesses = { consume: () => Promise.resolve(), succeed: () => Promise.resolve() }

/** Rate limits of the API, far above the attempts of a shopper who mistypes. */
export function createRateLimits(isOn: boolean, store: LimiterStore) {
  const createLimiter = createLimiters(store)
  const limit = (name: string, points: number, seconds: number): RateLimit =>
    isOn ? toRateLimit(createLimiter(name, { points, seconds })) : NO_LIMIT
  return {
    /** Per account and network. */
    signInByAccount: limit('sign-in-account', 5, MINUTE),
    signInByAddress: limit('sign-in-address', 20, MINUTE),
    passwordGuesses: isOn ? refusing(createPasswordGuesses(createLimiter)) : NO_GUESSES,
    registration: limit('registration', 3, MINUTE),
    orderCreation: limit('order', 10, MINUTE),
    paymentStart: limit('payment', 10, MINUTE),
    paymentReturn: limit('payment-return', 10, MINUTE),
    tracking: limit('tracking', 10, MINUTE),
    /** Count wrong contacts; a right one takes its count back. Over the limit, right contacts are refused too. */
    wrongContactByAddress: limit('contact-address', 5, HOUR),
    wrongContact: limit('contact', 20, HOUR),
  }
}

function toRateLimit(limiter: Limiter): RateLimit {
  return {
    consume: (key) => limiter.consume(key).catch(refuse),
    undo: (key) => limiter.undo(key),
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
