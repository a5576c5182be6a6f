import { withTimeout } from '@tanabana/node/promises.ts'
import type { Database } from '../../db/index.ts'
import { DatabaseUnavailableError } from '../../errors.ts'

type Query = NonNullable<Database['query']>

interface Statement {
  text: string
  values?: readonly unknown[]
}

/** Timeout of one query. */
const QUERY_TIMEOUT_MS = 1000
/** After a failure, skip the table for this long, so that requests do not queue on timeouts. */
const COOLDOWN_MS = 5000

/**
 * PostgreSQL client for rate-limiter-flexible. Sends unnamed statements, because connection poolers lose prepared
 * ones.
 */
export function createTableClient(query: Query, onFailure: (error: unknown) => void) {
  let cooldownUntil = 0
  return {
    async query({ text, values = [] }: Statement) {
      if (performance.now() < cooldownUntil)
        throw new DatabaseUnavailableError('The rate limit table is skipped after a failure.')
      try {
        const rows = await withTimeout(query(text, values), QUERY_TIMEOUT_MS, () => {
          throw new DatabaseUnavailableError('The rate limit table does not respond.')
        })
        return { rows, rowCount: rows.length }
      } catch (error) {
        cooldownUntil = performance.now() + COOLDOWN_MS
        onFailure(error)
        throw error
      }
    },
  }
}
