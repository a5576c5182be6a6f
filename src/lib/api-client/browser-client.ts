import { readToken } from '../auth/token.ts'
import { createClient, storeApiBase, type StoreClient } from './client.ts'

/**
 * Upper limit for all calls. Screens show a failure sooner (`withTimeout`), except for orders and payments at a store
 * without idempotency keys, where a second try could order twice.
 */
const DEADLINE_MS = 15_000

/**
 * Creates a client for the address in `<html data-store-api>`, with the shopper's token. Calls `onUnauthorized` on
 * every 401. docs/requirements.md#810-unauthorized
 */
export function browserClient(onUnauthorized: () => void): StoreClient {
  return createClient({
    base: document.documentElement.dataset.storeApi ?? storeApiBase(location),
    // A cached product would hide a price change.
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-cache' }),
    token: readToken,
    onUnauthorized,
    deadlineMs: DEADLINE_MS,
  })
}
