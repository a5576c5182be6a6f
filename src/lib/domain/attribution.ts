import type { Attribution } from '../schemas/requests.ts'
import { parseRecord, toRecord } from './parse-record.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Parses the stored click on an ad (browser/remember-ad.ts); `undefined` after 30 days. The store API checks each tag. */
export function parseAttribution(stored: string | null, now: number): Attribution | undefined {
  const { clickedAt, tags } = parseRecord(stored)
  if (typeof clickedAt !== 'string') return undefined
  const age = now - Date.parse(clickedAt)
  if (!(age >= 0 && age < KEPT_MS)) return undefined
  const texts = Object.entries(toRecord(tags)).filter(isTag)
  return { clickedAt, tags: Object.fromEntries(texts) }
}

function isTag(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}
