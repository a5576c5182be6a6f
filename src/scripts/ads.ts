import { rememberAd } from '../lib/analytics/attribution.ts'
import { readConsent } from '../lib/analytics/consent.ts'

/** Settings of the shop from components/shell/Ads.astro. */
const { remembersAds } = document.getElementById('later')?.dataset ?? {}

if (remembersAds !== undefined && readConsent() === 'granted') rememberAd()
void import('./consent-bar.ts')
