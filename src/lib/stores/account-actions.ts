import { carryToast } from '../browser/carried-toasts.ts'
import { dropCheckoutDraft } from '../browser/drop-checkout-draft.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { isSimpleEmail } from '../domain/simple-email.ts'
import { SignInError, UnreadableAnswerError } from '../errors.ts'
import { loginFailureText, registrationFailureText } from '../messages/account-failure-text.ts'
import { sessionMessages } from '../messages/session.ts'
import type { LoginForm, RegisterForm } from '../schemas/forms.ts'
import type { StoreClient } from '../store-api/client.ts'
import { authorize, register, revokeToken } from '../store-api/users.ts'
import { $session } from './session.ts'
import { endSession, startSession } from './session-actions.ts'
import { addErrorToast } from './toasts.ts'

/** How long signing out waits for the store to forget the token: the shopper is signed out either way. */
const REVOCATION_MS = 1500

/** As e-mail addresses are sent: trimmed and lower-cased, at sign-in too, where the same address must match. docs/requirements.md#52-registration-form */
function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** What was sent last: an answer that comes late is taken while the shopper still means the same. */
let lastForm: LoginForm | undefined

/**
 * Signs in: keeps the token, leaves the toast of docs/requirements.md#81-sign-in-and-registration for the next page and calls `onSignedIn`, even when the token came
 * after its failure was said. A failure shows its toast and is rethrown.
 */
export async function signIn(client: StoreClient, form: LoginForm, onSignedIn: () => void): Promise<void> {
  const { email, password } = form
  lastForm = form
  const goOn = (token: string | undefined) => {
    if (!token) throw new SignInError(sessionMessages.tokenMissing)
    startSession(token, normalizeEmail(email), form.rememberMe ?? false)
    if ($session.get() !== 'signed-in') throw new SignInError(sessionMessages.cookieRefused)
    carryToast({ title: sessionMessages.loggedIn })
    onSignedIn()
  }
  const call = authorize(client, normalizeEmail(email), password).catch(asMissingToken)
  try {
    goOn(await withTimeout(call, takeLate))
  } catch (error) {
    addErrorToast({ title: sessionMessages.errorTitle, body: loginFailureText(error) })
    throw error
  }

  function takeLate(token: string | undefined): void {
    if (lastForm?.email !== email || lastForm.password !== password) return
    try {
      goOn(token)
    } catch {
      // That it failed was said already.
    }
  }
}

/** The second, simple e-mail check of docs/requirements.md#52-registration-form: false after its toast, and then nothing is to be sent. */
export function passesSimpleEmailCheck(email: string): boolean {
  if (isSimpleEmail(normalizeEmail(email))) return true
  addErrorToast(sessionMessages.invalidEmail)
  return false
}

/**
 * Creates the account without signing in, leaves the toast of docs/requirements.md#81-sign-in-and-registration for the next page and calls `onRegistered`, even when the
 * account was created after its failure was shown. A failure shows its toast and is rethrown: the screen adds its own
 * sentence.
 */
export async function signUp(
  client: StoreClient,
  form: RegisterForm,
  onRegistered: () => void,
): Promise<void> {
  const { email, password, firstName, lastName } = form
  const goOn = () => {
    carryToast({ title: sessionMessages.registered })
    onRegistered()
  }
  try {
    await withTimeout(register(client, { email: normalizeEmail(email), password, firstName, lastName }), goOn)
  } catch (error) {
    addErrorToast({ title: sessionMessages.registrationFailedTitle, body: registrationFailureText(error) })
    throw error
  }
  goOn()
}

/**
 * Signs out: removes the cookie and the typed address, and leaves the toast of docs/requirements.md#216-account for the next page.
 * `canRevoke` also has the store forget the token, as well as that goes: docs/requirements.md#72-calls has no such call, so a plain store API is
 * not asked. False after the toast of docs/requirements.md#81-sign-in-and-registration when the browser keeps the cookie.
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

/** An answer that cannot be read holds no token either. docs/requirements.md#51-sign-in-form */
function asMissingToken(error: unknown): undefined {
  if (!(error instanceof UnreadableAnswerError)) throw error
}

function timeout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
