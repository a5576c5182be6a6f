import type { Limiter, LimiterOptions, RateLimitKey } from './limiter.ts'

/** One sign-in: whose account is tried, and from where. */
interface SignIn {
  account: RateLimitKey
  network: string
}

export interface PasswordGuesses {
  /**
   * Counts a try before the password is checked.
   * @throws {RateLimiterRes} the account was tried too often and the next try is due later
   */
  consume(signIn: SignIn): Promise<void>
  /** The password was right: the try is no guess, and this network is known for the account from now on. */
  succeed(signIn: SignIn): Promise<void>
}

const HOUR = 60 * 60
const DAY = 24 * HOUR
/** Wrong passwords of one account in an hour, over all addresses, until tries have to wait. */
const FREE_GUESSES = 20
const DELAY_MAX_SECONDS = 30
/** Counted anew with each sign-in. A limit in memory ends by a timer, which takes 24 days at most. */
const KNOWN_DAYS = 20

/**
 * Slows down the guessing of one account's password from many addresses. After `FREE_GUESSES` wrong ones in an hour only
 * one try in 1, 2, 4 … 30 seconds is checked. Networks from which the account has signed in are not slowed down.
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
