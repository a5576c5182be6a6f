import { useEffect, useEffectEvent } from 'react'

/** Calls `onReturn` when this page returns from the back/forward cache. */
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
