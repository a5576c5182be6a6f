import type { StoreInfo } from '../schemas/store-info.ts'

/** Within how many days an order arrives by the shop's shipping policy: packing and way at their longest. */
export function longestDelivery(store: Pick<StoreInfo, 'shippingPolicy'> | undefined): number | undefined {
  const policy = store?.shippingPolicy
  return policy && policy.handlingDays.max + policy.transitDays.max
}
