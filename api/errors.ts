import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A failure that the caller is told about: the response is `{ "error": message, ...details }` with this status. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ContentfulStatusCode
  readonly headers: Record<string, string>
  /** What programs read beside the sentence. */
  readonly details: Record<string, unknown>

  constructor(
    status: ContentfulStatusCode,
    message: string,
    headers: Record<string, string> = {},
    details: Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.headers = headers
    this.details = details
  }
}

/** The database can't be reached or does not answer. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
}

/** The database can't be opened as its settings say. The message says what to correct, without a password. */
export class DatabaseUnusableError extends Error {
  override name = 'DatabaseUnusableError'
}

const LOGGED_MESSAGE_MAX = 500

/**
 * What may be logged of a failure. Drizzle writes the parameters of a query into its message, and PostgreSQL the value
 * that it stumbled over: of those two only the kind is kept, and of every stack the places alone. ASVS 16.2.5
 */
export function describeFailure(error: Error): { error: string; cause: string; stack: string } {
  const { message, stack = '', cause } = error
  const at = stack.indexOf(message)
  return {
    error: summaryOf(error),
    cause: cause instanceof Error ? summaryOf(cause) : '',
    stack: at < 0 ? '' : stack.slice(at + message.length).trim(),
  }
}

/** Messages of pg about a connection that is lost, late or closed, and the sentence for the log; they have no code. */
const PG_AWAY: readonly [RegExp, string][] = [
  [/^timeout exceeded/, 'No connection to PostgreSQL was free in time.'],
  [/^timeout expired|connection timeout$/, 'PostgreSQL could not be reached in time.'],
  [/^Query read timeout$/, 'PostgreSQL does not answer.'],
  [/^Connection terminated|^Client (was|has)/, 'The connection to PostgreSQL is closed.'],
  [/^Cannot use a pool/, 'The connections to PostgreSQL are closed.'],
]

function awaySentence({ message }: Error): string | undefined {
  return PG_AWAY.find(([pattern]) => pattern.test(message))?.[1]
}

const WHERE_FIELDS = ['table', 'constraint']

function summaryOf(error: Error): string {
  if ('params' in error) return `${error.name}: a query failed`
  if ('severity' in error && 'code' in error) {
    const details = new Map<string, unknown>(Object.entries(error))
    const where = WHERE_FIELDS.map((field) => details.get(field))
    return ['database error', error.code, ...where].filter(Boolean).join(' ')
  }
  const sentence = awaySentence(error)
  if (sentence) return `DatabaseAwayError: ${sentence}`
  return `${error.name}: ${error.message.slice(0, LOGGED_MESSAGE_MAX)}`
}

const CONNECTION_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']
const PGLITE_CLOSED = /PGlite is clos/i

/** True when the database itself is away or overloaded: trying again later helps. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseAwayError) return true
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    if (CONNECTION_ERRORS.includes(code) || awaySentence(current)) return true
    // Connection exceptions, deadlocks, shutdown, too many connections, statement timeout: classes of SQLSTATE.
    if (/^(08|40|53|57)/.test(code)) return true
    if (PGLITE_CLOSED.test(current.message)) return true
    if (current instanceof AggregateError && current.errors.some(isDatabaseAway)) return true
  }
  return false
}
