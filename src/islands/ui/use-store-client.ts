import { useState } from 'react'

import { browserClient } from '../../lib/api-client/browser-client.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'
import { SessionLostError } from '../../lib/api-client/errors.ts'
import { ensureOwnSession, goToLogin } from '../../lib/auth/protected-page.ts'
import { expireSession } from '../../lib/auth/token.ts'

/**
 * Returns the store client of an island, stable across renders. Any 401 removes the cookie. On a protected page it also
 * navigates to `/login` with the path, and nothing is sent for an account other than the page's.
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

/** Creates the client at the first call: on the server there is no page URL to read. */
function deferred(connect: () => StoreClient): StoreClient {
  return {
    get publicBase() {
      return connect().publicBase
    },
    get: async (path, schema, query) => connect().get(path, schema, query),
    post: async (path, schema, body, headers) => connect().post(path, schema, body, headers),
  }
}
