import type { Attribution } from '../schemas/requests.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/**
 * What storage kept of the last ad (browser/remember-ad.ts), unless it is older than 30 days. The tags are as they were
 * kept; the store API looks at each.
 */
export function parseAttribution(stored: string | null, now: number): Attribution | undefined {
  try {
    const { clickedAt, tags } = JSON.parse(stored ?? '') as Attribution
    const age = now - Date.parse(clickedAt)
    return age >= 0 && age < KEPT_MS ? { clickedAt, tags } : undefined
  } catch {
    return undefined
  }
}
