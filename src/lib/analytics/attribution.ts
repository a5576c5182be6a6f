import { AD_TAG_NAME, AD_TAG_VALUE, AD_TAGS_MAX } from '@tanabana/contract/ad-tags.ts'
import type { Attribution } from '@tanabana/contract/requests.ts'
import { parseRecord, toRecord } from '../platform/parse-stored.ts'
import { ATTRIBUTION_KEY, saveStored } from '../platform/storage.ts'

const VALID_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** Parses the stored click on an ad (`rememberAd`); `undefined` after 30 days. The store API checks each tag. */
export function parseAttribution(
  stored: string | null,
  now: number,
): Omit<Attribution, 'consent'> | undefined {
  const { clickedAt, tags } = parseRecord(stored)
  if (typeof clickedAt !== 'string') return undefined
  const age = now - Date.parse(clickedAt)
  if (!(age >= 0 && age < VALID_FOR_MS)) return undefined
  const texts = Object.entries(toRecord(tags)).filter(isTag)
  return { clickedAt, tags: Object.fromEntries(texts) }
}

/** Returns the ad tags of a URL; `undefined` without any. Skips invalid and overlong tags. */
export function adTags(address: string): Attribution['tags'] | undefined {
  if (!URL.canParse(address)) return undefined
  const tags = [...new URL(address).searchParams].filter(
    ([name, value]) => AD_TAG_NAME.test(name) && AD_TAG_VALUE.test(value),
  )
  return tags.length > 0 ? Object.fromEntries(tags.slice(0, AD_TAGS_MAX)) : undefined
}

/**
 * Returns the ad tags of this page's URL, or of the previous page of this site, which the shopper may have left before
 * its script read them; `undefined` without any.
 */
export function landingTags(): Attribution['tags'] | undefined {
  const isSameOrigin = document.referrer.startsWith(`${location.origin}/`)
  return adTags(location.href) ?? (isSameOrigin ? adTags(document.referrer) : undefined)
}

/**
 * Saves the landing's ad tags. A later ad replaces an earlier one. The caller has the shopper's consent.
 * docs/requirements.md#1110-attribution
 */
export function rememberAd(): void {
  const tags = landingTags()
  if (tags) saveStored(ATTRIBUTION_KEY, { clickedAt: new Date().toISOString(), tags })
}

export function forgetAd(): void {
  saveStored(ATTRIBUTION_KEY, undefined)
}

function isTag(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}
