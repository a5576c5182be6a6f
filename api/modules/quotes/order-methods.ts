import type { Transaction } from '../../db/index.ts'
import type { orders } from '../../db/schema.ts'
import { hasTooManyCashOrders } from './open-orders.ts'
import { decideMethods, type DecidedMethod } from './decide-methods.ts'
import type { QuoteShop } from './quote-shop.ts'
import { findServedPincode } from './read-rows.ts'
import { hasReturnedParcels } from './returned-parcels.ts'

/** The ways to pay of a placed order. */
export async function findOrderMethods(
  tx: Transaction,
  shop: QuoteShop,
  order: typeof orders.$inferSelect,
): Promise<DecidedMethod[]> {
  const { total, shippingAddress } = order
  const { postalCode, phone } = shippingAddress
  if (!shop.paymentOptions.cash) return decideMethods(shop, {})
  return decideMethods(shop, {
    total,
    postalCode,
    phone,
    pincode: await findServedPincode(tx, shop, postalCode),
    hasTooManyCashOrders: await hasTooManyCashOrders(tx, order, shop.limits),
    hasReturnedParcels: await hasReturnedParcels(tx, { ...order, postalCode }, shop.limits),
  })
}
