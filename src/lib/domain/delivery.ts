import type { StoreInfo } from '../schemas/store-info.ts'

/** How many days an order takes by the shop's shipping policy, packing and way together; unknown where it says nothing. */
export function deliveryDays(
  store: Pick<StoreInfo, 'shippingPolicy'> | undefined,
): { min: number; max: number } | undefined {
  const policy = store?.shippingPolicy
  return (
    policy && {
      min: policy.handlingDays.min + policy.transitDays.min,
      max: policy.handlingDays.max + policy.transitDays.max,
    }
  )
}
