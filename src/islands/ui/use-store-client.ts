import { useState } from 'react'

import { goToLogin } from '../../lib/browser/protected-page.ts'
import { browserClient } from '../../lib/browser/store-client.ts'
import type { StoreClient } from '../../lib/store-api/client.ts'
import { endSession } from '../../lib/stores/session-actions.ts'

/**
 * The store API for an island, the same object in every render. Any 401 removes the cookie; on a protected page it
 * also leads to `/login` with the path (§6, §8).
 */
export function useStoreClient(access: 'public' | 'protected' = 'public'): StoreClient {
  const [client] = useState(() =>
    deferred(() =>
      browserClient(() => {
        endSession()
        if (access === 'protected') goToLogin()
      }),
    ),
  )
  return client
}

/** Connects at the first call: the server renders islands too, and has no page address to read. */
function deferred(connect: () => StoreClient): StoreClient {
  return {
    get publicBase() {
      return connect().publicBase
    },
    get: (path, schema, query) => connect().get(path, schema, query),
    post: (path, schema, body, headers) => connect().post(path, schema, body, headers),
  }
}
