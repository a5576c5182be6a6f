import { forgetAd, landingTags, rememberAd } from '../lib/analytics/attribution.ts'
import { type Consent, readConsent, saveConsent } from '../lib/analytics/consent.ts'

/** Asks for consent once, applies the choice, and asks again from the footer's button. components/shell/Ads.astro */
const { asks, googleTag, remembersAds, isAsked } = document.getElementById('later')?.dataset ?? {}
const bar = document.getElementById('consent')
/** Element to focus after the bar closes. */
let opener: HTMLElement | null = null

document.addEventListener('click', ({ target }) => {
  const button =
    target instanceof Element ? target.closest<HTMLElement>('[data-consent], [data-asks-again]') : null
  if (!button || !bar) return
  const { consent } = button.dataset
  if (consent === 'granted' || consent === 'denied') {
    applyChoice(consent)
    return
  }
  ask(button)
})

bar?.addEventListener('focusin', ({ relatedTarget }) => {
  if (relatedTarget instanceof HTMLElement && !bar.contains(relatedTarget)) opener = relatedTarget
})

function ask(button: HTMLElement | null): void {
  opener = button
  bar?.removeAttribute('hidden')
  bar?.focus()
}

function applyChoice(choice: Consent): void {
  saveConsent(choice)
  bar?.toggleAttribute('hidden', true)
  if (opener) opener.focus()
  else document.getElementById('main')?.focus({ preventScroll: true })
  if (choice === 'granted') {
    if (remembersAds !== undefined) rememberAd()
    void begin()
  } else {
    forgetAd()
    void end()
  }
}

async function begin(): Promise<void> {
  if (asks !== 'visits') return
  const [{ grant }, { measure }] = await Promise.all([import('./google-tag.ts'), import('./shop-events.ts')])
  if (googleTag) grant(googleTag)
  measure(googleTag !== undefined)
}

async function end(): Promise<void> {
  if (asks !== 'visits') return
  const { deny } = await import('./google-tag.ts')
  deny(googleTag)
}

/** Request nothing from Google before the shopper agrees. */
const known = readConsent()
if (known === 'granted') void begin()
if (isAsked !== undefined) ask(document.querySelector('[data-asks-again]'))
else if (!known && bar && (googleTag ?? (remembersAds !== undefined && landingTags()))) bar.hidden = false
