/** Returns the stored JSON list; empty for anything else. The items are unchecked. */
export function parseList(stored: string | null): unknown[] {
  try {
    const items: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}
