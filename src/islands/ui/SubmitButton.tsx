import type { ReactNode } from 'react'

import { buttonClasses } from '../../styles/classes.ts'

interface Props {
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
 * The submit button of a form. While pending it stays focusable and announces its state; `useSubmit` prevents a second
 * submit. Pressed before hydration, it looks pending until then (`Form`).
 */
export function SubmitButton({ isPending, pendingText, disabled = false, children, ...described }: Props) {
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
