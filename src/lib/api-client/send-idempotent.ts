import { EarlierOrderError, StatusError } from './errors.ts'
import { isKeyReused, parseOrderRefusal } from '@tanabana/contract/order.ts'
import { fingerprint, readCookie, removeCookie, writeCookie } from '../platform/cookies.ts'
import { withResponseTimeout } from './response-timeout.ts'

/** A call with a key of its own. Each order to pay has its own key: two tabs may pay two orders. */
export type Operation = 'order' | `payment-of-${string}`

interface StoredKey {
  key: string
  /** Digest of the content that was last sent with the key. */
  content: string
}

/** As long as the reference API remembers keys. */
const KEY_SECONDS = 24 * 60 * 60
const STORED_KEY = /^([0-9a-f-]{36})\.([0-9a-z-]+)$/

/** Statuses of a final refusal: nothing was created, and the same request would be refused again. */
const FINAL_STATUSES = [400, 403, 404, 413, 415, 422]

interface Success<T> {
  result: T
  /** True when no other content was sent before the response. */
  isLatest: boolean
}

/** Calls of this page by key and content. The first success settles the newest try. */
const calls = new Map<string, Promise<unknown>[]>()
/** Number of calls in flight per key, whatever their content. */
const inFlight = new Map<string, number>()
/**
 * Keys that this page created and whose responses were all refusals. A key of another page may have calls in flight
 * there.
 */
const refusedOnly = new Set<string>()
/** Keys whose earlier order this page has reported. */
const reported = new Set<string>()

/**
 * Sends with an idempotency key for this content. The key survives reloads and failures and is shared by all tabs,
 * until a response reports success or a refusal. Rejects after the timeout of `withResponseTimeout`; a later try has the same
 * key and takes the first successful response. A response after the timeout goes to `onLateResult` of the newest try,
 * unless other content was sent since. A refusal ends the key only where no try with it may still succeed: this page
 * created the key, and each of its tries was refused.
 *
 * An order of other content keeps the key. If the earlier order was created, the API responds with 422 `key-reused`;
 * the next order of this page then gets a new key, and a page that opens before that reports the earlier order again.
 * docs/decisions/0020-idempotency-key-in-a-cookie.md
 * @throws {EarlierOrderError} an earlier order with this key was created
 */
export async function sendIdempotent<T>(
  operation: Operation,
  content: unknown,
  send: (key: string) => Promise<T>,
  onLateResult: (result: T) => void,
): Promise<T> {
  const own = keyFor(operation, fingerprint(JSON.stringify(content)))
  countInFlight(own.key, 1)
  const call = send(own.key)
    .finally(() => countInFlight(own.key, -1))
    .then(
      (result): Success<T> => {
        const isLatest = isStored(operation, own)
        endKey(operation, own)
        return { result, isLatest }
      },
      (error: unknown) => {
        const isEarlier =
          operation === 'order' &&
          error instanceof StatusError &&
          error.status === 422 &&
          isKeyReused(error.body)
        if (!isFinal(error)) refusedOnly.delete(own.key)
        else if (!isEarlier && refusedOnly.has(own.key) && !inFlight.has(own.key)) endKey(operation, own)
        throw isEarlier ? new EarlierOrderError() : error
      },
    )
  // Calls with the same key and content belong to one operation, so they resolve to one type.
  const name = `${own.key} ${own.content}`
  const tries = [...((calls.get(name) ?? []) as (typeof call)[]), call]
  calls.set(name, tries)
  const deliverLate = ({ result, isLatest }: Success<T>) => {
    if (isLatest && calls.get(name) === tries) onLateResult(result)
  }
  const first = Promise.any(tries).catch(() => call)
  // Report a refusal at once, even while an earlier try is in flight.
  const refused = call.then(
    () => first,
    (error: unknown) =>
      isFinal(error) || error instanceof EarlierOrderError ? Promise.reject(error) : first,
  )
  const outcome = Promise.race([first, refused])
  outcome.catch(() => first.then(deliverLate, () => undefined))
  try {
    return (await withResponseTimeout(outcome, deliverLate)).result
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

/** A 409 without a code means that the same request is in flight, so it is not final. */
function isFinal(error: unknown): error is StatusError {
  if (!(error instanceof StatusError)) return false
  const { status, body } = error
  return FINAL_STATUSES.includes(status) || (status === 409 && parseOrderRefusal(body) !== undefined)
}

function keyFor(operation: Operation, content: string): StoredKey {
  const stored = readKey(operation)
  const isUsable = stored !== undefined && !reported.has(stored.key)
  if (isUsable && stored.content === content) return stored
  // A payment with other content needs a new key: the API detects an order that is paid twice and marks a refund.
  const own: StoredKey = { content, key: isUsable && operation === 'order' ? stored.key : createKey() }
  writeCookie(cookieName(operation), `${own.key}.${own.content}`, KEY_SECONDS)
  return own
}

function createKey(): string {
  const key = crypto.randomUUID()
  refusedOnly.add(key)
  return key
}

function readKey(operation: Operation): StoredKey | undefined {
  const [, key, content] = STORED_KEY.exec(readCookie(cookieName(operation)) ?? '') ?? []
  return key !== undefined && content !== undefined ? { key, content } : undefined
}

function isStored(operation: Operation, { key, content }: StoredKey): boolean {
  const stored = readKey(operation)
  return stored?.key === key && stored.content === content
}

/** Removes the key unless newer content uses it. */
function endKey(operation: Operation, own: StoredKey): void {
  if (isStored(operation, own)) removeCookie(cookieName(operation))
}

/** All tabs share a cookie, and it needs no room in localStorage. */
function cookieName(operation: Operation): string {
  return `idempotency-key-${encodeURIComponent(operation)}`
}
