/** What local storage holds under `key` at this moment, or `null` where it holds nothing or can't be read. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
