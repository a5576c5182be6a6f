import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { guardPage } from '../../lib/browser/protected-page.ts'
import { $session } from '../../lib/stores/session.ts'

/**
 * True once the shopper is known to be signed in. Until then, and for a guest, who is sent to `/login`, a protected
 * page renders nothing. §2 Protected routes
 */
export function useProtectedPage(): boolean {
  const session = useStore($session, { ssr: 'initial' })
  useEffect(guardPage, [])
  return session === 'signed-in'
}
