import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error for the caller: the response is `{ "error": message, ...details }` with this status. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ContentfulStatusCode
  readonly headers: Record<string, string>
  /** Machine-readable fields beside the sentence. */
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

/** The database is unreachable or does not respond. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/** The database cannot be opened with its settings. The message names the remedy and no password. */
export class DatabaseUnusableError extends Error {
  override name = 'DatabaseUnusableError'
}

const LOGGED_MESSAGE_MAX = 500

/**
 * The parts of an error that are safe to log. Drizzle's messages contain query parameters and PostgreSQL's contain
 * values: keep only their kind, and only the code locations of stacks. ASVS 16.2.5
 */
export function describeFailure(thrown: unknown): { error: string; cause: string; stack: string } {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, stack = '', cause } = error
  const at = stack.indexOf(message)
  return {
    error: summaryOf(error),
    cause: cause instanceof Error ? summaryOf(cause) : '',
    stack: at < 0 ? '' : stack.slice(at + message.length).trim(),
  }
}

/** pg's messages on lost, slow or closed connections, which have no code, with a sentence for the log. */
const PG_UNAVAILABLE: readonly [RegExp, string][] = [
  [/^timeout exceeded/, 'No connection to PostgreSQL was free in time.'],
  [/^timeout expired|connection timeout$/, 'PostgreSQL could not be reached in time.'],
  [/^Query read timeout$/, 'PostgreSQL does not answer.'],
  [/^Connection terminated|^Client (was|has)/, 'The connection to PostgreSQL is closed.'],
  [/^Cannot use a pool/, 'The connections to PostgreSQL are closed.'],
]

function unavailableSentence({ message }: Error): string | undefined {
  return PG_UNAVAILABLE.find(([pattern]) => pattern.test(message))?.[1]
}

const WHERE_FIELDS = ['table', 'constraint']

function summaryOf(error: Error): string {
  if ('params' in error) return `${error.name}: a query failed`
  if ('severity' in error && 'code' in error) {
    const details = new Map<string, unknown>(Object.entries(error))
    const where = WHERE_FIELDS.map((field) => details.get(field))
    return ['database error', error.code, ...where].filter(Boolean).join(' ')
  }
  const sentence = unavailableSentence(error)
  if (sentence) return `DatabaseUnavailableError: ${sentence}`
  return `${error.name}: ${error.message.slice(0, LOGGED_MESSAGE_MAX)}`
}

/** System codes, and PostgreSQL's `disk_full`. */
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', '53100']
/** The same as Emscripten numbers them: PGlite throws its errors, which are no `Error`. */
const DISK_FULL_NUMBERS = [51, 19]
const DISK_FULL_MESSAGE = /No space left on device|Disk quota exceeded/i

/** Whether an error, or one of its causes, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  let current = error
  for (; current instanceof Error; current = current.cause) {
    if ('code' in current && DISK_FULL_CODES.includes(String(current.code))) return true
    if (DISK_FULL_MESSAGE.test(current.message)) return true
  }
  if (typeof current !== 'object' || current === null) return false
  const { name, errno } = current as { name?: unknown; errno?: unknown }
  return name === 'ErrnoError' && DISK_FULL_NUMBERS.includes(Number(errno))
}

const CONNECTION_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']
const PGLITE_CLOSED = /PGlite is clos/i

/** Whether the database is down or overloaded, so that a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseUnavailableError) return true
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    if (CONNECTION_ERRORS.includes(code) || unavailableSentence(current)) return true
    // SQLSTATE classes of connection exceptions, deadlocks, shutdown, too many connections and statement timeouts.
    if (/^(08|40|53|57)/.test(code)) return true
    if (PGLITE_CLOSED.test(current.message)) return true
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnavailable)) return true
  }
  return false
}

/** A concurrency limit is reached, and its queue is full. */
export class OverloadedError extends ApiError {
  override name = 'OverloadedError'

  constructor(sentence = 'The shop is busy. Please try again in a moment.', retryAfterSeconds = 2) {
    super(503, sentence, { 'retry-after': String(retryAfterSeconds) })
  }
}
