/** The list that storage holds as JSON; empty where it holds nothing, or anything else. */
export function parseList(stored: string | null): unknown[] {
  try {
    const items: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}
