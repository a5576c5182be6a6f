import { setTimeout } from 'node:timers/promises'

import { TENANT_MAX_AGE_MS } from '../../../api/modules/tenants/tenant-cache.ts'

const MARGIN_MS = 50

/** Waits until the store API's cached results have expired, so that the next call reads the database. */
export function waitForCacheExpiry(): Promise<void> {
  return setTimeout(TENANT_MAX_AGE_MS + MARGIN_MS)
}
