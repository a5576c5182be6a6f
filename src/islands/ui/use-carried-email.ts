import { useLayoutEffect, type RefObject } from 'react'

import { takeSavedEmail } from '../../lib/auth/account-actions.ts'

/** Fills the form's empty field `email` with the e-mail typed on the previous page. */
export function useCarriedEmail(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const email = takeSavedEmail()
    const field = form.current?.elements.namedItem('email')
    if (email && field instanceof HTMLInputElement && field.value === '') field.value = email
  }, [form])
}
