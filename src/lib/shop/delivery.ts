import type { StoreInfo } from '@tanabana/contract/store-info.ts'

/** Of the built-in return policy. docs/requirements.md#98-times-and-hours */
const RETURN_DAYS = 7

/** Of the built-in refund policy. docs/requirements.md#98-times-and-hours */
const REFUND_DAYS = 7

/** Returns the working days within which refunds are sent; `undefined` for a shop with a policy text of its own. */
export function refundDays(store: Pick<StoreInfo, 'policies'> | undefined): number | undefined {
  return store?.policies.refund ? undefined : REFUND_DAYS
}

/** Returns the maximum days until delivery by the shop's shipping policy: longest handling plus longest transit. */
export function longestDelivery(store: Pick<StoreInfo, 'shippingPolicy'> | undefined): number | undefined {
  const policy = store?.shippingPolicy
  return policy && policy.handlingDays.max + policy.transitDays.max
}

/**
 * Returns the days after delivery within which goods can be returned: by the shop's declaration, else by the built-in
 * policy; 0 for a shop with a policy text of its own. docs/requirements.md#218-policy-pages
 */
export function returnWindow(store: Pick<StoreInfo, 'returnPolicy' | 'policies'> | undefined): number {
  return store?.returnPolicy?.days ?? (store?.policies.return ? 0 : RETURN_DAYS)
}
