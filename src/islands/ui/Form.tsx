import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps, ReactNode, RefObject } from 'react'

import { buttonClasses } from '../../styles/classes.ts'
import { useHydrated } from './page-hooks.ts'

interface Props extends Omit<ComponentProps<'form'>, 'ref' | 'method' | 'noValidate'> {
  ref?: RefObject<HTMLFormElement | null>
}

/**
 * A server-rendered form. Before hydration, `scripts/inline/islands.js` intercepts its submit; the form submits the
 * typed values once it is hydrated. When its script is lost, `scripts/inline/lost-scripts.js` shows an error.
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
      {children}
    </form>
  )
}

interface SubmitButtonProps {
  isPending: boolean
  /** Label while the submit is in flight. */
  pendingText: string
  /** Disables the button while the form can't be sent. */
  disabled?: boolean
  /** Id of the element that explains why. */
  'aria-describedby'?: string | undefined
  children: ReactNode
}

/**
 * The submit button of a form. While pending it stays focusable and announces its state; `useSubmit` prevents a
 * second submit. Pressed before hydration, it shows as pending until then (`Form`).
 */
export function SubmitButton({
  isPending,
  pendingText,
  disabled = false,
  children,
  ...described
}: SubmitButtonProps) {
  return (
    <button
      {...described}
      type="submit"
      disabled={disabled}
      aria-disabled={isPending || undefined}
      className={`${buttonClasses.primary} w-full aria-disabled:cursor-progress aria-disabled:opacity-70 group-data-[pressed]:cursor-progress group-data-[pressed]:opacity-70`}
    >
      {isPending ? pendingText : children}
    </button>
  )
}
