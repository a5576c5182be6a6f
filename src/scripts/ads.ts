import { rememberAd } from '../lib/analytics/attribution.ts'
import { readConsent } from '../lib/analytics/consent.ts'

/** Settings of the shop from components/shell/Ads.astro. */
const { remembersAds, asks } = document.getElementById('later')?.dataset ?? {}

if (remembersAds !== undefined && (asks === undefined || readConsent() === 'granted')) rememberAd()
if (asks !== undefined) void import('./consent-bar.ts')
