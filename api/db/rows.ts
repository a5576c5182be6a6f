/** The rows of a query written by hand: PGlite answers with `rows`, PostgreSQL with the rows themselves. */
export function rowsOf<T>(result: unknown): T[] {
  if (Array.isArray(result)) return result
  return typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)
    ? result.rows
    : []
}
