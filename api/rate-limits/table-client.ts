import type { Database } from '../db/index.ts'
import { DatabaseAwayError } from '../errors.ts'

type Query = NonNullable<Database['query']>

interface Statement {
  text: string
  values?: readonly unknown[]
}

/** So long a request waits for the table at most. */
const ANSWER_MS = 1000
/** After a failure the table is left alone for so long: many requests must not wait for it one after the other. */
const REST_MS = 5000

/**
 * What rate-limiter-flexible asks PostgreSQL through. Statements go without their names, which poolers that hand
 * connections around would lose.
 */
export function createTableClient(query: Query, onFailure: (error: unknown) => void) {
  let restsUntil = 0
  return {
    async query({ text, values = [] }: Statement) {
      if (performance.now() < restsUntil) throw new DatabaseAwayError('The table of limits is left alone.')
      try {
        const rows = await inTime(query(text, values))
        return { rows, rowCount: rows.length }
      } catch (error) {
        restsUntil = performance.now() + REST_MS
        onFailure(error)
        throw error
      }
    },
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseAwayError('The table of limits does not answer.')), ANSWER_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
