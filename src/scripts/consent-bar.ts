import { forgetAd, landingTags, rememberAd } from '../lib/analytics/attribution.ts'
import { readConsent, saveConsent } from '../lib/analytics/consent.ts'

/**
 * Applies the shopper's choice in the consent bar, which scripts/inline/consent.js shows. The settings are those of
 * components/shell/Ads.astro.
 */
const { asks, googleTag, remembersAds, choice: early } = document.getElementById('later')?.dataset ?? {}

/** Share of the page views whose speed is reported. */
const TIMED_SHARE = 0.1
/** A shopper may agree, decline and agree again on one page. */
let isTimed = false

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element) applyChoice(target.closest<HTMLElement>('[data-consent]')?.dataset.consent)
})

function applyChoice(choice: string | undefined): void {
  if (choice !== 'granted' && choice !== 'denied') return
  saveConsent(choice, document.getElementById('consent')?.firstElementChild?.textContent ?? '')
  if (choice === 'granted') void begin()
  else {
    forgetAd()
    void end()
  }
}

async function begin(): Promise<void> {
  if (remembersAds !== undefined) rememberAd()
  if (asks !== 'visits') return
  const [{ grant }, { measure }] = await Promise.all([import('./google-tag.ts'), import('./shop-events.ts')])
  if (googleTag) grant(googleTag)
  measure(googleTag !== undefined)
  if (isTimed) return
  isTimed = true
  if (Math.random() < TIMED_SHARE) (await import('./web-vitals.ts')).reportVitals()
}

async function end(): Promise<void> {
  if (asks !== 'visits') return
  const { deny } = await import('./google-tag.ts')
  deny(googleTag)
}

/** Request nothing from Google before the shopper agrees. */
const known = readConsent()
if (early) applyChoice(early)
else if (known === 'granted') void begin()
else if (!known && (googleTag ?? (remembersAds !== undefined && landingTags()))) showBar()

/** The choice has expired, or the browser has no storage. */
function showBar(): void {
  document.getElementById('consent')?.removeAttribute('hidden')
}
