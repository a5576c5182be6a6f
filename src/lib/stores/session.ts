import { atom } from 'nanostores'

import { AUTH_COOKIE } from '../constants.ts'

const TOKEN = new RegExp(`(?:^|; )${AUTH_COOKIE}=[^;]`)

export type Session = 'loading' | 'guest' | 'signed-in'

/** Signed in means that the auth token cookie exists; `loading` until it was looked at. §4 Authentication */
export const $session = atom<Session>('loading')

/** Looks at the cookie again: at start, when a page comes back from the back/forward cache, when a tab is shown. */
export function checkSession(): void {
  $session.set(TOKEN.test(document.cookie) ? 'signed-in' : 'guest')
}
