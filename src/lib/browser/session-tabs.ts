import { SESSION_KEY } from '../constants.ts'
import { checkSession } from '../stores/session.ts'
import { dropCheckoutDraft } from './drop-checkout-draft.ts'

/** Names the end of a session whose token the store refused. */
export const EXPIRED = 'expired'
const ACCOUNT = /"account":"[^"]+"/

/**
 * Calls `check` when this page comes back from the back/forward cache or is shown, and with `isTold` when another tab
 * signs in or out. A frozen tab hears nothing, so the first two count as well. The function returned stops it.
 */
export function watchSession(check: (isTold: boolean) => void): () => void {
  const watch = new AbortController()
  for (const type of ['pageshow', 'visibilitychange']) {
    window.addEventListener(type, () => check(false), watch)
  }
  window.addEventListener('storage', ({ key }) => key === SESSION_KEY && check(true), watch)
  return () => watch.abort()
}

/** Keeps the session's state true on every page, and drops the typed address of a shopper who has left. */
export function followSession(): void {
  checkSession()
  watchSession(() => checkSession())
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === SESSION_KEY && !mayGoOn(oldValue ?? '', newValue ?? '')) dropCheckoutDraft()
  })
}

/** True when the same account signs in again, or may after its session expired: the draft names its account. */
function mayGoOn(before: string, after: string): boolean {
  if (before.includes(EXPIRED) || after.includes(EXPIRED)) return true
  const account = ACCOUNT.exec(after)?.[0]
  return account !== undefined && account === ACCOUNT.exec(before)?.[0]
}
