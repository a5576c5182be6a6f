import type { LimitExceeded } from '@tanabana/contract/order.ts'

/** The store API could not be reached or did not respond in time. */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/** The store API responded with a failure; `serverMessage` is the `error` field of `body`, if any. */
export class StatusError extends Error {
  override name = 'StatusError'
  readonly status: number
  readonly serverMessage: string | undefined
  readonly body: unknown

  constructor(status: number, serverMessage: string | undefined, body?: unknown) {
    super(serverMessage ?? `The store API answered with status ${status}`)
    this.status = status
    this.serverMessage = serverMessage
    this.body = body
  }
}

/** The store API responded with success and a body that violates the contract. docs/requirements.md#72-calls */
export class InvalidResponseError extends Error {
  override name = 'InvalidResponseError'
}

/** The sign-in failed after the store API had accepted it; the message is for the shopper. */
export class SignInError extends Error {
  override name = 'SignInError'
}

/** The browser's session is no longer the page's session, so nothing was sent. */
export class SessionLostError extends Error {
  override name = 'SessionLostError'
}

/** The API created an earlier order whose response was lost. This order was not created. */
export class EarlierOrderError extends Error {
  override name = 'EarlierOrderError'
}

/** The account would hold too much without having paid, so the order was not created. */
export class OrderLimitError extends Error {
  override name = 'OrderLimitError'
  readonly exceeded: LimitExceeded

  constructor(exceeded: LimitExceeded) {
    super(`The order exceeds the limit of unpaid ${exceeded.limit}`)
    this.exceeded = exceeded
  }
}

/** True when the session has ended: the store API rejected the token, or the call was not sent. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof SessionLostError || (error instanceof StatusError && error.status === 401)
}

/** Returns the store API's own message for a refusal; `undefined` for a server failure. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof StatusError && error.status < 500 ? error.serverMessage : undefined
}
