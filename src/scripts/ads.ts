import { rememberAd } from '../lib/browser/remember-ad.ts'

/** What components/Ads.astro says of the shop. */
const { remembersAds } = document.getElementById('later')?.dataset ?? {}

if (remembersAds !== undefined) rememberAd()
