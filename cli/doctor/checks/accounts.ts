import { randomBytes } from 'node:crypto'

import { authorizationSchema, receivedAccountSchema } from '@tanabana/contract/user.ts'
import { describeValue, issuesOf, property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'
import { checkCookie } from './guests.ts'

export interface TestAccount {
  email: string
  password: string
  token: string
}

/**
 * Registers a test account and signs in; reports a failure and returns `undefined`.
 * docs/requirements.md#52-registration-form docs/requirements.md#72-calls
 */
export async function checkAccount(run: CheckRun): Promise<TestAccount | undefined> {
  const body = newRegistration()
  const { email, password } = body
  const call = 'POST /users/register'
  const registered = await run.request(call, '/users/register', { body })
  if (!registered) return undefined
  if (registered.status >= 400) {
    const reason = property(registered.json, 'error')
    const sentence = `It returns ${registered.status}${typeof reason === 'string' ? ` ("${reason}")` : ''} for a new account.`
    run.report('registration-failed', call, sentence)
    run.checkFailure(call, registered)
    return undefined
  }
  const token = await checkSignIn(run, email, password)
  if (token === undefined) return undefined
  const account = { email, password, token }
  await checkAccountInfo(run, account)
  return account
}

/**
 * A further test account, for more orders than one account may leave unpaid; `undefined` when none can be made. Its calls
 * are checked by `checkAccount` already.
 */
export async function createAccount(run: CheckRun): Promise<TestAccount | undefined> {
  const body = newRegistration()
  const { email, password } = body
  await run.request('POST /users/register', '/users/register', { body })
  const token = await signIn(run, email, password)
  return token === undefined ? undefined : { email, password, token }
}

/** The token of an account; `undefined` when the sign-in fails. */
export async function signIn(run: CheckRun, email: string, password: string): Promise<string | undefined> {
  const response = await run.request('POST /users/authorize', '/users/authorize', {
    body: { email, password },
  })
  const token = property(property(response?.json, 'data') ?? response?.json, 'token')
  return typeof token === 'string' && token !== '' ? token : undefined
}

function newRegistration() {
  return {
    email: `doctor-${randomBytes(9).toString('hex')}@example.com`,
    password: randomBytes(18).toString('base64url'),
    firstName: 'Doctor',
    lastName: 'Check',
  }
}

async function checkSignIn(run: CheckRun, email: string, password: string): Promise<string | undefined> {
  const call = 'POST /users/authorize'
  const wrong = await run.refused(call, '/users/authorize', {
    body: { email, password: `not-${password}` },
  })
  if (wrong && wrong.status < 300 && property(wrong.json, 'token')) {
    run.report('password-unchecked', call, 'It signs in with a wrong password.')
  }
  const response = await run.read(call, '/users/authorize', { body: { email, password } })
  if (response === undefined) return undefined
  const token = property(response, 'token')
  if (typeof token === 'string' && token !== '') return token
  const [issue] = issuesOf(authorizationSchema, response)
  run.report('token-missing', call, issue ? `${issue.says}.` : `"token" is ${describeValue(token)}.`)
  return undefined
}

async function checkAccountInfo(run: CheckRun, { email, token }: TestAccount): Promise<void> {
  const call = 'GET /accountInfo'
  await checkCookie(run, call, '/accountInfo', token)
  const account = await run.read(call, '/accountInfo', { token })
  if (account === undefined) return
  for (const { says } of issuesOf(receivedAccountSchema, account))
    run.report('account-shape', call, `${says}.`)
  for (const field of ['firstName', 'lastName', 'email', 'createdAt']) {
    if (property(account, field) == null) run.report('account-shape', call, `"${field}" is missing.`)
  }
  const shown = property(account, 'email')
  if (typeof shown === 'string' && shown.toLowerCase() !== email) {
    run.report('account-differs', call, `It returns the email of another account, ${shown}.`)
  }
}
