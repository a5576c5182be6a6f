import { createTableRelationsHelpers, extractTablesRelationalConfig, sql } from 'drizzle-orm'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import { PgProxyTransaction, PgRemoteSession, type RemoteCallback } from 'drizzle-orm/pg-proxy'

import type { Connection } from './connection.ts'
import type { Tables } from './database.ts'
import * as schema from './schema.ts'

const dialect = new PgDialect({ casing: 'snake_case' })
const { tables, tableNamesMap } = extractTablesRelationalConfig<Tables>(schema, createTableRelationsHelpers)
const relations = { fullSchema: schema, schema: tables, tableNamesMap }

/** What is asked inside of a transaction; one within it is a savepoint. */
export class ConnectionTransaction extends PgProxyTransaction<typeof schema, Tables> {
  readonly #ask: RemoteCallback

  constructor(ask: RemoteCallback, depth = 0) {
    super(dialect, new PgRemoteSession(ask, dialect, relations), relations, depth)
    this.#ask = ask
  }

  override async transaction<T>(work: (tx: ConnectionTransaction) => Promise<T>): Promise<T> {
    const savepoint = sql.identifier(`inner_${this.nestedIndex + 1}`)
    await this.execute(sql`savepoint ${savepoint}`)
    try {
      const result = await work(new ConnectionTransaction(this.#ask, this.nestedIndex + 1))
      await this.execute(sql`release savepoint ${savepoint}`)
      return result
    } catch (error) {
      await this.execute(sql`rollback to savepoint ${savepoint}`)
      throw error
    }
  }
}

/**
 * Does `work` in one transaction of this connection. What `work` asks after it has failed reaches nobody.
 * @throws {Error} what `work` throws; or the transaction is not known to be kept
 */
export async function transact<T>(
  connection: Connection,
  work: (tx: ConnectionTransaction) => Promise<T>,
  config: PgTransactionConfig = {},
): Promise<T> {
  let isOver = false
  const tx = new ConnectionTransaction(async (text, values, shape) => {
    if (isOver) throw new Error('The transaction of this query is over.')
    return connection.query(text, values, shape)
  })
  await connection.query(beginningOf(config))
  let result: T
  try {
    result = await work(tx)
  } catch (error) {
    isOver = true
    await undo(connection)
    throw error
  }
  isOver = true
  const { command } = await connection.query('commit')
  // One of its queries was refused and `work` went on: PostgreSQL keeps nothing and does not call that an error.
  if (command !== 'COMMIT')
    throw new Error('PostgreSQL has kept nothing of a transaction with a refused query.')
  return result
}

function beginningOf({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string {
  const words = ['begin']
  if (isolationLevel) words.push(`isolation level ${isolationLevel}`)
  if (accessMode) words.push(accessMode)
  if (deferrable) words.push('deferrable')
  return words.join(' ')
}

/** A connection that can't be brought out of its transaction is nobody's any more. */
async function undo(connection: Connection): Promise<void> {
  try {
    await connection.query('rollback')
  } catch (error) {
    connection.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
