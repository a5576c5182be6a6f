import type { StoreClient } from '../api-client/client.ts'
import { InvalidResponseError, SignInError } from '../api-client/errors.ts'
import { authorize, register, revokeToken } from '../api-client/users.ts'
import { isSimpleEmail } from '../platform/forms.ts'
import { CARRIED_EMAIL_KEY, readStored, saveStored } from '../platform/storage.ts'
import { addErrorToast, carryToast } from '../platform/toasts.ts'
import { withTimeout } from '../api-client/browser-client.ts'
import { loginFailureText, registrationFailureText } from './account-text.ts'
import type { LoginForm, RegisterForm } from './forms.ts'
import { sessionMessages } from './messages.ts'
import { dropCheckoutDraft, $session } from './session.ts'
import { endSession, startSession } from './token.ts'

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
  const call = authorize(client, normalizeEmail(email), password).catch(asMissingToken)
  try {
    finish(await withTimeout(call, finishLate))
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
 * Runs the second, simple e-mail check. Returns false after a toast; send nothing then.
 * docs/requirements.md#52-registration-form
 */
export function passesSimpleEmailCheck(email: string): boolean {
  if (isSimpleEmail(normalizeEmail(email))) return true
  addErrorToast(sessionMessages.invalidEmail)
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
    carryToast({ title: sessionMessages.registered })
    onRegistered()
  }
  try {
    await withTimeout(
      register(client, { email: normalizeEmail(email), password, firstName, lastName }),
      finish,
    )
  } catch (error) {
    addErrorToast({ title: sessionMessages.registrationFailedTitle, body: registrationFailureText(error) })
    throw error
  }
  finish()
}

/**
 * Signs out: removes the cookie and the checkout draft, and carries the toast to the next page. With `canRevoke` it
 * also revokes the token at the store, ignoring failures. Returns false, after a toast, when the browser keeps the
 * cookie. docs/requirements.md#216-account
 */
export async function signOut(client: StoreClient, canRevoke: boolean): Promise<boolean> {
  if (canRevoke) await Promise.race([revokeToken(client).catch(() => undefined), timeout(REVOCATION_MS)])
  if (!endSession()) {
    addErrorToast({ title: sessionMessages.errorTitle, body: sessionMessages.logoutFailed })
    return false
  }
  dropCheckoutDraft()
  carryToast(sessionMessages.loggedOut)
  return true
}

/**
 * Saves a typed e-mail for the next sign-in or registration page of this tab. It stays out of the URL, because URLs are
 * logged.
 */
export function saveEmailForNextPage(email: string): void {
  saveStored(CARRIED_EMAIL_KEY, email || undefined, 'sessionStorage')
}

/** Returns the e-mail that the previous page saved, once; empty without one. */
export function takeSavedEmail(): string {
  const stored = readStored(CARRIED_EMAIL_KEY, 'sessionStorage')
  saveStored(CARRIED_EMAIL_KEY, undefined, 'sessionStorage')
  try {
    const email: unknown = JSON.parse(stored ?? 'null')
    return typeof email === 'string' ? email : ''
  } catch {
    return ''
  }
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
