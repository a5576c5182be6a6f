import { atom } from 'nanostores'

import { AUTH_COOKIE, SESSION_KEY } from '@tanabana/contract/constants.ts'
import { parseRecord } from '../platform/parse-stored.ts'
import { CHECKOUT_DRAFT_KEY, saveStored } from '../platform/storage.ts'

const TOKEN = new RegExp(`(?:^|; )${AUTH_COOKIE}=[^;]`)

export type Session = 'loading' | 'guest' | 'signed-in'

/** The stored record of the browser's session. It holds digests, never the token or the e-mail. */
export interface SessionRecord {
  account?: string
  token?: string
  /** Time at which the store API rejected the token, in milliseconds since 1970. */
  expired?: number
  /** Time of the sign-out, in milliseconds since 1970; makes other tabs notice the change. */
  signedOut?: number
}

/** Signed in means that the auth cookie exists; `loading` until the first check. docs/requirements.md#41-authentication */
export const $session = atom<Session>('loading')

/** Checks the cookie: at start, after the back/forward cache, and when a tab becomes visible. */
export function checkSession(): void {
  $session.set(hasToken() ? 'signed-in' : 'guest')
}

/** Parses a stored record; empty when it is absent or unreadable, or after sign-out. */
export function parseSessionRecord(stored: string | null): SessionRecord {
  const { account, token, expired } = parseRecord(stored)
  return {
    ...(typeof account === 'string' && { account }),
    ...(typeof token === 'string' && { token }),
    ...(typeof expired === 'number' && { expired }),
  }
}

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

/** Removes the checkout draft. Separate from `shipping-address.ts`, so that signing out loads no checkout code. */
export function dropCheckoutDraft(): void {
  saveStored(CHECKOUT_DRAFT_KEY, undefined, 'sessionStorage')
}

/** True when the auth cookie exists. `scripts/inline/first-paint.js` has the same check. */
function hasToken(): boolean {
  return TOKEN.test(document.cookie)
}

/** True for the same account or an expired session. */
function keepsDraft(oldValue: string | null, newValue: string | null): boolean {
  const [before, after] = [parseSessionRecord(oldValue), parseSessionRecord(newValue)]
  if (before.expired !== undefined || after.expired !== undefined) return true
  return Boolean(after.account) && after.account === before.account
}
