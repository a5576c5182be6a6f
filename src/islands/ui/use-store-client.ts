import { useState } from 'react'

import { goToLogin, ensureOwnSession } from '../../lib/browser/protected-page.ts'
import { browserClient } from '../../lib/browser/store-client.ts'
import { SessionLostError } from '../../lib/errors.ts'
import type { StoreClient } from '../../lib/store-api/client.ts'
import { expireSession } from '../../lib/stores/session-actions.ts'

/**
 * The store API for an island, the same object in every render. Any 401 removes the cookie. On a protected page it
 * also leads to `/login` with the path, and nothing is sent in the name of another account than the page's own.
 */
export function useStoreClient(access: 'public' | 'protected' = 'public'): StoreClient {
  const [client] = useState(() =>
    deferred(() => {
      if (access === 'protected' && !ensureOwnSession()) throw new SessionLostError()
      return browserClient(() => {
        expireSession()
        if (access === 'protected') goToLogin()
      })
    }),
  )
  return client
}

/** Connects at the first call: the server renders islands too, and has no page address to read. */
function deferred(connect: () => StoreClient): StoreClient {
  return {
    get publicBase() {
      return connect().publicBase
    },
    get: async (path, schema, query) => connect().get(path, schema, query),
    post: async (path, schema, body, headers) => connect().post(path, schema, body, headers),
  }
}
