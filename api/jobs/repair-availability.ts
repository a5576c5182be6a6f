import { withTenant } from '../db/index.ts'
import {
  findStaleProducts,
  updateAvailability,
  type AvailabilityServices,
} from '../modules/catalogue/availability.ts'
import { listOrderTerms } from '../modules/tenants/find.ts'

/** Updates the products of all shops whose availability or price was not updated because a process ended too early. */
export async function repairAvailability(
  services: AvailabilityServices,
  signal?: AbortSignal,
): Promise<void> {
  for (const { id } of await listOrderTerms(services.db)) {
    if (signal?.aborted) return
    const stale = await withTenant(services.db, id, (tx) => findStaleProducts(tx, id))
    await updateAvailability(services, id, stale)
  }
}
