import { NoResponseError, StatusError } from '../errors.ts'
import { accountMessages } from '../messages/account.ts'
import { sessionMessages } from '../messages/session.ts'
import { t } from '../messages/translate.ts'

/** A sign-in that failed after the store API had answered well; the message is for the shopper. */
export class SignInError extends Error {
  override name = 'SignInError'
}

/** §8 Login failure */
export function loginFailureText(error: unknown): string {
  if (error instanceof SignInError) return error.message
  if (error instanceof NoResponseError) return sessionMessages.noResponse
  return serverMessage(error) ?? sessionMessages.loginFailed
}

/** §8 Registration failure */
export function registrationFailureText(error: unknown): string {
  return serverMessage(error) ?? sessionMessages.registrationFailed
}

/** §8 Account load failure: the sentence plus status, missing response, or the error's own message. */
export function accountFailureText(error: unknown): string {
  if (error instanceof StatusError) return accountMessages.withStatus(error.status)
  if (error instanceof NoResponseError) return accountMessages.withoutResponse
  const reason = error instanceof Error ? error.message : String(error)
  return `${t(accountMessages.loadFailed)} (${reason})`
}

function serverMessage(error: unknown): string | undefined {
  return error instanceof StatusError ? error.serverMessage || undefined : undefined
}
