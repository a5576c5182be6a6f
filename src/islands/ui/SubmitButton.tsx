import type { ReactNode } from 'react'

import { buttonClasses } from '../../styles/classes.ts'
import { useHydrated } from './use-hydrated.ts'

interface Props {
  isPending: boolean
  /** What the button reads while the form is under way. */
  pendingText: string
  /** Where the form itself may not be sent yet. */
  disabled?: boolean
  /** The id of what says why. */
  'aria-describedby'?: string | undefined
  children: ReactNode
}

/**
 * The button of a form. While pending it keeps the focus and says so: `useSubmit` is what sends once. Until the
 * script runs it is disabled, so that the browser does not send the form on its own and lose what was typed.
 */
export function SubmitButton({ isPending, pendingText, disabled = false, children, ...described }: Props) {
  const isHydrated = useHydrated()
  return (
    <button
      {...described}
      type="submit"
      disabled={disabled || !isHydrated}
      aria-disabled={isPending || undefined}
      className={`${buttonClasses.primary} w-full aria-disabled:cursor-progress aria-disabled:opacity-70`}
    >
      {isPending ? pendingText : children}
    </button>
  )
}
