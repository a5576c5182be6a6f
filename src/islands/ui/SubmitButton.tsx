import type { ReactNode } from 'react'

import { buttonClasses } from '../../styles/classes.ts'

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
 * The button of a form. While pending it keeps the focus and says so: `useSubmit` is what sends once. Pressed before
 * the island is ready, it looks pending until then (`Form`).
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
