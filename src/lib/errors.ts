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

/** The store API answered with success, but with something that §7 does not describe. */
export class UnreadableAnswerError extends Error {
  override name = 'UnreadableAnswerError'
}

/** True when the store API refused the token: the cookie is gone by then (§8). */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof StatusError && error.status === 401
}

/** Why the store API takes this request from nobody, in its own words; undefined where the fault may be its own. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof StatusError && error.status < 500 ? error.serverMessage : undefined
}
