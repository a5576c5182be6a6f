import { removeToken, writeToken } from '../browser/write-token.ts'
import { checkSession } from './session.ts'

export function startSession(token: string, isRemembered: boolean): void {
  writeToken(token, isRemembered)
  checkSession()
}

/** Removes the cookie: at sign-out, and after any 401 (§8). */
export function endSession(): void {
  removeToken()
  checkSession()
}
