import { setTimeout } from 'node:timers/promises'

import type { Database } from '../../db/index.ts'
import { describeFailure } from '../../http/errors.ts'
import type { Log } from '../../http/log.ts'
import { repairAvailability, type Publishing } from '../catalogue/availability.ts'
import { releaseUnpaidOrders } from '../orders/release-unpaid.ts'
import { listPayingShops } from '../tenants/find.ts'
import { createProviders, missingSecrets, type Providers } from './providers/provider-context.ts'
import { reconcileAll } from './reconcile.ts'
import type { Settling } from './provider-reports.ts'

/** Pause between passes, which cover the shops with a check due soon. */
const PASS_EVERY_MS = 5000
/** Interval of passes over all shops, which find new payments. */
const WHOLE_PASS_EVERY_MS = 30_000
/** Interval of passes that look for products whose availability was not updated. */
const REPAIR_EVERY_MS = 10 * 60_000

/**
 * Opens the configured providers. Logs an error for each shop with missing secrets, whose payments fail until the
 * file contains them.
 */
export async function openProviders(
  secretsFile: string | undefined,
  db: Database,
  log: Log,
): Promise<Providers> {
  const providers = createProviders({ secretsFile })
  for (const { id, paymentAccounts } of await listPayingShops(db)) {
    for (const account of paymentAccounts) {
      const missing = missingSecrets(account, await providers.secretsOf(id, account.provider))
      if (missing.length === 0) continue
      log({
        level: 'error',
        event: 'payments not possible',
        tenant: id,
        provider: account.provider,
        missing,
        help: 'Give them in the file that PAYMENT_PROVIDER_SECRETS_FILE names.',
      })
    }
  }
  return providers
}

/**
 * Checks open payments, one pass at a time, until `close`, which waits for the current pass. The first pass covers
 * all shops, so that a restart delays no check. Passes over all shops then release the pieces of unpaid orders whose hold
 * has ended, cancel orders that are unpaid for 7 days, and repair the availability of products.
 */
export function watchPayments(services: Settling & Publishing): { close(): Promise<void> } {
  const stop = new AbortController()
  const watching = (async () => {
    let soon: Awaited<ReturnType<typeof reconcileAll>> = []
    let nextWholePass = 0
    let nextRepair = 0
    while (!stop.signal.aborted) {
      const isWhole = performance.now() >= nextWholePass
      if (isWhole) nextWholePass = performance.now() + WHOLE_PASS_EVERY_MS
      try {
        soon = await reconcileAll(services, stop.signal, isWhole ? undefined : soon)
      } catch (error) {
        services.log({ level: 'error', event: 'payments not checked', ...describeFailure(error) })
      }
      try {
        if (isWhole) await releaseUnpaidOrders(services, stop.signal)
        if (performance.now() >= nextRepair) {
          nextRepair = performance.now() + REPAIR_EVERY_MS
          await repairAvailability(services, stop.signal)
        }
      } catch (error) {
        services.log({ level: 'error', event: 'stock not checked', ...describeFailure(error) })
      }
      await setTimeout(PASS_EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  })()
  return {
    async close() {
      stop.abort()
      await watching
    },
  }
}
