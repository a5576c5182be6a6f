/** The store API could not be reached or did not answer in time. */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/** The store API answered with a failure; `serverMessage` is the `error` field of `body`, where it has one. */
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

/** The store API answered with success, but with something that docs/requirements.md#72-calls does not describe. */
export class UnreadableAnswerError extends Error {
  override name = 'UnreadableAnswerError'
}

/** A sign-in that failed after the store API had accepted it; the message is for the shopper. */
export class SignInError extends Error {
  override name = 'SignInError'
}

/** Nothing was sent: the page was made for another session than the browser has now. */
export class SessionLostError extends Error {
  override name = 'SessionLostError'
}

/** Nothing was made: an order sent before, of which nothing was heard, was made after all. */
export class EarlierOrderError extends Error {
  override name = 'EarlierOrderError'
}

/** True when the page is being left because its session is over: the store API refused the token, or it was not sent. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof SessionLostError || (error instanceof StatusError && error.status === 401)
}

/** The store API's reason for refusing a request, in its own words; undefined where the fault may be its own. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof StatusError && error.status < 500 ? error.serverMessage : undefined
}
