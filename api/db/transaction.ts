import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'

import type { Transaction } from './database.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Runs `work` in one transaction. Unlike drizzle's own, it verifies the commit, rejects queries after `work` ends,
 * and never returns a broken connection to the pool.
 * @throws {Error} from `work`, or the commit is not confirmed
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig = {},
): Promise<T> {
  const client = await pool.connect()
  let isOver = false
  let broken: Error | undefined

  async function query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (broken) throw broken
    try {
      return await client.query(text, values)
    } catch (error) {
      // Other errors mean that the connection is lost or still waits for a response.
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) broken = error
      throw error
    }
  }
  async function queryInWork(...args: Parameters<typeof query>): Promise<pg.QueryResult> {
    if (isOver) throw new Error('The transaction of this query is over.')
    return query(...args)
  }
  const clientForWork = Object.create(client, { query: { value: queryInWork } }) as pg.PoolClient
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(
    clientForWork,
    dialect,
    undefined,
  )

  try {
    await query(beginWith(config))
    const result = await work(new NodePgTransaction(dialect, session, undefined))
    isOver = true
    const { command } = await query('commit')
    // PostgreSQL answers a commit with a rollback and no error when `work` caught a failed query.
    if (command !== 'COMMIT')
      throw new Error('PostgreSQL has kept nothing of a transaction with a refused query.')
    return result
  } catch (error) {
    isOver = true
    await query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

function beginWith({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string {
  const words = ['begin']
  if (isolationLevel) words.push(`isolation level ${isolationLevel}`)
  if (accessMode) words.push(accessMode)
  if (deferrable) words.push('deferrable')
  return words.join(' ')
}
