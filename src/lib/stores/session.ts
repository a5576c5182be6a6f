import { atom } from 'nanostores'

import { hasToken } from '../browser/has-token.ts'

export type Session = 'loading' | 'guest' | 'signed-in'

/** Signed in means that the auth cookie exists; `loading` until the first check. docs/requirements.md#41-authentication */
export const $session = atom<Session>('loading')

/** Checks the cookie: at start, after the back/forward cache, and when a tab becomes visible. */
export function checkSession(): void {
  $session.set(hasToken() ? 'signed-in' : 'guest')
}
