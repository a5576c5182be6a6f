import { SESSION_KEY } from '../constants.ts'
import { checkSession } from '../stores/session.ts'
import { dropCheckoutDraft } from './drop-checkout-draft.ts'
import { parseSessionRecord } from './session-record.ts'

/**
 * Calls `check` when this page comes back from the back/forward cache or is shown, and with `isBroadcast` when another
 * tab signs in or out. A frozen tab hears nothing, so the first two count as well. The function returned stops it.
 */
export function watchSession(check: (isBroadcast: boolean) => void): () => void {
  const watch = new AbortController()
  for (const type of ['pageshow', 'visibilitychange']) {
    window.addEventListener(type, () => check(false), watch)
  }
  window.addEventListener('storage', ({ key }) => key === SESSION_KEY && check(true), watch)
  return () => watch.abort()
}

/** Updates the session state and drops the draft when another account takes over. */
export function followSession(): void {
  checkSession()
  watchSession(() => checkSession())
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === SESSION_KEY && !keepsDraft(oldValue, newValue)) dropCheckoutDraft()
  })
}

/** True when the draft may stay: same account, or the session expired. */
function keepsDraft(oldValue: string | null, newValue: string | null): boolean {
  const [before, after] = [parseSessionRecord(oldValue), parseSessionRecord(newValue)]
  if (before.expired !== undefined || after.expired !== undefined) return true
  return Boolean(after.account) && after.account === before.account
}
