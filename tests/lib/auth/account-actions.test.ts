// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import { browserClient } from '../../../src/lib/auth/browser-client.ts'
import { passesSimpleEmailCheck, signIn, signOut, signUp } from '../../../src/lib/auth/account-actions.ts'
import { $session, checkSession } from '../../../src/lib/auth/session-store.ts'
import {
  carriedToast,
  closeIslandPage,
  isTokenKept,
  openIslandPage,
  signInBefore,
  toastTexts,
  type StubResponse,
} from '../../kit/browser/island.ts'

afterEach(closeIslandPage)

const client = browserClient()
const login = { email: '  Asha@Example.COM ', password: ' secret ', rememberMe: true }
const registration = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: ' Asha@Example.com ',
  password: '123456',
  confirmPassword: '123456',
}

test('signing in sends the trimmed, lower-cased e-mail, keeps the token and leaves the toast for the next page', async () => {
  const page = openIslandPage('/login', {
    'POST /users/authorize': () => ({ status: 200, body: { data: { token: 'fresh' } } }),
  })
  const onSignedIn = vi.fn()
  await signIn(client, login, onSignedIn)
  expect(onSignedIn).toHaveBeenCalledOnce()
  expect(page.calls.map(({ body }) => body)).toEqual([{ email: 'asha@example.com', password: ' secret ' }])
  expect(document.cookie).toBe('auth_token=fresh')
  expect($session.get()).toBe('signed-in')
  expect(carriedToast()).toEqual({ title: 'Logged in successfully.' })
})

test.each<[string, () => StubResponse, string]>([
  [
    'the server’s error field',
    () => ({ status: 401, body: { error: 'Wrong password.' } }),
    'Error / Wrong password.',
  ],
  [
    'no error field',
    () => ({ status: 500, body: {} }),
    'Error / Failed to login. Please check your credentials.',
  ],
  ['no response', () => new TypeError('refused'), 'Error / No response from server. Please try again later.'],
  [
    'no token',
    () => ({ status: 200, body: {} }),
    'Error / Authentication failed: Token is missing in the response',
  ],
  [
    'an answer that is no JSON',
    () => ({ status: 200, body: '<h1>' }),
    'Error / Authentication failed: Token is missing in the response',
  ],
])('a failed sign-in with %s shows a toast and is rethrown', async (_name, response, text) => {
  openIslandPage('/login', { 'POST /users/authorize': response })
  const onSignedIn = vi.fn()
  await expect(signIn(client, login, onSignedIn)).rejects.toThrow()
  expect(onSignedIn).not.toHaveBeenCalled()
  expect(toastTexts()).toEqual([text])
  expect(isTokenKept()).toBe(false)
  expect(carriedToast()).toBeUndefined()
})

/** A sign-in whose failure was said before the answer came; `answer` gives it. */
async function signInLate() {
  vi.useFakeTimers()
  const responses: ((received: { status: number; body: unknown }) => void)[] = []
  openIslandPage('/login', {
    'POST /users/authorize': () => new Promise((resolve) => responses.push(resolve)),
  })
  const onSignedIn = vi.fn()
  const reported = signIn(client, login, onSignedIn).catch(() => 'failed')
  await vi.advanceTimersByTimeAsync(2500)
  expect(await reported).toBe('failed')
  vi.useRealTimers()
  return { stubResponse: responses[0], onSignedIn }
}

test('a token that arrives after the failure was shown signs in', async () => {
  const { stubResponse: received, onSignedIn } = await signInLate()
  expect(toastTexts()).toEqual(['Error / No response from server. Please try again later.'])
  received?.({ status: 200, body: { token: 'late' } })
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(document.cookie).toBe('auth_token=late')
  expect(carriedToast()).toEqual({ title: 'Logged in successfully.' })
})

test('a late response without a token changes nothing', async () => {
  const { stubResponse: apiResponse, onSignedIn } = await signInLate()
  apiResponse?.({ status: 200, body: {} })
  await new Promise((resolve) => setTimeout(resolve))
  expect(onSignedIn).not.toHaveBeenCalled()
  expect(toastTexts()).toHaveLength(1)
})

test('a late token is ignored while another account signs in', async () => {
  const { stubResponse, onSignedIn } = await signInLate()
  const other = vi.fn()
  openIslandPage('/login', {
    'POST /users/authorize': () => ({ status: 200, body: { token: 'of-the-other' } }),
  })
  const signingIn = signIn(client, { ...login, email: 'ravi@example.com' }, other)
  stubResponse?.({ status: 200, body: { token: 'late' } })
  await signingIn
  expect(other).toHaveBeenCalledOnce()
  expect(onSignedIn).not.toHaveBeenCalled()
  expect(document.cookie).toBe('auth_token=of-the-other')
})

test('registering sends the trimmed, lower-cased e-mail and does not sign in', async () => {
  const page = openIslandPage('/register', {
    'POST /users/register': () => ({ status: 201, body: { token: 'not read' } }),
  })
  await signUp(client, registration, () => undefined)
  expect(page.calls[0]?.body).toEqual({
    email: 'asha@example.com',
    password: '123456',
    firstName: 'Asha',
    lastName: 'Rao',
  })
  expect(isTokenKept()).toBe(false)
  expect(carriedToast()).toEqual({ title: 'Account created successfully. You can now log in.' })
})

test('an account that is created after the failure was shown leads to sign-in', async () => {
  vi.useFakeTimers()
  const account = Promise.withResolvers<{ status: number; body: unknown }>()
  openIslandPage('/register', { 'POST /users/register': () => account.promise })
  const goOn = vi.fn()
  const told = signUp(client, registration, goOn).catch((error: unknown) => (error as Error).name)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await told).toBe('NoResponseError')
  expect(toastTexts()).toEqual(['Registration Error / Failed to register. Please try again.'])
  account.resolve({ status: 201, body: {} })
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  expect(goOn).toHaveBeenCalledOnce()
  expect(carriedToast()).toEqual({ title: 'Account created successfully. You can now log in.' })
})

test.each<[() => StubResponse, string]>([
  [() => ({ status: 409, body: { error: 'Taken.' } }), 'Registration Error / Taken.'],
  [() => new TypeError('refused'), 'Registration Error / Failed to register. Please try again.'],
])('a failed registration shows a toast and is rethrown', async (stubResponse, text) => {
  openIslandPage('/register', { 'POST /users/register': stubResponse })
  await expect(signUp(client, registration, () => undefined)).rejects.toThrow()
  expect(toastTexts()).toEqual([text])
})

test('the second e-mail check shows Invalid Email', { tags: ['@req-5.2'] }, () => {
  expect(passesSimpleEmailCheck(' asha@example.com ')).toBe(true)
  expect(passesSimpleEmailCheck('asha@example')).toBe(false)
  expect(toastTexts()).toEqual(['Invalid Email / Please enter a valid email address.'])
})

test('signing out removes the cookie without a call to a plain store API', async () => {
  const page = openIslandPage('/account')
  signInBefore()
  checkSession()
  expect(await signOut(client, false)).toBe(true)
  expect(isTokenKept()).toBe(false)
  expect($session.get()).toBe('guest')
  expect(page.calls).toEqual([])
  expect(carriedToast()).toEqual({
    title: 'Logged out',
    body: 'You have been successfully logged out.',
  })
})

test(
  'signing out revokes the token where the store can, and ignores a failure',
  { tags: ['@req-11.13'] },
  async () => {
    const page = openIslandPage('/account', { 'POST /users/logout': () => new TypeError('refused') })
    signInBefore()
    expect(await signOut(client, true)).toBe(true)
    expect(page.calls).toMatchObject([{ path: 'POST /users/logout', authorization: 'Bearer token-1' }])
    expect(isTokenKept()).toBe(false)
  },
)

test(
  'a cookie that cannot be removed shows Failed to log out properly.',
  { tags: ['@req-8.5'] },
  async () => {
    openIslandPage('/account')
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => 'auth_token=kept',
      set: () => undefined,
    })
    try {
      expect(await signOut(client, false)).toBe(false)
      expect(toastTexts()).toEqual(['Error / Failed to log out properly.'])
      expect(carriedToast()).toBeUndefined()
    } finally {
      Reflect.deleteProperty(document, 'cookie')
    }
  },
)
