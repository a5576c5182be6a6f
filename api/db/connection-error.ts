import { DatabaseUnusableError, isDatabaseUnavailable } from '../errors.ts'
import { codeOf } from './error-code.ts'
import { LoginRightsError } from './login.ts'

/** Node's codes of socket and certificate errors contain no digit; every SQLSTATE does. */
const SYSTEM_ERROR_CODE = /^[A-Z_]+$/
/** pg's message for a server without TLS. */
const NO_TLS_MESSAGE = /does not support SSL|establishing an SSL connection/

/** Explains to the operator why PostgreSQL at this URL cannot be opened, without its password. */
export function explainConnectionError(error: unknown, databaseUrl: string): unknown {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const server = `${hostname}:${port || '5432'}`
  const [login, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  const code = codeOf(error)
  if (code === '28P01' || code === '28000') {
    return new DatabaseUnusableError(
      `The database at ${server} refuses the role ${login}. Correct role and password in DATABASE_URL.`,
    )
  }
  if (code === '3D000') {
    return new DatabaseUnusableError(
      `There is no database "${database}" at ${server}. Create it: CREATE DATABASE ${database} OWNER ${login};`,
    )
  }
  if (code === '42501') return new LoginRightsError(login)
  if (error instanceof Error && NO_TLS_MESSAGE.test(error.message)) {
    return new DatabaseUnusableError(`The PostgreSQL at ${hostname} does not speak TLS.`)
  }
  if (isDatabaseUnavailable(error)) {
    return new DatabaseUnusableError(
      `The database at ${server} can't be reached. Start it, or correct DATABASE_URL.`,
    )
  }
  if (!(error instanceof Error) || !SYSTEM_ERROR_CODE.test(code)) return error
  return new DatabaseUnusableError(
    `The database at ${server} can't be opened: ${error.message}. Correct DATABASE_URL.`,
  )
}
