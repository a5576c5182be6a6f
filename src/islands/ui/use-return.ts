import { useEffect, useEffectEvent } from 'react'

/** Calls `onReturn` when this page comes back from the back/forward cache, as it was left. */
export function useReturn(onReturn: () => void): void {
  const call = useEffectEvent(onReturn)
  useEffect(() => {
    const hear = ({ persisted }: PageTransitionEvent) => {
      if (persisted) call()
    }
    window.addEventListener('pageshow', hear)
    return () => window.removeEventListener('pageshow', hear)
  }, [])
}
