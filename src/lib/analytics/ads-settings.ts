import { readAnalytics, type StoreInfo } from '@tanabana/contract/store-info.ts'

import { isMeasuredPage } from './measured-page.ts'

/** Returns what the shop records of ads and visits; `googleTag` is the tag's id on a measured page. docs/ads.md */
export function adsSettings(store: StoreInfo | undefined, path: string) {
  const analytics = readAnalytics(store?.analytics)
  return {
    remembersAds: store?.capabilities.includes('attribution') ?? false,
    analytics,
    googleTag: analytics && isMeasuredPage(path) ? analytics.googleTagId : undefined,
  }
}
