import type { orders } from '../../db/schema.ts'
import type { StoreRecord, Tenant } from '../tenants/tenant.ts'

type Order = Pick<typeof orders.$inferSelect, 'total' | 'shippingAddress'>

/** Whether the shop takes cash on delivery. docs/requirements.md#1120-cash-on-delivery */
export function takesCash({ record }: Pick<Tenant, 'record'>): boolean {
  return record.capabilities?.includes('cash-on-delivery') ?? false
}

/** The sentence for an order whose total (paise) or PIN code the terms (rupees) exclude; `undefined` for any other. */
export function cashRefusal(
  { maxOrder, excludedPinCodes = [] }: NonNullable<StoreRecord['cashOnDelivery']> = {},
  { total, shippingAddress }: Order,
): string | undefined {
  if (maxOrder !== undefined && total > Math.round(maxOrder * 100)) {
    return 'Cash on delivery is not available for an order of this amount. Please choose another way to pay.'
  }
  const pinCode = shippingAddress.postalCode.replace(/\D/g, '')
  return excludedPinCodes.some((start) => pinCode.startsWith(start))
    ? 'Cash on delivery is not available at this PIN code. Please choose another way to pay.'
    : undefined
}
