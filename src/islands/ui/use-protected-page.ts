import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { claimPage, guardPage } from '../../lib/auth/protected-page.ts'
import { $session } from '../../lib/auth/session.ts'

/**
 * True while the shopper for whom the page was loaded is signed in. A protected page renders nothing until then, for a
 * guest, and for another account.
 */
export function useProtectedPage(): boolean {
  const session = useStore($session, { ssr: 'initial' })
  // Runs before the first call of a child.
  useState(claimPage)
  const [isLost, setLost] = useState(false)
  useEffect(() => guardPage(() => setLost(true)), [])
  return session === 'signed-in' && !isLost
}
