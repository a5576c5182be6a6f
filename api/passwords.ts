import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { createConcurrencyLimit } from '@tanabana/node/promises.ts'
import { OverloadedError } from './errors.ts'

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

/**
 * OWASP's second configuration for argon2id: 19 MiB, two passes, one lane; about 50 ms per hash.
 * SECURITY.md#password-guesses
 */
const CURRENT_COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const STORED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,})\$/
const HASH_BYTES = 32
const SALT_BYTES = 16

/** Hashing is expensive by design: limit its share of the CPU. */
const HASH_CONCURRENCY = 4
const QUEUE_MAX = 100

const argon2Async = promisify(argon2)

/** Runs when a hashing slot is free, so in few calls at once; its error ends the call before the hash. */
type Admit = () => Promise<void>

export interface PasswordHasher {
  /** Returns the PHC string, `$argon2id$v=19$…`. */
  hash(password: string, admit?: Admit): Promise<string>
  /** Takes the same time without a stored hash, so that timing does not reveal whether an account exists. SECURITY.md#account-enumeration */
  verify(password: string, hash: string | undefined, admit?: Admit): Promise<boolean>
  /** Whether the hash has other cost parameters than new ones: the next sign-in hashes the password again. */
  isOutdated(hash: string): boolean
}

export function createPasswordHasher(): PasswordHasher {
  const limit = createConcurrencyLimit({
    concurrency: HASH_CONCURRENCY,
    maxQueued: QUEUE_MAX,
    onFull: () =>
      new OverloadedError('Too many people are signing in right now. Please try again in a moment.', 5),
  })

  return {
    hash: (password, admit) =>
      limit(async () => {
        await admit?.()
        return hashWith(password, randomBytes(SALT_BYTES), CURRENT_COST)
      }),
    verify: (password, stored, admit) =>
      limit(async () => {
        await admit?.()
        const { salt, cost } = read(stored)
        const computed = Buffer.from(await hashWith(password, salt, cost))
        const expected = Buffer.from(stored ?? computed)
        return (
          expected.length === computed.length && timingSafeEqual(expected, computed) && stored !== undefined
        )
      }),
    isOutdated(stored) {
      const { memory, passes, parallelism } = read(stored).cost
      return (
        memory !== CURRENT_COST.memory ||
        passes !== CURRENT_COST.passes ||
        parallelism !== CURRENT_COST.parallelism
      )
    },
  }
}

async function hashWith(password: string, salt: Buffer, cost: Cost): Promise<string> {
  const hash = await argon2Async('argon2id', {
    message: password,
    nonce: salt,
    ...cost,
    tagLength: HASH_BYTES,
  })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** Salt and cost of a stored hash; those of a new hash when it cannot be parsed. */
function read(stored = ''): { salt: Buffer; cost: Cost } {
  const [, memory, passes, parallelism, salt] = STORED.exec(stored) ?? []
  if (salt === undefined) return { salt: randomBytes(SALT_BYTES), cost: CURRENT_COST }
  return {
    salt: Buffer.from(salt, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  }
}
