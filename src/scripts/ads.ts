import { readConsent } from '../lib/browser/consent.ts'
import { rememberAd } from '../lib/browser/remember-ad.ts'

/** What components/Ads.astro says of the shop. */
const { remembersAds, asks } = document.getElementById('later')?.dataset ?? {}

if (remembersAds !== undefined && (asks === undefined || readConsent() === 'granted')) rememberAd()
if (asks !== undefined) void import('./consent-bar.ts')
