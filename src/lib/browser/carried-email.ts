import { CARRIED_EMAIL_KEY } from './keys.ts'
import { keepStored, readStored } from './stored.ts'

/**
 * Saves a typed e-mail for the next sign-in or registration page of this tab. It stays out of the URL, because URLs are
 * logged.
 */
export function saveEmailForNextPage(email: string): void {
  keepStored(CARRIED_EMAIL_KEY, email || undefined, 'sessionStorage')
}

/** Returns the e-mail that the previous page saved, once; empty without one. */
export function takeSavedEmail(): string {
  const stored = readStored(CARRIED_EMAIL_KEY, 'sessionStorage')
  keepStored(CARRIED_EMAIL_KEY, undefined, 'sessionStorage')
  try {
    const email: unknown = JSON.parse(stored ?? 'null')
    return typeof email === 'string' ? email : ''
  } catch {
    return ''
  }
}
