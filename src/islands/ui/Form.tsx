import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { Alert } from './Alert.tsx'
import { useHydrated } from './use-hydrated.ts'

interface Props extends Omit<ComponentProps<'form'>, 'ref' | 'method' | 'noValidate'> {
  ref?: RefObject<HTMLFormElement | null>
}

/**
 * A server-rendered form. Before hydration, `scripts/inline/head.js` intercepts its submit; the form submits the typed
 * values once it is hydrated. When its script fails to load, it shows an error.
 */
export function Form({ ref, className = '', children, ...props }: Props) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const isHydrated = useHydrated()

  useLayoutEffect(() => {
    const { current } = form
    if (!isHydrated || current?.dataset.pressed === undefined) return
    delete current.dataset.pressed
    // Inside its own effects React delays the render of errors.
    queueMicrotask(() => current.requestSubmit())
  }, [isHydrated, form])

  return (
    <form
      {...props}
      ref={form}
      method="post"
      noValidate
      data-hydrating={isHydrated ? undefined : ''}
      className={`group ${className}`}
    >
      {!isHydrated && (
        <div className="hidden group-data-[failed]:block">
          <Alert>{t("This page didn't load completely. Please reload it and try again.")}</Alert>
        </div>
      )}
      {children}
    </form>
  )
}
