import { setTimeout } from 'node:timers/promises'

import { describeFailure } from '../errors.ts'
import type { AvailabilityServices } from '../modules/catalogue/availability.ts'
import { repairAvailability } from './repair-availability.ts'
import { releaseUnpaidOrders } from './release-unpaid-orders.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import type { Settling } from '../modules/payments/provider-reports.ts'

/** Pause between passes, which cover the shops with a check due soon. */
const PASS_EVERY_MS = 5000
/** Interval of passes over all shops, which find new payments. */
const WHOLE_PASS_EVERY_MS = 30_000
/** Interval of passes that look for products whose availability was not updated. */
const REPAIR_EVERY_MS = 10 * 60_000

/**
 * Does what runs by itself, one pass at a time, until `close`, which waits for the current pass. A pass checks open
 * payments. The first one covers all shops, so that a restart delays no check. Passes over all shops then release the
 * pieces of unpaid orders whose hold has ended and cancel orders that are unpaid for 7 days; more rarely, a pass repairs
 * the availability of products.
 */
export function startJobs(services: Settling & AvailabilityServices): { close(): Promise<void> } {
  const stop = new AbortController()
  const running = (async () => {
    let soon: Awaited<ReturnType<typeof reconcilePayments>> = []
    let nextWholePass = 0
    let nextRepair = 0
    while (!stop.signal.aborted) {
      const isWhole = performance.now() >= nextWholePass
      if (isWhole) nextWholePass = performance.now() + WHOLE_PASS_EVERY_MS
      try {
        soon = await reconcilePayments(services, stop.signal, isWhole ? undefined : soon)
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
      await running
    },
  }
}
