import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'

import { readConsent } from '../lib/analytics/consent.ts'
import { VITALS_PATH } from '../lib/analytics/vitals-path.ts'

/** Values of this page view: milliseconds, and the score of the layout shifts. */
const measured: Partial<Record<Metric['name'], number>> = {}

/** Reports once, to the shop's own host, how fast this page was, when the shopper leaves it. docs/deploy.md#monitor */
export function reportVitals(): void {
  for (const observe of [onLCP, onINP, onFCP, onTTFB, onCLS])
    observe(({ name, value }) => (measured[name] = Math.round(value * 1000) / 1000))
  // The library completes its values in the capture phase of the same event.
  addEventListener('visibilitychange', send)
}

function send(): void {
  if (document.visibilityState !== 'hidden') return
  removeEventListener('visibilitychange', send)
  if (readConsent() !== 'granted') return
  navigator.sendBeacon(VITALS_PATH, JSON.stringify({ page: location.pathname, ...measured }))
}
