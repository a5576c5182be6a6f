import { NoResponseError, SignInError, StatusError } from '../errors.ts'
import { accountMessages } from './account.ts'
import { fill } from './fill.ts'
import { sessionMessages } from './session.ts'
import { t } from './translate.ts'

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
