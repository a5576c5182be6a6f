import { fingerprint } from '../domain/fingerprint.ts'
import { EarlierOrderError, StatusError } from '../errors.ts'
import { isKeyReused, parseOrderRefusal } from '../schemas/order-refusal.ts'
import { readCookie, removeCookie, writeCookie } from './cookies.ts'
import { inTime } from './in-time.ts'

/** A payment's is its order's own: two tabs may pay two orders. */
export type Deed = 'order' | `payment-of-${string}`

interface KeptKey {
  content: string
  key: string
}

/** As long as the reference API remembers keys. */
const KEY_SECONDS = 24 * 60 * 60
const KEPT_KEY = /^([0-9a-f-]{36})\.([0-9a-z-]+)$/

/** Answers that settle the matter: nothing was made, and the same request would be refused again. */
const REFUSALS = [400, 403, 404, 413, 415, 422]

interface Sent<T> {
  answer: T
  /** Nothing else was sent since. */
  isLatest: boolean
}

/** Calls of this page by key and content; the first success answers the newest try. */
const calls = new Map<string, Promise<unknown>[]>()
/** Calls in flight per key, whatever their content. */
const inFlight = new Map<string, number>()
/** Keys that this page made and whose responses were all refusals. A key of another page may have calls in flight there. */
const refusedOnly = new Set<string>()
/** Keys whose earlier order this page has reported. */
const reported = new Set<string>()

/**
 * Sends with an idempotency key for this content. The key survives reloads and failures and is shared by all tabs, until
 * a response reports success or a refusal. A failure is reported as soon as a shopper has waited long enough; a later
 * try has the same key and takes the first successful response. A response after that goes to `onLateResult` of the
 * newest try, unless other content was sent since. A refusal ends the key only where no try with it may still succeed:
 * this page made the key, and each of its tries was refused.
 *
 * An order of other content keeps the key. If the earlier order was made, the API answers 422 `key-reused`; the next
 * order of this page then gets a new key, and a page that opens before that reports the earlier order again.
 * @throws {EarlierOrderError} an earlier order with this key was made
 */
export async function sendOnce<T>(
  deed: Deed,
  content: unknown,
  send: (key: string) => Promise<T>,
  onLateResult: (answer: T) => void,
): Promise<T> {
  const own = keyFor(deed, fingerprint(JSON.stringify(content)))
  countInFlight(own.key, 1)
  const call = send(own.key)
    .finally(() => countInFlight(own.key, -1))
    .then(
      (answer): Sent<T> => {
        const isLatest = isKept(deed, own)
        forget(deed, own)
        return { answer, isLatest }
      },
      (error: unknown) => {
        const isEarlier =
          deed === 'order' && error instanceof StatusError && error.status === 422 && isKeyReused(error.body)
        if (!isFinal(error)) refusedOnly.delete(own.key)
        else if (!isEarlier && refusedOnly.has(own.key) && !inFlight.has(own.key)) forget(deed, own)
        throw isEarlier ? new EarlierOrderError() : error
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
  // Report a refusal at once, even while an earlier try is in flight.
  const refused = call.then(
    () => first,
    (error: unknown) =>
      isFinal(error) || error instanceof EarlierOrderError ? Promise.reject(error) : first,
  )
  const outcome = Promise.race([first, refused])
  outcome.catch(() => first.then(handOn, () => undefined))
  try {
    return (await inTime(outcome, handOn)).answer
  } catch (error) {
    if (error instanceof EarlierOrderError) reported.add(own.key)
    throw error
  }
}

function countInFlight(key: string, change: 1 | -1): void {
  const count = (inFlight.get(key) ?? 0) + change
  if (count > 0) inFlight.set(key, count)
  else inFlight.delete(key)
}

/** A 409 may also say that the same request is under way: only one that names what is wrong with the order is final. */
function isFinal(error: unknown): error is StatusError {
  if (!(error instanceof StatusError)) return false
  const { status, body } = error
  return REFUSALS.includes(status) || (status === 409 && parseOrderRefusal(body) !== undefined)
}

function keyFor(deed: Deed, content: string): KeptKey {
  const kept = read(deed)
  const isOpen = kept !== undefined && !reported.has(kept.key)
  if (isOpen && kept.content === content) return kept
  // A payment may be tried another way: what is paid twice is found and given back.
  const own: KeptKey = { content, key: isOpen && deed === 'order' ? kept.key : createKey() }
  writeCookie(cookieName(deed), `${own.key}.${own.content}`, KEY_SECONDS)
  return own
}

function createKey(): string {
  const key = crypto.randomUUID()
  refusedOnly.add(key)
  return key
}

function read(deed: Deed): KeptKey | undefined {
  const [, key, content] = KEPT_KEY.exec(readCookie(cookieName(deed)) ?? '') ?? []
  return key !== undefined && content !== undefined ? { key, content } : undefined
}

function isKept(deed: Deed, { key, content }: KeptKey): boolean {
  const kept = read(deed)
  return kept?.key === key && kept.content === content
}

/** Removes the key unless newer content uses it. */
function forget(deed: Deed, own: KeptKey): void {
  if (isKept(deed, own)) removeCookie(cookieName(deed))
}

/** A cookie, since all tabs share it and it needs no room in localStorage. */
function cookieName(deed: Deed): string {
  return `idempotency-key-${encodeURIComponent(deed)}`
}
