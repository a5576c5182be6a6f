import { createClient, storeApiBase, type StoreClient } from '../api-client/client.ts'
import { SessionLostError } from '../api-client/errors.ts'
import { ensureOwnSession, goToLogin } from './protected-page.ts'
import { expireSession, readToken } from './session.ts'

/**
 * Upper limit for all calls. Screens show a failure sooner (`withResponseTimeout`), except for orders and payments at a
 * store without idempotency keys, where a second try could order twice.
 */
const DEADLINE_MS = 15_000

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
    post: async (path, schema, body, headers, signal) =>
      connect().post(path, schema, body, { ...pageLanguage(), ...headers }, signal),
    remove: async (path) => connect().remove(path),
  }
}

/** The language of the page, which may differ from the browser's: messages about an order are written in it. */
function pageLanguage(): Record<string, string> {
  const { lang } = document.documentElement
  return lang === '' ? {} : { 'accept-language': lang }
}
