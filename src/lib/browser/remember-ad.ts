import { adTags } from '../domain/ad-tags.ts'
import { ATTRIBUTION_KEY } from './keys.ts'
import { keepStored } from './stored.ts'

/**
 * Saves the ad tags of this page's URL, or of the previous page of this site, which the shopper may have left before
 * this ran. A later ad replaces an earlier one. docs/requirements.md#1110-attribution
 */
export function rememberAd(): void {
  const isOwn = document.referrer.startsWith(`${location.origin}/`)
  const tags = adTags(location.href) ?? (isOwn ? adTags(document.referrer) : undefined)
  if (tags) keepStored(ATTRIBUTION_KEY, { clickedAt: new Date().toISOString(), tags })
}

export function forgetAd(): void {
  keepStored(ATTRIBUTION_KEY, undefined)
}
