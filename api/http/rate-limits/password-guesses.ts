import type { Limiter, LimiterOptions, RateLimitKey } from './limiter.ts'

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

const HOUR = 60 * 60
const DAY = 24 * HOUR
/** Wrong passwords per account and hour, over all addresses, before attempts are delayed. */
const FREE_GUESSES = 20
const DELAY_MAX_SECONDS = 30
/** Renewed by each sign-in. Limits in memory use a timer, which supports 24 days at most. */
const KNOWN_DAYS = 20

/**
 * Slows down guessing of one account's password from many addresses: after `FREE_GUESSES` wrong ones in an hour, one
 * attempt per 1, 2, 4 … 30 seconds is checked. Networks from which the account has signed in are exempt.
 */
export function createPasswordGuesses(
  createLimiter: (name: string, options: LimiterOptions) => Limiter,
): PasswordGuesses {
  const guesses = createLimiter('guess', { points: FREE_GUESSES, seconds: HOUR })
  const nextTry = createLimiter('guess-next', { points: 1, seconds: DELAY_MAX_SECONDS })
  const known = createLimiter('known-network', { points: 1, seconds: KNOWN_DAYS * DAY })

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
