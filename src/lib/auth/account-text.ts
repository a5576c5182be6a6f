import { NoResponseError, SignInError, StatusError } from '../api-client/errors.ts'
import { fill, t } from '../i18n/translate.ts'

export const sessionMessages = {
  loginFailed: 'Failed to login. Please check your credentials.',
  noResponse: 'No response from server. Please try again later.',
  tokenMissing: 'Authentication failed: Token is missing in the response',
  /** Beyond the specification: the sign-in succeeded, but the browser refuses the cookie. */
  cookieRefused: "We couldn't keep you signed in. Allow cookies for this site and try again.",
  loggedIn: 'Logged in successfully.',
  registrationFailedTitle: 'Registration Error',
  registrationFailed: 'Failed to register. Please try again.',
  registrationScreen:
    'Registration failed. Please try using a different email provider (like gmail.com or outlook.com).',
  registered: 'Account created successfully. You can now log in.',
  invalidEmail: { title: 'Invalid Email', body: 'Please enter a valid email address.' },
  /** The page's sentence takes precedence over the API's. docs/requirements.md#1014-sign-out-and-missing-token */
  loggedOut: { title: 'Logged out', body: 'You have been successfully logged out.' },
  logoutFailed: 'Failed to log out properly.',
  errorTitle: 'Error',
}

export const formMessages = {
  passwordsDiffer: 'Passwords do not match',
}

const accountMessages = {
  loadFailed: 'Failed to load account information',
  withStatus: 'Failed to load account information (Status: {status})',
  withoutResponse: 'Failed to load account information (No response received)',
}

/** Returns the message of a failed sign-in. */
export function loginFailureText(error: unknown): string {
  if (error instanceof SignInError) return error.message
  if (error instanceof NoResponseError) return sessionMessages.noResponse
  return serverMessage(error) ?? sessionMessages.loginFailed
}

/** Returns the message of a failed registration. */
export function registrationFailureText(error: unknown): string {
  return serverMessage(error) ?? sessionMessages.registrationFailed
}

/** Returns the message of an account that failed to load: the status, the missing response or the error's message. */
export function accountFailureText(error: unknown): string {
  if (error instanceof StatusError) {
    return fill(t(accountMessages.withStatus), { status: error.status })
  }
  if (error instanceof NoResponseError) return accountMessages.withoutResponse
  const reason = error instanceof Error ? error.message : String(error)
  return `${t(accountMessages.loadFailed)} (${reason})`
}

function serverMessage(error: unknown): string | undefined {
  return error instanceof StatusError ? error.serverMessage || undefined : undefined
}
