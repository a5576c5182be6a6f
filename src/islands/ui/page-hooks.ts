import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

import { takeSavedEmail } from '../../lib/auth/account-actions.ts'
import { claimPage, guardPage } from '../../lib/auth/protected-page.ts'
import { $session } from '../../lib/auth/session.ts'

const never = () => () => undefined

/** False on the server and in the hydration render, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
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

/** Fills the form's empty field `email` with the e-mail typed on the previous page. */
export function useCarriedEmail(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const email = takeSavedEmail()
    const field = form.current?.elements.namedItem('email')
    if (email && field instanceof HTMLInputElement && field.value === '') field.value = email
  }, [form])
}
