/** The rows of a query written by hand: both drivers answer with `rows`, though they share no type. */
export function rowsOf<T>(result: unknown): T[] {
  return typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)
    ? result.rows
    : []
}
