import { atom } from 'nanostores'

import { readToken, removeToken, writeToken } from '../browser/cookies.ts'

export type Session = 'loading' | 'guest' | 'signed-in'

/** Signed in means that the auth token cookie exists; `loading` until it was looked at. §4 Authentication */
export const $session = atom<Session>('loading')

/** Looks at the cookie again: at start, when a page comes back from the back/forward cache, when a tab is shown. */
export function checkSession(): void {
  $session.set(readToken() === undefined ? 'guest' : 'signed-in')
}

export function startSession(token: string, isRemembered: boolean): void {
  writeToken(token, isRemembered)
  checkSession()
}

/** Removes the cookie: at sign-out, and after any 401 (§8). */
export function endSession(): void {
  removeToken()
  checkSession()
}
