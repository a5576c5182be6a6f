import { adTags } from '../domain/ad-tags.ts'
import { ATTRIBUTION_KEY } from './keys.ts'
import { keepStored } from './stored.ts'

/**
 * Keeps the ad that led here: the last one counts, and a visit without one leaves it as it is. Read from the page
 * before, too, which a shopper may have left before this ran.
 */
export function rememberAd(): void {
  const isOwn = document.referrer.startsWith(`${location.origin}/`)
  const tags = adTags(location.href) ?? (isOwn ? adTags(document.referrer) : undefined)
  if (tags) keepStored(ATTRIBUTION_KEY, { clickedAt: new Date().toISOString(), tags })
}

export function forgetAd(): void {
  keepStored(ATTRIBUTION_KEY, undefined)
}
