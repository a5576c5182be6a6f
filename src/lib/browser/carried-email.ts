import { CARRIED_EMAIL_KEY } from './keys.ts'
import { keepStored, readStored } from './stored.ts'

/** Keeps a typed e-mail for the next sign-in or registration page of this tab. It is in no address: those are logged. */
export function saveEmailForNextPage(email: string): void {
  keepStored(CARRIED_EMAIL_KEY, email || undefined, 'sessionStorage')
}

/** The e-mail that the page before left behind, once; empty when there is none. */
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
