// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import { browserClient } from '../../../src/lib/auth/browser-client.ts'
import { signIn, signOut, signUp } from '../../../src/lib/auth/account-actions.ts'
import {
  carriedToast,
  closeIslandPage,
  isTokenKept,
  openIslandPage,
  signInBefore,
  toastTexts,
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
