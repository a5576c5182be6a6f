import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { claimPage, guardPage } from '../../lib/browser/protected-page.ts'
import { $session } from '../../lib/stores/session.ts'

/**
 * True while the shopper for whom this page was made is signed in. Until that is known, for a guest and for another
 * account a protected page renders nothing.
 */
export function useProtectedPage(): boolean {
  const session = useStore($session, { ssr: 'initial' })
  // Before the first call of an island below.
  useState(claimPage)
  const [isLost, setLost] = useState(false)
  useEffect(() => guardPage(() => setLost(true)), [])
  return session === 'signed-in' && !isLost
}
