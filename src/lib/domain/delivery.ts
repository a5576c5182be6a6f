import type { StoreInfo } from '../schemas/store-info.ts'

/** Returns the maximum days until delivery by the shop's shipping policy: longest handling plus longest transit. */
export function longestDelivery(store: Pick<StoreInfo, 'shippingPolicy'> | undefined): number | undefined {
  const policy = store?.shippingPolicy
  return policy && policy.handlingDays.max + policy.transitDays.max
}
