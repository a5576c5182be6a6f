/** Returns the stored JSON list; empty for anything else. The items are unchecked. */
export function parseList(stored: string | null): unknown[] {
  try {
    const items: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}

/** Returns the fields of the JSON object in `text`; empty for anything else. The values are unchecked. */
export function parseRecord(text: string | null): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}

/** Returns the fields of an object; empty for anything else. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
