import { SESSION_KEY } from '../constants.ts'
import { checkSession } from '../stores/session.ts'
import { dropCheckoutDraft } from './drop-checkout-draft.ts'
import { parseSessionRecord } from './session-record.ts'

/**
 * Calls `check` when this page returns from the back/forward cache or becomes visible, and with `isBroadcast` when
 * another tab signs in or out. A frozen tab receives no storage events, hence the first two. Returns a function that
 * stops it.
 */
export function watchSession(check: (isBroadcast: boolean) => void): () => void {
  const watch = new AbortController()
  for (const type of ['pageshow', 'visibilitychange']) {
    window.addEventListener(type, () => check(false), watch)
  }
  window.addEventListener('storage', ({ key }) => key === SESSION_KEY && check(true), watch)
  return () => watch.abort()
}

/** Updates the session state, and removes the checkout draft when another account signs in. */
export function followSession(): void {
  checkSession()
  watchSession(() => checkSession())
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === SESSION_KEY && !keepsDraft(oldValue, newValue)) dropCheckoutDraft()
  })
}

/** True for the same account or an expired session. */
function keepsDraft(oldValue: string | null, newValue: string | null): boolean {
  const [before, after] = [parseSessionRecord(oldValue), parseSessionRecord(newValue)]
  if (before.expired !== undefined || after.expired !== undefined) return true
  return Boolean(after.account) && after.account === before.account
}
