import { setTimeout } from 'node:timers/promises'

import { CACHE_MS } from '../../api/tenants/tenant-cache.ts'

const MARGIN_MS = 50

/** Waits until the store API has forgotten what it answered: else a question asked again would cost nothing. */
export function forgetAnswers(): Promise<void> {
  return setTimeout(CACHE_MS + MARGIN_MS)
}
