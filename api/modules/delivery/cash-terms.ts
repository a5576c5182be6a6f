import type { StoreRecord } from '../../db/store-record.ts'
import type { Tenant } from '../../tenant.ts'

/** Whether the shop takes cash on delivery. docs/requirements.md#1120-cash-on-delivery */
export function offersCashOnDelivery({ record }: Pick<Tenant, 'record'>): boolean {
  return record.capabilities?.includes('cash-on-delivery') ?? false
}

/** Whether the terms exclude a PIN code as `readPinCode` returns it. */
export function isPinCodeExcluded(terms: StoreRecord['cashOnDelivery'], pinCode: string): boolean {
  return terms?.excludedPinCodes?.some((start) => pinCode.startsWith(start)) ?? false
}
