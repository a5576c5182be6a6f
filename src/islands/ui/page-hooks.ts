import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import { claimPage, guardPage } from '../../lib/auth/protected-page.ts'
import { $session } from '../../lib/auth/session-store.ts'

const never = () => () => undefined

/** False on the server and in the hydration render, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Returns how the shopper came to this page; `undefined` where the browser does not say. */
export function navigationType(): NavigationTimingType | undefined {
  const [visit] = performance.getEntriesByType('navigation')
  return visit && 'type' in visit ? visit.type : undefined
}

/** Calls `onReturn` when this page returns from the back/forward cache. */
export function useReturn(onReturn: () => void): void {
  const call = useEffectEvent(onReturn)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) call()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}

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
