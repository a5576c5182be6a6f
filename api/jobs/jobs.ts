import type { AvailabilityServices } from '../modules/catalogue/availability.ts'
import type { Settling } from '../modules/payments/provider-reports.ts'
import { deliverMessages, type MessageServices, type Rests } from '../messages/deliver.ts'
import { recordMessages } from '../messages/record-messages.ts'
import { findTenant } from '../modules/tenants/find.ts'
import type { PurgeConfig } from '../purge/purge-pages.ts'
import { handleEvents, type EventHandler } from './handle-events.ts'
import { startEngine, type Engine, type JobHandlers } from './engine.ts'
import { purgeAgain } from './purge-again.ts'
import { checkDuePayments, reconcilePayments } from './reconcile-payments.ts'
import { releaseUnpaidOrders } from './release-unpaid-orders.ts'
import { repairAvailability } from './repair-availability.ts'

/** Interval of sweeps that look for products whose availability was not updated. */
const REPAIR_EVERY_MS = 10 * 60_000

export type JobServices = Settling & AvailabilityServices & MessageServices & { config: PurgeConfig }

/** Handlers of the events of orders, in the order in which they get each event. */
const EVENT_HANDLERS: readonly ((services: JobServices) => EventHandler)[] = [
  (services) => (event) => recordMessages(services, event),
]

/**
 * Runs jobs until `close`: handles events of orders, sends the messages that they ask for, checks payments when they are due and repeats purges that failed.
 * Each minute, and at the start, a sweep checks the due payments of all shops, releases the pieces of unpaid orders whose
 * hold has ended, cancels orders that are unpaid for 7 days and, more rarely, repairs the availability of products.
 */
export function startJobs(services: JobServices): Engine {
  return startEngine({ db: services.db, log: services.log, handlers: createHandlers(services) })
}

function createHandlers(services: JobServices): JobHandlers {
  let nextRepair = 0
  const eventHandlers = EVENT_HANDLERS.map((create) => create(services))
  const rests: Rests = new Map()
  return {
    async orders([job], signal) {
      if (job) await handleEvents(services.db, eventHandlers, job, signal)
    },
    async messages([job], signal) {
      if (job) await deliverMessages(services, rests, job, signal)
    },
    async payments([job], signal) {
      const shop = job && (await findTenant(services.db, job.tenantId))
      if (shop) await checkDuePayments(services, shop, signal)
    },
    purges: (jobs) => purgeAgain(services, jobs),
    async sweep(_jobs, signal) {
      const tasks = [
        () => reconcilePayments(services, signal),
        () => releaseUnpaidOrders(services, signal),
        async () => {
          if (performance.now() < nextRepair) return
          await repairAvailability(services, signal)
          nextRepair = performance.now() + REPAIR_EVERY_MS
        },
      ]
      const failures: unknown[] = []
      // A failed task does not stop the others.
      for (const task of tasks) await task().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}
