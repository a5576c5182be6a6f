import { fingerprint } from '../domain/fingerprint.ts'
import { StatusError } from '../errors.ts'
import { parseOrderRefusal } from '../schemas/order-refusal.ts'
import { inTime } from './in-time.ts'
import { keepStored, readStored } from './stored.ts'

/** A payment's is its order's own: two tabs may pay two orders. */
export type Deed = 'order' | `payment-of-${string}`

interface KeptKey {
  content: string
  key: string
}

/** Answers that settle the matter: nothing was made, and the same request would be refused again. */
const REFUSALS = [400, 403, 404, 413, 415, 422]

/** Of this page, by key: whichever is answered first answers the newest try. */
const calls = new Map<string, Promise<unknown>[]>()

/**
 * Runs `send` with an idempotency key for this content. The key outlives reloads, failures and other tabs of the shop,
 * until an answer says that the deed is done or refused; other content gets another key. So a failure can be told as
 * soon as a shopper has waited long enough: a try after that is the same deed and takes the answer to any try before it.
 * An answer that comes later still goes to `late` of the newest try, unless other content was sent by then. design §7
 */
export async function sendOnce<T>(
  deed: Deed,
  content: unknown,
  send: (key: string) => Promise<T>,
  late: (answer: T) => void,
): Promise<T> {
  const key = keyFor(deed, fingerprint(JSON.stringify(content)))
  const call = send(key).then(
    (answer) => {
      const isLatest = read(deed)?.key === key
      forget(deed, key)
      return { answer, isLatest }
    },
    (error: unknown) => {
      if (error instanceof StatusError && isRefusal(error)) forget(deed, key)
      throw error
    },
  )
  // One key is one deed, which has one kind of answer.
  const tries = [...((calls.get(key) ?? []) as (typeof call)[]), call]
  calls.set(key, tries)
  const first = Promise.any(tries).catch(() => call)
  const { answer } = await inTime(first, (told) => {
    if (told.isLatest && calls.get(key) === tries) late(told.answer)
  })
  return answer
}

/** A 409 may also say that the same request is under way: only one that names what is wrong with the order is final. */
function isRefusal({ status, body }: StatusError): boolean {
  return REFUSALS.includes(status) || (status === 409 && parseOrderRefusal(body) !== undefined)
}

function keyFor(deed: Deed, content: string): string {
  const kept = read(deed)
  if (kept?.content === content) return kept.key
  const fresh = { content, key: crypto.randomUUID() }
  keepStored(storageKey(deed), fresh)
  return fresh.key
}

function read(deed: Deed): KeptKey | undefined {
  try {
    const kept: unknown = JSON.parse(readStored(storageKey(deed)) ?? 'null')
    return isKeptKey(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Other content may have a key of its own by now: that one stays. */
function forget(deed: Deed, key: string): void {
  if (read(deed)?.key === key) keepStored(storageKey(deed), undefined)
}

function storageKey(deed: Deed): string {
  return `idempotency-key-${deed}`
}

function isKeptKey(value: unknown): value is KeptKey {
  if (typeof value !== 'object' || value === null) return false
  const kept: Partial<Record<keyof KeptKey, unknown>> = value
  return typeof kept.content === 'string' && typeof kept.key === 'string'
}
