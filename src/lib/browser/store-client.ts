import { createClient, type StoreClient } from '../store-api/client.ts'
import { storeApiBase } from '../store-api/address.ts'
import { readToken } from './read-token.ts'

/**
 * A shopper hears of a failure sooner (`withTimeout`), but for orders and payments of a store without idempotency keys: a
 * second try would be a second order.
 */
const DEADLINE_MS = 15_000

/**
 * The store API as this page's browser reaches it: the address that the server wrote on `<html>`, with the shopper's
 * token. `onUnauthorized` is called on every 401. docs/requirements.md#810-unauthorized
 */
export function browserClient(onUnauthorized: () => void): StoreClient {
  return createClient({
    base: document.documentElement.dataset.storeApi ?? storeApiBase(location),
    // A cached product would hide that its price has changed.
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-cache' }),
    token: readToken,
    onUnauthorized,
    deadlineMs: DEADLINE_MS,
  })
}
