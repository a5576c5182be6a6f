import { cleanup } from '@testing-library/react'
import { cleanStores } from 'nanostores'
import { vi } from 'vitest'

import { $cart } from '../../../src/lib/cart/cart-store.ts'
import { $currentProducts, $priceChanges } from '../../../src/lib/cart/current-products.ts'
import { $lineRefusals, NO_REFUSALS } from '../../../src/lib/cart/line-refusals.ts'
import { $session } from '../../../src/lib/auth/session-store.ts'
import { forgetAnswers } from '../../../src/lib/quote/ask-quote.ts'
import { $quote, NO_QUOTE } from '../../../src/lib/quote/quote-store.ts'
import { $toasts } from '../../../src/lib/platform/toasts.ts'
import { clearCookies } from './cookies.ts'

/** A response of the store API; an `Error` stands for a failed connection. */
export type StubResponse =
  { status: number; body: unknown } | Error | Promise<{ status: number; body: unknown }>

interface Call {
  path: string
  authorization: string | null
  body: unknown
}

export interface IslandPage {
  calls: Call[]
  /** URLs to which the page navigated, oldest first. */
  visits: string[]
}

/** Opens a page at `path` with stubbed store API responses by method and path, such as `'GET /orders'`. */
export function openIslandPage(path: string, responses: Record<string, () => StubResponse> = {}): IslandPage {
  const page: IslandPage = { calls: [], visits: [] }
  history.replaceState(null, '', path)
  vi.spyOn(location, 'assign').mockImplementation((url) => void page.visits.push(String(url)))
  vi.spyOn(location, 'replace').mockImplementation((url) => void page.visits.push(String(url)))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    const asked = pathname.replace('/api/v1', '')
    page.calls.push({
      path: `${init.method} ${asked}${search}`,
      authorization: new Headers(init.headers).get('authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    const response = await responses[`${init.method} ${asked}`]?.()
    if (response === undefined || response instanceof Error)
      throw response ?? new TypeError('Failed to fetch')
    const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    return new Response(text, { status: response.status })
  })
  return page
}

export function signInBefore(token = 'token-1'): void {
  document.cookie = `auth_token=${token}; Path=/`
}

export function isTokenKept(): boolean {
  return /auth_token=./.test(document.cookie)
}

/** Texts of the toasts, oldest first: `Title / body`. */
export function toastTexts(): string[] {
  return $toasts.get().map(({ title, body }) => (body ? `${title} / ${body}` : title))
}

/** The toast stored for the next page. */
export function carriedToast(): unknown {
  return JSON.parse(sessionStorage.getItem('carried-toast') ?? 'null')?.text
}

/** Closes the page and clears cart, session, toasts, cookies and storage for the next test. */
export function closeIslandPage(): void {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  clearCookies()
  sessionStorage.clear()
  $cart.set([])
  $toasts.set([])
  $currentProducts.set(new Map())
  $priceChanges.set(new Map())
  $lineRefusals.set(NO_REFUSALS)
  $session.set('loading')
  forgetAnswers()
  $quote.set(NO_QUOTE)
  cleanStores($priceChanges, $lineRefusals, $cart, $toasts, $session)
  localStorage.clear()
}

/** Closes the page like a reload: storage and idempotency keys of unanswered requests stay. */
export function closeAndKeepStorage(): void {
  const cookies = document.cookie.split('; ').filter((pair) => pair.startsWith('idempotency-key-'))
  const kept = [localStorage, sessionStorage].map((storage) => Object.entries<string>(storage))
  closeIslandPage()
  for (const pair of cookies) document.cookie = `${pair}; Path=/`
  for (const [key, value] of kept[0] ?? []) localStorage.setItem(key, value)
  for (const [key, value] of kept[1] ?? []) sessionStorage.setItem(key, value)
}
