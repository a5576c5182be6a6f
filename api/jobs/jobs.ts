import type { AvailabilityServices } from '../modules/catalogue/availability.ts'
import type { Settling } from '../modules/payments/settling.ts'
import { deliverMessages, type MessageServices, type Rests } from '../messages/deliver.ts'
import { recordMessages } from '../messages/record-messages.ts'
import { findTenant } from '../modules/tenants/find.ts'
import { sendHeartbeats, type PurgeConfig } from '../purge/purge-pages.ts'
import { eraseOldImports } from './erase-old-imports.ts'
import { eraseOldMessages } from './erase-old-messages.ts'
import { handleEvents, type EventHandler } from './handle-events.ts'
import { startEngine, type Engine, type JobHandlers } from './engine.ts'
import { purgeAgain } from './purge-again.ts'
import { checkDuePayments, reconcilePayments } from './reconcile-payments.ts'
import { releaseUnpaidOrders } from './release-unpaid-orders.ts'
import { repairAvailability } from './repair-availability.ts'
import type { ImportServices } from './run-import.ts'

/** Interval of sweeps that look for products whose availability was not updated. */
const REPAIR_EVERY_MS = 10 * 60_000
/** Interval of sweeps that erase old messages and imports. */
const ERASE_EVERY_MS = 60 * 60_000

export type JobServices = Settling &
  AvailabilityServices &
  MessageServices &
  ImportServices & { config: PurgeConfig }

/** Handlers of the events of orders, in the order in which they get each event. */
const EVENT_HANDLERS: readonly ((services: JobServices) => EventHandler)[] = [
  (services) => (event) => recordMessages(services, event),
]

/**
 * Runs jobs until `close`: handles events of orders, sends the messages that they ask for, checks payments and refunds when
 * they are due, repeats purges that failed, and checks and writes uploaded catalogues. Each minute, and at the start, a
 * sweep checks the due payments of all shops, releases the pieces of unpaid orders whose hold has ended, cancels orders
 * that are unpaid for 7 days, tells storefronts that they are reached and, more rarely, repairs the availability of
 * products and erases old messages and imports.
 */
export function startJobs(services: JobServices): Engine {
  return startEngine({ db: services.db, log: services.log, handlers: createHandlers(services) })
}

function createHandlers(services: JobServices): JobHandlers {
  let [nextRepair, nextErasure] = [0, 0]
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
    async imports([job], signal) {
      // Readers of all formats, which few processes need.
      const { runImport } = await import('./run-import.ts')
      if (job) await runImport(services, job, signal)
    },
    async sweep(_jobs, signal) {
      const tasks = [
        () => reconcilePayments(services, signal),
        () => releaseUnpaidOrders(services, signal),
        async () => {
          const unreached = await sendHeartbeats(services.config)
          if (unreached.length > 0)
            services.log({ level: 'warn', event: 'storefronts not reached', storefronts: unreached })
        },
        async () => {
          if (performance.now() < nextRepair) return
          await repairAvailability(services, signal)
          nextRepair = performance.now() + REPAIR_EVERY_MS
        },
        async () => {
          if (performance.now() < nextErasure) return
          await eraseOldMessages(services, signal)
          await eraseOldImports(services, signal)
          nextErasure = performance.now() + ERASE_EVERY_MS
        },
      ]
      const failures: unknown[] = []
      // A failed task does not stop the others.
      for (const task of tasks) await task().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}
