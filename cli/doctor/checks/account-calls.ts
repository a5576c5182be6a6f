import { randomBytes } from 'node:crypto'

import type { Capability } from '@tanabana/contract/store-info.ts'
import { property } from '../describe.ts'
import type { ApiResponse } from '../exchange.ts'
import type { CheckRun } from '../check-run.ts'
import { createAccount, signIn, type TestAccount } from './accounts.ts'

/** Capabilities of accounts and messages that were tried. */
export type AccountCapabilities = Partial<Record<Capability, boolean | undefined>>

type Check = (run: CheckRun, account: TestAccount) => Promise<boolean>

/** Nothing that a store API issued. */
const MADE_UP_TOKEN = 'x'.repeat(43)

/** Each with an account of its own. Tried only where it is claimed, because the calls send e-mail. */
const CHECKS: Partial<Record<Capability, Check>> = {
  'password-reset': resetsPasswords,
  'account-settings': changesPassword,
  'email-change': changesEmail,
  'account-data': exportsAndErases,
  contact: takesMessages,
  newsletter: takesSubscriptions,
}

/** Checks the claimed capabilities of accounts, contact form and newsletter. docs/requirements.md#1132-password-reset */
export async function checkAccountCalls(run: CheckRun, claimed: Capability[]): Promise<AccountCapabilities> {
  const found: AccountCapabilities = {}
  for (const [word, check] of Object.entries(CHECKS) as [Capability, Check][]) {
    if (!claimed.includes(word)) continue
    const account = await createAccount(run)
    found[word] = account && (await check(run, account))
  }
  return found
}

/** The response does not tell whether an address has an account, and a made-up token sets no password. */
async function resetsPasswords(run: CheckRun, { email, password }: TestAccount): Promise<boolean> {
  const path = '/users/password-reset'
  const known = await run.request(`POST ${path}`, path, { body: { email } })
  const unknown = await run.request(`POST ${path}`, path, { body: { email: unknownEmail() } })
  if (!isSame(known, unknown) || !isSuccess(known)) return false
  const call = 'POST /users/password'
  const set = await run.request(call, '/users/password', {
    body: { token: MADE_UP_TOKEN, password: newPassword() },
  })
  return isRefusal(set) && (await signIn(run, email, password)) !== undefined
}

/** A wrong old password changes nothing; the new one ends the old one, and signing out everywhere each session. */
async function changesPassword(run: CheckRun, { email, password, token }: TestAccount): Promise<boolean> {
  const path = '/account/password'
  const change = (currentPassword: string, next: string) =>
    run.request(`POST ${path}`, path, { body: { currentPassword, password: next }, token })
  if (!isRefusal(await change(newPassword(), newPassword()))) return false
  const next = newPassword()
  if (!isSuccess(await change(password, next))) return false
  if ((await signIn(run, email, password)) !== undefined) return false
  const session = await signIn(run, email, next)
  if (session === undefined) return false
  const signOut = { method: 'POST', token: session }
  if (!isSuccess(await run.request('POST /account/sign-out', '/account/sign-out', signOut))) return false
  for (const one of [token, session]) {
    const read = await run.request('GET /accountInfo', '/accountInfo', { token: one })
    if (read?.status !== 401) return false
  }
  return true
}

/** It needs the password, says the same for a taken address, and changes nothing before the link is opened. */
async function changesEmail(run: CheckRun, account: TestAccount): Promise<boolean> {
  const { email, password, token } = account
  const path = '/account/email'
  const change = (to: string, by: string) =>
    run.request(`POST ${path}`, path, { body: { email: to, password: by }, token })
  if (!isRefusal(await change(unknownEmail(), newPassword()))) return false
  const taken = await createAccount(run)
  const [free, used] = [await change(unknownEmail(), password), await change(taken?.email ?? email, password)]
  if (!isSuccess(free) || !isSame(free, used)) return false
  const confirmation = '/account/email/confirmation'
  const body = { token: MADE_UP_TOKEN }
  const confirmed = await run.request(`POST ${confirmation}`, confirmation, { body })
  return isRefusal(confirmed) && (await signIn(run, email, password)) !== undefined
}

/** Only the account gets its data, and only its password deletes it. */
async function exportsAndErases(run: CheckRun, { email, password, token }: TestAccount): Promise<boolean> {
  const read = (session?: string) => run.request('GET /account/data', '/account/data', { token: session })
  const data = await read(token)
  if (data?.status !== 200 || !JSON.stringify(data.json).includes(email)) return false
  if ((await read())?.status !== 401) return false
  const erase = (by: string) =>
    run.request('POST /account/erasure', '/account/erasure', { body: { password: by }, token })
  if (!isRefusal(await erase(newPassword()))) return false
  if ((await signIn(run, email, password)) === undefined) return false
  return isSuccess(await erase(password)) && (await signIn(run, email, password)) === undefined
}

/** A message gets a number, and one without text is refused. */
async function takesMessages(run: CheckRun, { email }: TestAccount): Promise<boolean> {
  const body = { name: 'Doctor Check', email, subject: 'Test', message: 'A test of the contact form.' }
  const send = (message: string) => run.request('POST /contact', '/contact', { body: { ...body, message } })
  const sent = await send(body.message)
  const number = property(property(sent?.json, 'data') ?? sent?.json, 'number')
  return isSuccess(sent) && typeof number === 'string' && number !== '' && isRefusal(await send(''))
}

/** A repeated request gets the same response, and a made-up token confirms nothing. */
async function takesSubscriptions(run: CheckRun, { email }: TestAccount): Promise<boolean> {
  const ask = () => run.request('POST /newsletter', '/newsletter', { body: { email } })
  const [first, second] = [await ask(), await ask()]
  if (!isSuccess(first) || !isSame(first, second)) return false
  const path = '/newsletter/confirmation'
  return isRefusal(await run.request(`POST ${path}`, path, { body: { token: MADE_UP_TOKEN } }))
}

function isSuccess(response: ApiResponse | undefined): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300
}

/** A refusal that does not end the session of a page: 401 would. */
function isRefusal(response: ApiResponse | undefined): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 401
}

function isSame(one: ApiResponse | undefined, other: ApiResponse | undefined): boolean {
  return one?.status === other?.status && JSON.stringify(one?.json) === JSON.stringify(other?.json)
}

function unknownEmail(): string {
  return `doctor-${randomBytes(9).toString('hex')}@example.com`
}

function newPassword(): string {
  return randomBytes(18).toString('base64url')
}
