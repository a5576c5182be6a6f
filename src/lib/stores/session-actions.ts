import { forgetSession, recordExpiry, recordSession } from '../browser/session-id.ts'
import { removeToken, writeToken } from '../browser/write-token.ts'
import { $session, checkSession } from './session.ts'

export function startSession(token: string, email: string, isRemembered: boolean): void {
  writeToken(token, isRemembered)
  checkSession()
  if ($session.get() === 'signed-in') recordSession(token, email)
}

/** Removes the cookie at sign-out. Returns false when the browser keeps it. */
export function endSession(): boolean {
  removeToken()
  checkSession()
  if ($session.get() === 'signed-in') return false
  forgetSession()
  return true
}

/** Removes the cookie after any 401. */
export function expireSession(): void {
  removeToken()
  recordExpiry()
  checkSession()
}
