import { adTags } from '../domain/ad-tags.ts'

const KEY = 'attribution'

/**
 * Keeps the ad that led here: the last one counts, and a visit without one leaves it as it is. Read from the page
 * before, too, which a shopper may have left before this ran.
 */
export function rememberAd(): void {
  const isOwn = document.referrer.startsWith(`${location.origin}/`)
  const tags = adTags(location.href) ?? (isOwn ? adTags(document.referrer) : undefined)
  if (!tags) return
  try {
    localStorage.setItem(KEY, JSON.stringify({ clickedAt: new Date().toISOString(), tags }))
  } catch {
    // A browser without storage remembers no ad.
  }
}

export function forgetAd(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept there.
  }
}
