import { ensureOwnSession, goToLogin } from '../auth/protected-page.ts'
import { expireSession, readToken } from '../auth/token.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { createClient, storeApiBase, type StoreClient } from './client.ts'
import { NoResponseError, SessionLostError } from './errors.ts'

/**
 * Upper limit for all calls. Screens show a failure sooner (`withResponseTimeout`), except for orders and payments at a
 * store without idempotency keys, where a second try could order twice.
 */
const DEADLINE_MS = 15_000
/** A shopper sees a failure within 3 s. SECURITY.md#faults */
const TIMEOUT_MS = 2500

/**
 * Creates a client for the address in `<html data-store-api>`, with the shopper's token. Reads both at each call, so
 * that an island may create its client on the server, too. Any 401 removes the cookie
 * (docs/requirements.md#810-unauthorized). On a protected page it also navigates to `/login` with the path, and nothing
 * is sent for an account other than the page's.
 */
export function browserClient(access: 'public' | 'protected' = 'public'): StoreClient {
  function connect(): StoreClient {
    if (access === 'protected' && !ensureOwnSession()) throw new SessionLostError()
    return createClient({
      base: document.documentElement.dataset.storeApi ?? storeApiBase(location),
      // A cached product would hide a price change.
      fetch: (url, init) => fetch(url, { ...init, cache: 'no-cache' }),
      token: readToken,
      onUnauthorized() {
        expireSession()
        if (access === 'protected') goToLogin()
      },
      deadlineMs: DEADLINE_MS,
    })
  }

  return {
    get publicBase() {
      return connect().publicBase
    },
    get: async (path, schema, query) => connect().get(path, schema, query),
    post: async (path, schema, body, headers) => connect().post(path, schema, body, headers),
    remove: async (path) => connect().remove(path),
  }
}

/**
 * Settles as `call` does, or rejects after 2.5 s. The call is not cancelled: its connection serves the next try, and its
 * result goes to `onLateResult`. Only for calls that are safe to repeat.
 * @throws {NoResponseError} after the timeout
 */
export function withResponseTimeout<T>(
  call: Promise<T>,
  onLateResult: (result: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new NoResponseError('No response in time'))
    }, TIMEOUT_MS)
    call.then(
      (result) => {
        clearTimeout(timer)
        if (isLate) onLateResult(result)
        else resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** The part of store info that orders and payments need. docs/requirements.md#1112-further-fields-of-store-info */
export type StoreTerms = Pick<StoreInfo, 'capabilities' | 'paymentHosts'>

/**
 * Returns the terms of the page, or loads them when the page was rendered without store info. Sending without them
 * would lose an order's sizes or a payment's key. Throws as the client does.
 */
export async function storeTerms(client: StoreClient, known: StoreTerms | undefined): Promise<StoreTerms> {
  if (known) return known
  const { fetchStoreInfo } = await import('./store-info.ts')
  return withResponseTimeout(fetchStoreInfo(client))
}
