import pg from 'pg'

import { openDatabase } from '../../../api/db/index.ts'

/** The API's login role in PostgreSQL, which only owns the shops' database. docs/postgresql.md */
export const SHOP_ROLE = 'shops'
const TEMPLATE = 'shops_template'

/** Runs statements as the administrator of the server at this address. */
export async function administer(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** The address with another database and role, on the same server. */
export function databaseAt(url: string, database: string, role = SHOP_ROLE): string {
  const address = new URL(url)
  address.username = role
  address.pathname = database
  return address.href
}

/** Creates the API's role, and a template database with all tables, which is fast to copy. */
export async function makeTemplate(url: string): Promise<void> {
  await administer(
    url,
    'create role tanabana_app nologin',
    'create role tanabana_directory nologin',
    `create role ${SHOP_ROLE} login`,
    `grant tanabana_app, tanabana_directory to ${SHOP_ROLE}`,
    `create database ${TEMPLATE} owner ${SHOP_ROLE}`,
  )
  const db = await openDatabase({ dataDir: 'memory://', databaseUrl: databaseAt(url, TEMPLATE) })
  await db.close()
}

/** Creates a database with all tables; returns its address for the API's role. */
export async function copyTemplate(url: string): Promise<string> {
  const name = `shops_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(url, `create database ${name} template ${TEMPLATE} owner ${SHOP_ROLE} strategy file_copy`)
  return databaseAt(url, name)
}
