import * as z from 'zod/mini'

import type { StoreClient } from '../api-client/client.ts'
import { InvalidResponseError, SignInError } from '../api-client/errors.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { RegistrationRequest } from '@tanabana/contract/requests.ts'
import {
  type Account,
  accountFields,
  authorizationSchema,
  isSimpleEmail,
  receivedAccountSchema,
} from '@tanabana/contract/user.ts'
import {
  ADDRESSES_KEY,
  INVOICE_CONTACT_KEY,
  PAYMENT_CHOICES_KEY,
  PIN_CODE_KEY,
  REGISTRATION_KEY,
  saveStored,
  WAITING_PAYMENT_KEY,
} from '../platform/storage.ts'
import { addErrorToast, addFormErrorToast, carryToast } from '../platform/toasts.ts'
import { withResponseTimeout } from '../api-client/response-timeout.ts'
import { formMessages, loginFailureText, registrationFailureText, sessionMessages } from './account-text.ts'
import { dropCheckoutDraft, $session } from './session-store.ts'
import { endSession, startSession } from './session.ts'

/** Validates the sign-in form. docs/requirements.md#51-sign-in-form */
export const loginFormSchema = z.object({
  email: accountFields.email,
  password: accountFields.password,
  rememberMe: z.optional(z.boolean()),
})

/**
 * Validates the registration form and trims names. Reports a mismatch of passwords on the confirm field.
 * docs/requirements.md#52-registration-form
 */
export const registerFormSchema = z
  .object({
    ...accountFields,
    confirmPassword: z.string(),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: formMessages.passwordsDiffer,
      path: ['confirmPassword'],
      when: () => true,
    }),
  )

export type LoginForm = z.output<typeof loginFormSchema>
export type RegisterForm = z.output<typeof registerFormSchema>

/** Timeout of the token's revocation. The shopper is signed out in any case. */
const REVOCATION_MS = 1500

/** The form that was sent last. A late result counts only while it is unchanged. */
let lastForm: LoginForm | undefined

/**
 * Signs in: saves the token, carries the success toast to the next page and calls `onSignedIn`, even when the token
 * arrives after the failure was shown. On failure, shows a toast and rethrows.
 * docs/requirements.md#81-sign-in-and-registration
 */
export async function signIn(client: StoreClient, form: LoginForm, onSignedIn: () => void): Promise<void> {
  const { email, password } = form
  lastForm = form
  const finish = (token: string | undefined) => {
    if (!token) throw new SignInError(sessionMessages.tokenMissing)
    startSession(token, normalizeEmail(email), form.rememberMe ?? false)
    if ($session.get() !== 'signed-in') throw new SignInError(sessionMessages.cookieRefused)
    carryToast({ title: sessionMessages.loggedIn })
    onSignedIn()
  }
  const call = requestToken(client, normalizeEmail(email), password).catch(asMissingToken)
  try {
    finish(await withResponseTimeout(call, finishLate))
  } catch (error) {
    addErrorToast({ title: sessionMessages.errorTitle, body: loginFailureText(error) })
    throw error
  }

  function finishLate(token: string | undefined): void {
    if (lastForm?.email !== email || lastForm.password !== password) return
    try {
      finish(token)
    } catch {
      // The failure was already shown.
    }
  }
}

/**
 * Returns the bearer token; `undefined` when the response has none. Throws as the client does.
 * docs/requirements.md#51-sign-in-form
 */
async function requestToken(
  client: StoreClient,
  email: string,
  password: string,
): Promise<string | undefined> {
  const response = await client.post('/users/authorize', wrappedOrBare(authorizationSchema), {
    email,
    password,
  })
  return response.token
}

/**
 * Runs the second, simple e-mail check. Returns false after a toast; send nothing then.
 * docs/requirements.md#52-registration-form
 */
export function passesSimpleEmailCheck(email: string): boolean {
  if (isSimpleEmail(normalizeEmail(email))) return true
  addFormErrorToast(sessionMessages.invalidEmail)
  return false
}

/**
 * Creates the account without signing in, carries the success toast to the next page and calls `onRegistered`, even
 * when the account is created after the failure was shown. On failure, shows a toast and rethrows, so that the screen
 * can add its own message. docs/requirements.md#81-sign-in-and-registration
 */
export async function signUp(
  client: StoreClient,
  form: RegisterForm,
  onRegistered: () => void,
): Promise<void> {
  const { email, password, firstName, lastName } = form
  const finish = () => {
    saveStored(REGISTRATION_KEY, undefined, 'sessionStorage')
    carryToast({ title: sessionMessages.registered })
    onRegistered()
  }
  try {
    const registration: RegistrationRequest = {
      email: normalizeEmail(email),
      password,
      firstName,
      lastName,
    }
    await withResponseTimeout(client.post('/users/register', z.unknown(), registration), finish)
  } catch (error) {
    addErrorToast({ title: sessionMessages.registrationFailedTitle, body: registrationFailureText(error) })
    throw error
  }
  finish()
}

/**
 * Signs out: removes the cookie, the checkout draft, the addresses saved on the device, the contact of a tracked order
 * and the PIN code of the visit, and carries the toast to the next page. With `canRevoke` it also revokes the token at the store, ignoring
 * failures. Returns false, after a toast, when the browser keeps the cookie. docs/requirements.md#216-account
 */
export async function signOut(client: StoreClient, canRevoke: boolean): Promise<boolean> {
  if (canRevoke) {
    const revocation = client.post('/users/logout', z.unknown(), undefined)
    await Promise.race([revocation.catch(() => undefined), timeout(REVOCATION_MS)])
  }
  if (!endSession()) {
    addErrorToast({ title: sessionMessages.errorTitle, body: sessionMessages.logoutFailed })
    return false
  }
  dropCheckoutDraft()
  saveStored(ADDRESSES_KEY, undefined)
  for (const key of [INVOICE_CONTACT_KEY, PAYMENT_CHOICES_KEY, PIN_CODE_KEY, WAITING_PAYMENT_KEY]) {
    saveStored(key, undefined, 'sessionStorage')
  }
  carryToast(sessionMessages.loggedOut)
  return true
}

/** Returns the account of the signed-in shopper. Throws as the client does. docs/requirements.md#38-user */
export function fetchAccount(client: StoreClient): Promise<Account> {
  return client.get('/accountInfo', wrappedOrBare(receivedAccountSchema))
}

/** A body that violates the contract counts as a missing token. docs/requirements.md#51-sign-in-form */
function asMissingToken(error: unknown): undefined {
  if (!(error instanceof InvalidResponseError)) throw error
}

/** Trims and lower-cases an e-mail, at registration and at sign-in. docs/requirements.md#52-registration-form */
function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

function timeout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
