import { useEffect, useEffectEvent, useState } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { withResponseTimeout } from '../../lib/api-client/response-timeout.ts'

type Loaded<T> = { status: 'loading' } | { status: 'ready'; value: T } | { status: 'failed' }

export interface Loading<T> {
  loaded: Loaded<T>
  /** Loads again, starting from the loading state. */
  reload: () => void
}

/**
 * Loads a screen's data as soon as `isEnabled`. Calls `onFailure` within 3 s, and still shows a later result. Ignores
 * results after unmount.
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
    withResponseTimeout(start(), show).then(show, (error: unknown) => {
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

/** A persistent error message, announced at once. */
export function Alert({ children }: { children: string }) {
  return (
    <div role="alert" className="rounded border border-danger bg-raised px-4 py-3 text-sm text-danger">
      {t(children)}
    </div>
  )
}

/** A grey bar in place of a text, sized by `className`. Not announced: the region is busy. */
export function Placeholder({ className }: { className: string }) {
  return <span aria-hidden="true" className={`${className} block animate-pulse rounded bg-sunken`} />
}
