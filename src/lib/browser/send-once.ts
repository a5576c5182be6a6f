import { fingerprint } from '../domain/fingerprint.ts'
import { EarlierOrderError, StatusError } from '../errors.ts'
import { isKeyReused, parseOrderRefusal } from '../schemas/order-refusal.ts'
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

interface Sent<T> {
  answer: T
  /** Nothing else was sent since. */
  isLatest: boolean
}

/** Calls of this page by key and content; the first success answers the newest try. */
const calls = new Map<string, Promise<unknown>[]>()
/** How many calls of this page with a key have no answer yet, whatever their content. */
const unanswered = new Map<string, number>()

/**
 * Runs `send` with an idempotency key for this content. The key outlives reloads, failures and other tabs of the shop,
 * until an answer says that the deed is done or refused. So a failure can be told as soon as a shopper has waited long
 * enough: a try after that is the same deed and takes the answer to any try before it. An answer that comes later still
 * goes to `onLateResult` of the newest try, unless other content was sent by then. A refusal keeps the key while an
 * earlier try is unanswered: that one may still succeed.
 *
 * An order of other content keeps the key: a store API refuses it (422) where the earlier one was made after all.
 * @throws {EarlierOrderError} it did
 */
export async function sendOnce<T>(
  deed: Deed,
  content: unknown,
  send: (key: string) => Promise<T>,
  onLateResult: (answer: T) => void,
): Promise<T> {
  const own = keyFor(deed, fingerprint(JSON.stringify(content)))
  countUnanswered(own.key, 1)
  const call = send(own.key)
    .finally(() => countUnanswered(own.key, -1))
    .then(
      (answer): Sent<T> => {
        const isLatest = isKept(deed, own)
        forget(deed, own)
        return { answer, isLatest }
      },
      (error: unknown) => {
        const isEarlier = error instanceof StatusError && error.status === 422 && isKeyReused(error.body)
        if (isEarlier || (isFinal(error) && !unanswered.has(own.key))) forget(deed, own)
        throw isEarlier && deed === 'order' ? new EarlierOrderError() : error
      },
    )
  // One key and content is one deed, which has one kind of answer.
  const name = `${own.key} ${own.content}`
  const tries = [...((calls.get(name) ?? []) as (typeof call)[]), call]
  calls.set(name, tries)
  const handOn = (result: Sent<T>) => {
    if (result.isLatest && calls.get(name) === tries) onLateResult(result.answer)
  }
  const first = Promise.any(tries).catch(() => call)
  // A refusal is said at once, also while an earlier try is unanswered.
  const refused = call.then(
    () => first,
    (error: unknown) =>
      isFinal(error) || error instanceof EarlierOrderError ? Promise.reject(error) : first,
  )
  const outcome = Promise.race([first, refused])
  outcome.catch(() => first.then(handOn, () => undefined))
  return (await inTime(outcome, handOn)).answer
}

function countUnanswered(key: string, change: 1 | -1): void {
  const count = (unanswered.get(key) ?? 0) + change
  if (count > 0) unanswered.set(key, count)
  else unanswered.delete(key)
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
    kept && deed === 'order' ? { content, key: kept.key } : { content, key: crypto.randomUUID() }
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

/** Keeps the key of newer content. */
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
