import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

import { CARRIED_EMAIL_KEY, readStored, saveStored } from '../../lib/platform/storage.ts'

/**
 * Saves a typed e-mail for the next sign-in or registration page of this tab. It stays out of the URL, because URLs are
 * logged.
 */
export function saveEmailForNextPage(email: string): void {
  saveStored(CARRIED_EMAIL_KEY, email || undefined, 'sessionStorage')
}

/** Fills the form's empty field `email` with the e-mail typed on the previous page. */
export function useCarriedEmail(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const email = takeSavedEmail()
    const field = form.current?.elements.namedItem('email')
    if (email && field instanceof HTMLInputElement && field.value === '') field.value = email
  }, [form])
}

/** Returns the e-mail that the previous page saved, once; empty without one. */
function takeSavedEmail(): string {
  const stored = readStored(CARRIED_EMAIL_KEY, 'sessionStorage')
  saveStored(CARRIED_EMAIL_KEY, undefined, 'sessionStorage')
  try {
    const email: unknown = JSON.parse(stored ?? 'null')
    return typeof email === 'string' ? email : ''
  } catch {
    return ''
  }
}
