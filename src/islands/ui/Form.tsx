import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'

import { t } from '../../lib/messages/translate.ts'
import { Alert } from './Alert.tsx'
import { useHydrated } from './use-hydrated.ts'

interface Props extends Omit<ComponentProps<'form'>, 'ref' | 'method' | 'noValidate'> {
  ref?: RefObject<HTMLFormElement | null>
}

/**
 * The form of an island that the server renders. Until the island is ready, `scripts/inline/head.js` holds back what
 * is submitted; the form is then submitted here, with what was typed. Without its script the form says so.
 */
export function Form({ ref, className = '', children, ...props }: Props) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const isHydrated = useHydrated()

  useLayoutEffect(() => {
    const { current } = form
    if (!isHydrated || current?.dataset.pressed === undefined) return
    delete current.dataset.pressed
    // React renders errors at once only outside of its own effects.
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
