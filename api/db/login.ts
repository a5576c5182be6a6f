import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'

import { DatabaseUnusableError } from '../errors.ts'
import type { Transaction } from './database.ts'

/** The role of tenant transactions, and the role that looks up tenants. Row-level security applies to both. */
const ROLES = ['tanabana_app', 'tanabana_directory']

/** PostgreSQL 16 separates membership in a role from the right to `set role`. */
const SET_OPTION_SINCE = 160_000

interface Login extends Record<string, unknown> {
  name: string
  version: number
  isSuperuser: boolean
  bypassesRls: boolean
  /** Whether its sessions begin as `tanabana_directory`. */
  startsAsDirectory: boolean
}

export class LoginRightsError extends DatabaseUnusableError {
  override name = 'LoginRightsError'

  constructor(login: string) {
    super(
      `The role ${login} of DATABASE_URL may not set up the database or act as ${ROLES.join(' and ')}. ` +
        `As an administrator make it the database's owner and run: ` +
        `${ROLES.map((role) => `CREATE ROLE ${role} NOLOGIN;`).join(' ')} GRANT ${ROLES.join(', ')} TO ${login};`,
    )
  }
}

/**
 * Refuses a database that does not hold every letter, before a migration fails on one.
 * @throws {DatabaseUnusableError} a sentence with the remedy
 */
export async function requireUtf8(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ database: string; encoding: string }>(
    'select current_database() as database, getdatabaseencoding() as encoding',
  )
  for (const { database, encoding } of rows) {
    if (encoding === 'UTF8') continue
    throw new DatabaseUnusableError(
      `The database ${database} is in ${encoding}. Create one with ENCODING 'UTF8' TEMPLATE template0.`,
    )
  }
}

/**
 * Grants the login the roles under row-level security and starts its sessions as the role that sees no tenant rows.
 * PostgreSQL stores that default with the login, so it also holds behind poolers. Returns warnings for the operator.
 * @throws {LoginRightsError} the login cannot take the roles
 */
export async function prepareLogin(tx: Transaction): Promise<string[]> {
  const login = await readLogin(tx)
  for (const role of ROLES) await grantRole(tx, login, role)
  if (login.isSuperuser) {
    return [
      `${login.name} of DATABASE_URL is a superuser, so row-level security protects only statements for one shop. Sign in as the database's owner without that right.`,
    ]
  }
  if (!login.startsAsDirectory) {
    await tx.execute(sql`do $$ begin
      execute format('alter role %I in database %I set role to tanabana_directory', session_user, current_database());
    end $$`)
  }
  if (!login.bypassesRls) return []
  return [
    `${login.name} of DATABASE_URL has BYPASSRLS, which it does not need: ALTER ROLE ${login.name} NOBYPASSRLS;`,
  ]
}

async function readLogin(tx: Transaction): Promise<Login> {
  const { rows } = await tx.execute<Login>(sql`
      select session_user as name, current_setting('server_version_num')::int as version, rolsuper as "isSuperuser", rolbypassrls as "bypassesRls",
        exists (
          select from pg_db_role_setting
          where setrole = pg_roles.oid and 'role=tanabana_directory' = any (setconfig)
            and setdatabase = (select oid from pg_database where datname = current_database())
        ) as "startsAsDirectory"
      from pg_roles where rolname = session_user`)
  const [login] = rows
  if (!login) throw new Error('The database has no role of this login.')
  return login
}

/** Grants the role with the right to `set role`, which its creator lacks by default since PostgreSQL 16. */
async function grantRole(tx: Transaction, { name, version }: Login, role: string): Promise<void> {
  const right = version >= SET_OPTION_SINCE ? 'SET' : 'MEMBER'
  const may = sql`select pg_has_role(session_user, ${role}::name, ${right}) as allowed`
  const isAllowed = async () => (await tx.execute<{ allowed: boolean }>(may)).rows[0]?.allowed === true
  if (await isAllowed()) return
  const options = version >= SET_OPTION_SINCE ? ' with set true, inherit false' : ''
  try {
    await tx.transaction((attempt) =>
      attempt.execute(
        sql.raw(`do $$ begin execute format('grant ${role} to %I${options}', session_user); end $$`),
      ),
    )
  } catch {
    throw new LoginRightsError(name)
  }
  if (!(await isAllowed())) throw new LoginRightsError(name)
}
