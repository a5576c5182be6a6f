import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { ApiError } from '../errors.ts'

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. About 50 ms here. T20 */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const HASH_BYTES = 32
const SALT_BYTES = 16

/** Hashing is meant to be expensive, so it must not take the whole machine. */
const HASHES_AT_ONCE = 4
const WAITING_MAX = 100

const argon2Async = promisify(argon2)

export interface PasswordHasher {
  /** `$argon2id$v=19$…`, as other tools write it. */
  hash(password: string): Promise<string>
  /** Takes as long when there is no hash to compare with: nobody learns whether the account exists. T19 */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

export function createPasswordHasher(): PasswordHasher {
  const limit = createLimit()

  return {
    hash: (password) => limit(() => hashWith(password, randomBytes(SALT_BYTES))),
    verify: (password, stored) =>
      limit(async () => {
        const salt = stored === undefined ? randomBytes(SALT_BYTES) : saltOf(stored)
        const computed = Buffer.from(await hashWith(password, salt))
        const expected = Buffer.from(stored ?? computed)
        return (
          expected.length === computed.length && timingSafeEqual(expected, computed) && stored !== undefined
        )
      }),
  }
}

async function hashWith(password: string, salt: Buffer): Promise<string> {
  const hash = await argon2Async('argon2id', {
    message: password,
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: HASH_BYTES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function saltOf(stored: string): Buffer {
  return Buffer.from(stored.split('$')[4] ?? '', 'base64')
}

/** Runs a few at once and lets some wait; past that it is better to say so than to let everybody wait. */
function createLimit() {
  let running = 0
  const waiting: (() => void)[] = []

  return async function limit<T>(work: () => Promise<T>): Promise<T> {
    if (running >= HASHES_AT_ONCE) {
      if (waiting.length >= WAITING_MAX) {
        throw new ApiError(503, 'Many people are signing in at once. Please try again in a moment.', {
          'retry-after': '5',
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
