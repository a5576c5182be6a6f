import { readConsent } from '../lib/browser/consent.ts'
import { rememberAd } from '../lib/browser/remember-ad.ts'

/** Settings of the shop from components/Ads.astro. */
const { remembersAds, asks } = document.getElementById('later')?.dataset ?? {}

if (remembersAds !== undefined && (asks === undefined || readConsent() === 'granted')) rememberAd()
if (asks !== undefined) void import('./consent-bar.ts')
