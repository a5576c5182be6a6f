import * as z from 'zod/mini'

import type { EmailChange, NewPasswordRequest, PasswordChange } from '@tanabana/contract/requests.ts'
import { accountFields, openMattersSchema } from '@tanabana/contract/user.ts'
import type { StoreClient } from '../api-client/client.ts'
import { NoResponseError, StatusError } from '../api-client/errors.ts'
import { carryToast } from '../platform/toasts.ts'
import { signOut } from './account-actions.ts'
import { formMessages, sessionMessages } from './account-text.ts'

/**
 * The calls of the capabilities `password-reset`, `account-settings`, `email-change` and `account-data`. Each throws as
 * the client does. docs/requirements.md#1132-password-reset
 */

export const settingsMessages = {
  failed: 'This did not work. Please try again in a moment.',
  passwordSet: 'Your new password is set. You can sign in with it.',
  passwordChanged: 'Your password is changed. Your other devices are signed out.',
  signedOutEverywhere: 'You are signed out on all devices.',
  deleted: 'Your account is deleted.',
  openOrders: 'Your account can be deleted once your open orders are delivered or cancelled.',
  openReturns: 'Your account can be deleted once your return is decided.',
  refundsDue: 'Your account can be deleted once your refund is paid.',
}

const newPassword = {
  password: accountFields.password,
  confirmPassword: z.string(),
}

const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { error: formMessages.passwordsDiffer, path: ['confirmPassword'], when: () => true },
)

export const resetRequestFormSchema = z.object({ email: accountFields.email })
export const newPasswordFormSchema = z.object(newPassword).check(passwordsMatch)
export const passwordChangeFormSchema = z
  .object({ currentPassword: accountFields.password, ...newPassword })
  .check(passwordsMatch)
export const emailChangeFormSchema = z.object({
  email: accountFields.email,
  password: accountFields.password,
})
export const erasureFormSchema = z.object({ password: accountFields.password })

/** The store responds the same for an address without an account. */
export async function requestPasswordReset(client: StoreClient, email: string): Promise<void> {
  await client.post('/users/password-reset', z.unknown(), { email: email.trim() })
}

export async function resetPassword(client: StoreClient, request: NewPasswordRequest): Promise<void> {
  await client.post('/users/password', z.unknown(), request)
}

export async function changePassword(client: StoreClient, change: PasswordChange): Promise<void> {
  await client.post('/account/password', z.unknown(), change)
}

export async function requestEmailChange(client: StoreClient, change: EmailChange): Promise<void> {
  await client.post('/account/email', z.unknown(), change)
}

/** Ends the session of this browser, too. Returns false when the browser keeps the cookie. */
export async function signOutEverywhere(client: StoreClient): Promise<boolean> {
  await client.post('/account/sign-out', z.unknown(), undefined)
  if (!(await signOut(client, false))) return false
  carryToast({ title: sessionMessages.loggedOut.title, body: settingsMessages.signedOutEverywhere })
  return true
}

/** What the shop holds about the account, as a file. */
export async function downloadAccountData(client: StoreClient): Promise<Blob> {
  const data = await client.get('/account/data', z.record(z.string(), z.unknown()))
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

/** Deletes the account, and what this browser has of it. */
export async function eraseAccount(client: StoreClient, password: string): Promise<boolean> {
  await client.post('/account/erasure', z.unknown(), { password })
  if (!(await signOut(client, false))) return false
  carryToast({ title: settingsMessages.deleted })
  return true
}

/** Returns the message of a failed call, in the page's words where an account can't be deleted yet. */
export function settingsFailureText(error: unknown): string {
  if (error instanceof NoResponseError) return sessionMessages.noResponse
  if (!(error instanceof StatusError)) return settingsMessages.failed
  const open = z.safeParse(openMattersSchema, error.body).data
  if (open && open.openOrders > 0) return settingsMessages.openOrders
  if (open && open.openReturns > 0) return settingsMessages.openReturns
  if (open) return settingsMessages.refundsDue
  return error.serverMessage || settingsMessages.failed
}
