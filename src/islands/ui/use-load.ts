import { useEffect, useEffectEvent, useState } from 'react'

import { withTimeout } from '../../lib/browser/with-timeout.ts'

type Loaded<T> = { status: 'loading' } | { status: 'ready'; value: T } | { status: 'failed' }

export interface Loading<T> {
  loaded: Loaded<T>
  /** Loads again, from the loading state on. */
  reload: () => void
}

/**
 * What a screen fetches as soon as `isEnabled`. `onFailure` says it to the shopper, within 3 s; an answer that comes
 * later is shown all the same, one that comes after the screen is gone changes nothing.
 */
export function useLoad<T>(
  load: () => Promise<T>,
  onFailure: (error: unknown) => void,
  isEnabled = true,
): Loading<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const start = useEffectEvent(load)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    if (!isEnabled) return
    let isGone = false
    const show = (value: T) => {
      if (!isGone) setLoaded({ status: 'ready', value })
    }
    withTimeout(start(), show).then(show, (error: unknown) => {
      if (isGone) return
      setLoaded({ status: 'failed' })
      fail(error)
    })
    return () => {
      isGone = true
    }
  }, [isEnabled, attempt])

  function reload(): void {
    setLoaded({ status: 'loading' })
    setAttempt(attempt + 1)
  }

  return { loaded, reload }
}
