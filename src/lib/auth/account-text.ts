import { NoResponseError, SignInError, StatusError } from '../api-client/errors.ts'
import { fill, t } from '../i18n/translate.ts'
import { accountMessages, sessionMessages } from './messages.ts'

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
