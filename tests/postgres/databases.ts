import pg from 'pg'

import { openDatabase } from '../../api/db/index.ts'

/** What the API signs in to PostgreSQL as: the owner of the shops' database, and no more. docs/postgresql.md */
export const SHOP_ROLE = 'shops'
const TEMPLATE = 'shops_template'

/** Statements for the administrator of the server at this address. */
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

/** The address of a database of the server that an address is of. */
export function databaseAt(url: string, database: string, role = SHOP_ROLE): string {
  const address = new URL(url)
  address.username = role
  address.pathname = database
  return address.href
}

/** Makes the API's role and a database with all tables, from which others are copied in a moment. */
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

/** A new database with all tables; gives its address for the API's role. */
export async function copyTemplate(url: string): Promise<string> {
  const name = `shops_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(url, `create database ${name} template ${TEMPLATE} owner ${SHOP_ROLE} strategy file_copy`)
  return databaseAt(url, name)
}
