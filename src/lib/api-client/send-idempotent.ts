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

/** State of a key in this page. */
interface KeyState {
  /** Calls in flight, whatever their content. */
  inFlight: number
  /** True while all responses are refusals, for a key of this page: one of another page may have calls in flight there. */
  isOnlyRefused: boolean
  /** True when this page has reported the earlier order. */
  isReported: boolean
  /** Calls by content. The first success settles the newest try. */
  tries: Map<string, Promise<unknown>[]>
}

const states = new Map<string, KeyState>()

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
  const state = stateOf(own.key)
  const call = sendOnce(operation, own, send)
  // Calls with the same key and content belong to one operation, so they resolve to one type.
  const tries = [...((state.tries.get(own.content) ?? []) as (typeof call)[]), call]
  state.tries.set(own.content, tries)
  const success = Promise.any(tries)
  try {
    const outcome = Promise.race([success.catch(() => call), refusalOf(call)])
    return (await withResponseTimeout(outcome)).result
  } catch (error) {
    if (error instanceof EarlierOrderError) state.isReported = true
    success.then(deliverLate, () => undefined)
    throw error
  }

  function deliverLate({ result, isLatest }: Success<T>): void {
    if (isLatest && state.tries.get(own.content) === tries) onLateResult(result)
  }
}

/** Sends one request, and ends the key when its response allows that. */
function sendOnce<T>(
  operation: Operation,
  own: StoredKey,
  send: (key: string) => Promise<T>,
): Promise<Success<T>> {
  const state = stateOf(own.key)
  state.inFlight += 1
  return send(own.key)
    .finally(() => (state.inFlight -= 1))
    .then(
      (result) => {
        const isLatest = isStored(operation, own)
        endKey(operation, own)
        return { result, isLatest }
      },
      (error: unknown) => {
        if (operation === 'order' && isOfEarlierOrder(error)) throw new EarlierOrderError()
        if (!isFinal(error)) state.isOnlyRefused = false
        else if (state.isOnlyRefused && state.inFlight === 0) endKey(operation, own)
        throw error
      },
    )
}

/** Rejects when the call is refused, even while an earlier try is in flight; never settles otherwise. */
function refusalOf(call: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    call.catch((error: unknown) => {
      if (isFinal(error) || error instanceof EarlierOrderError) reject(error)
    })
  })
}

function stateOf(key: string): KeyState {
  const known = states.get(key)
  if (known) return known
  const state = { inFlight: 0, isOnlyRefused: false, isReported: false, tries: new Map() }
  states.set(key, state)
  return state
}

/** True when an earlier order was created with the key. */
function isOfEarlierOrder(error: unknown): boolean {
  return error instanceof StatusError && error.status === 422 && isKeyReused(error.body)
}

/** A 409 without a code means that the same request is in flight, so it is not final. */
function isFinal(error: unknown): error is StatusError {
  if (!(error instanceof StatusError)) return false
  const { status, body } = error
  return FINAL_STATUSES.includes(status) || (status === 409 && parseOrderRefusal(body) !== undefined)
}

function keyFor(operation: Operation, content: string): StoredKey {
  const stored = readKey(operation)
  const isUsable = stored !== undefined && !stateOf(stored.key).isReported
  if (isUsable && stored.content === content) return stored
  // A payment with other content needs a new key: the API detects an order that is paid twice and marks a refund.
  const own: StoredKey = { content, key: isUsable && operation === 'order' ? stored.key : createKey() }
  writeCookie(cookieName(operation), `${own.key}.${own.content}`, KEY_SECONDS)
  return own
}

function createKey(): string {
  const key = crypto.randomUUID()
  stateOf(key).isOnlyRefused = true
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
