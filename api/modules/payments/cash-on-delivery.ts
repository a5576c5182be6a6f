import { readPhone } from '@tanabana/contract/phone.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import type { Transaction } from '../../db/index.ts'
import type { orders } from '../../db/schema.ts'
import { hasTooManyCashOrders } from '../orders/open-orders.ts'
import { orderLimitsOf } from '../orders/order-limits.ts'
import { isPinCodeExcluded } from '../delivery/cash-terms.ts'
import { findPincode } from '../delivery/pincodes.ts'
import type { Tenant } from '../../tenant.ts'
import type { StoreRecord } from '../../db/store-record.ts'

const NOT_AT_PIN_CODE =
  'Cash on delivery is not available at this PIN code. Please choose another way to pay.'
const UNREADABLE =
  'Cash on delivery needs a PIN code of 6 digits and a phone number. Please choose another way to pay.'

const TOO_MANY =
  'Too many orders of this account or phone number are still to be paid at delivery. Please choose another way to pay.'

type Order = Pick<typeof orders.$inferSelect, 'total' | 'shippingAddress'>

/**
 * The sentence for an order whose total (paise) or PIN code the terms (rupees) exclude, or whose PIN code or phone can't
 * be read; `undefined` for any other.
 */
export function cashRefusal(
  terms: StoreRecord['cashOnDelivery'],
  { total, shippingAddress }: Order,
): string | undefined {
  if (terms?.maxOrder !== undefined && total > Math.round(terms.maxOrder * 100)) {
    return 'Cash on delivery is not available for an order of this amount. Please choose another way to pay.'
  }
  const pinCode = readPinCode(shippingAddress.postalCode)
  if (pinCode === undefined || readPhone(shippingAddress.phone) === undefined) return UNREADABLE
  return isPinCodeExcluded(terms, pinCode) ? NOT_AT_PIN_CODE : undefined
}

/**
 * The sentence for an order that the shop's terms or, with capability `pincodes`, its table of PIN codes excludes, or
 * whose account or phone has too many open ones.
 */
export async function findCashRefusal(
  tx: Transaction,
  { id, record, orderLimits }: Pick<Tenant, 'id' | 'record' | 'orderLimits'>,
  order: typeof orders.$inferSelect,
): Promise<string | undefined> {
  const refusal = cashRefusal(record.cashOnDelivery, order)
  if (refusal !== undefined) return refusal
  if (await hasTooManyCashOrders(tx, order, orderLimitsOf({ orderLimits }))) return TOO_MANY
  if (!record.capabilities?.includes('pincodes')) return undefined
  const pincode = await findPincode(tx, id, readPinCode(order.shippingAddress.postalCode) ?? '')
  return pincode?.cashOnDelivery === false ? NOT_AT_PIN_CODE : undefined
}
