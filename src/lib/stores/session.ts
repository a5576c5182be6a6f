import { atom } from 'nanostores'

import { hasToken } from '../browser/has-token.ts'

export type Session = 'loading' | 'guest' | 'signed-in'

/** Signed in means that the auth token cookie exists; `loading` until it was looked at. docs/requirements.md#41-authentication */
export const $session = atom<Session>('loading')

/** Looks at the cookie again: at start, when a page comes back from the back/forward cache, when a tab is shown. */
export function checkSession(): void {
  $session.set(hasToken() ? 'signed-in' : 'guest')
}
