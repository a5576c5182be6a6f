import { loginPath } from '../domain/return-path.ts'
import { sessionMessages } from '../messages/session.ts'
import { checkSession } from '../stores/session.ts'
import { carryToast } from './carried-toasts.ts'
import { readSessionId } from './session-id.ts'
import { watchSession } from './session-tabs.ts'

/** Whose page this is. */
let owner: string | undefined

/** To the sign-in page, which comes back here. The page left is no step in the history: going back would loop. */
export function goToLogin(): void {
  location.replace(loginPath(location.pathname + location.search))
}

/** Makes this the page of the present session: call it before anything of a shopper is loaded or shown. */
export function claimPage(): void {
  owner = readSessionId()
}

export function isOwnSession(): boolean {
  return readSessionId() === owner
}

/**
 * True while the session is the one that the page was made for. Otherwise the page is left at once: for the sign-in
 * page, or, when another account is signed in, for a new start of its own.
 */
export function ensureOwnSession(): boolean {
  if (isOwnSession()) return true
  const isGuest = readSessionId() === undefined
  carryToast(isGuest ? sessionMessages.sessionEnded : sessionMessages.accountChanged)
  if (isGuest) goToLogin()
  else location.replace(location.pathname + location.search)
  return false
}

/**
 * Sends a guest away from this page, now and later, and calls `onLost` when the session is no longer the page's own:
 * nothing of it may be seen any more. The function returned stops the watch.
 */
export function guardPage(onLost: () => void): () => void {
  checkSession()
  if (readSessionId() === undefined && !document.hidden) goToLogin()
  return watchSession((isBroadcast) => {
    checkSession()
    // A page that is being left is hidden, too, and goes where it was sent.
    if (document.hidden && !isBroadcast) return
    if (!ensureOwnSession()) onLost()
  })
}
