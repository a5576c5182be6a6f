import { fingerprint } from '../domain/fingerprint.ts'
import { EarlierOrderError, StatusError } from '../errors.ts'
import { parseOrderRefusal } from '../schemas/order-refusal.ts'
import { inTime } from './in-time.ts'
import { keepStored, readStored } from './stored.ts'

/** A payment's is its order's own: two tabs may pay two orders. */
export type Deed = 'order' | `payment-of-${string}`

interface KeptKey {
  content: string
  key: string
  /** Other content was sent with the key before, and nothing is known of it. */
  isReused?: boolean
}

/** Answers that settle the matter: nothing was made, and the same request would be refused again. */
const REFUSALS = [400, 403, 404, 413, 415, 422]

/** Of this page, by key and content: whichever is answered first answers the newest try. */
const calls = new Map<string, Promise<unknown>[]>()

/**
 * Runs `send` with an idempotency key for this content. The key outlives reloads, failures and other tabs of the shop,
 * until an answer says that the deed is done or refused. So a failure can be told as soon as a shopper has waited long
 * enough: a try after that is the same deed and takes the answer to any try before it. An answer that comes later still
 * goes to `late` of the newest try, unless other content was sent by then.
 *
 * An order of other content keeps the key: a store API refuses it (422) where the earlier one was made after all.
 * @throws {EarlierOrderError} it did
 */
export async function sendOnce<T>(
  deed: Deed,
  content: unknown,
  send: (key: string) => Promise<T>,
  late: (answer: T) => void,
): Promise<T> {
  const own = keyFor(deed, fingerprint(JSON.stringify(content)))
  const call = send(own.key).then(
    (answer) => {
      const isLatest = isKept(deed, own)
      forget(deed, own)
      return { answer, isLatest }
    },
    (error: unknown) => {
      if (!isFinal(error)) throw error
      forget(deed, own)
      const isOfEarlier = error.status === 422 && own.isReused && !parseOrderRefusal(error.body)
      throw isOfEarlier ? new EarlierOrderError() : error
    },
  )
  // One key and content is one deed, which has one kind of answer.
  const name = `${own.key} ${own.content}`
  const tries = [...((calls.get(name) ?? []) as (typeof call)[]), call]
  calls.set(name, tries)
  const first = Promise.any(tries).catch(() => call)
  // A refusal is final: whatever an earlier try waits for comes to the same.
  const refused = call.then(
    () => first,
    (error: unknown) =>
      isFinal(error) || error instanceof EarlierOrderError ? Promise.reject(error) : first,
  )
  const { answer } = await inTime(Promise.race([first, refused]), (told) => {
    if (told.isLatest && calls.get(name) === tries) late(told.answer)
  })
  return answer
}

/** A 409 may also say that the same request is under way: only one that names what is wrong with the order is final. */
function isFinal(error: unknown): error is StatusError {
  if (!(error instanceof StatusError)) return false
  const { status, body } = error
  return REFUSALS.includes(status) || (status === 409 && parseOrderRefusal(body) !== undefined)
}

function keyFor(deed: Deed, content: string): KeptKey {
  const kept = read(deed)
  if (kept?.content === content) return kept
  // A payment may be tried another way: what is paid twice is found and given back.
  const own: KeptKey =
    kept && deed === 'order'
      ? { content, key: kept.key, isReused: true }
      : { content, key: crypto.randomUUID() }
  keepStored(storageKey(deed), own)
  return own
}

function read(deed: Deed): KeptKey | undefined {
  try {
    const kept: unknown = JSON.parse(readStored(storageKey(deed)) ?? 'null')
    return isKeptKey(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isKept(deed: Deed, { key, content }: KeptKey): boolean {
  const kept = read(deed)
  return kept?.key === key && kept.content === content
}

/** What was sent since stays. */
function forget(deed: Deed, own: KeptKey): void {
  if (isKept(deed, own)) keepStored(storageKey(deed), undefined)
}

function storageKey(deed: Deed): string {
  return `idempotency-key-${deed}`
}

function isKeptKey(value: unknown): value is KeptKey {
  if (typeof value !== 'object' || value === null) return false
  const kept: Partial<Record<keyof KeptKey, unknown>> = value
  return typeof kept.content === 'string' && typeof kept.key === 'string'
}
