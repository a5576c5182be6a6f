import { carryToast } from '../platform/toasts.ts'
import { endedSessionMessages } from './ended-session-messages.ts'
import { loginPath } from './return-path.ts'
import { checkSession, watchSession } from './session-store.ts'
import { readSessionId } from './session.ts'

/** Session id for which the page was loaded. */
let owner: string | undefined

/** Replaces this page with the sign-in page, which returns here. Without `replace`, going back would loop. */
export function goToLogin(): void {
  location.replace(loginPath(location.pathname + location.search))
}

/** Binds the page to the current session. Call it before loading or showing a shopper's data. */
export function claimPage(): void {
  owner = readSessionId()
}

export function isOwnSession(): boolean {
  return readSessionId() === owner
}

/**
 * True while the session of the page is current. Otherwise navigates away: to the sign-in page for a guest, or reloads
 * the page for another account.
 */
export function ensureOwnSession(): boolean {
  if (isOwnSession()) return true
  const isGuest = readSessionId() === undefined
  carryToast(isGuest ? endedSessionMessages.sessionEnded : endedSessionMessages.accountChanged)
  if (isGuest) goToLogin()
  else location.replace(location.pathname + location.search)
  return false
}

/**
 * Sends a guest to the sign-in page, now and later, and calls `onLost` when the session changes: hide the page's data
 * then. Returns a function that stops the watch.
 */
export function guardPage(onLost: () => void): () => void {
  checkSession()
  if (readSessionId() === undefined && !document.hidden) goToLogin()
  return watchSession((isBroadcast) => {
    checkSession()
    // A page that is being unloaded is hidden, too. Leave its navigation alone.
    if (document.hidden && !isBroadcast) return
    if (!ensureOwnSession()) onLost()
  })
}
