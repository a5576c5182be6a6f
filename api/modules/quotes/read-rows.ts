import { and, eq, inArray } from 'drizzle-orm'

import { readPhone } from '@tanabana/contract/phone.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import type { Transaction } from '../../db/index.ts'
import { products } from '../../db/schema.ts'
import { readVariants } from '../catalogue/variants.ts'
import { findPincode, type Pincode } from '../delivery/pincodes.ts'
import { NO_OFFERS, type OfferRows } from '../offers/apply-offers.ts'
import { normalizeOfferCode } from '../offers/offer-code.ts'
import { readOffers } from '../offers/offers.ts'
import { hasTooManyCashOrders } from './open-orders.ts'
import { hasReturnedParcels } from './returned-parcels.ts'
import type { QuotedOrder, QuoteRows } from './decide-quote.ts'
import type { QuotedProduct } from './order-item.ts'
import type { QuoteShop } from './quote-shop.ts'

/** Reads what decides the quote. Without `userId`, no orders are counted: a phone alone must not reveal them. */
export async function readQuoteRows(
  tx: Transaction,
  shop: QuoteShop,
  order: Pick<QuotedOrder, 'lines' | 'postalCode' | 'phone' | 'offerCode'>,
  userId?: string,
): Promise<QuoteRows> {
  const contact = { tenantId: shop.id, contactPhone: readPhone(order.phone ?? '') ?? '' }
  const countsOrders = userId !== undefined && shop.paymentOptions.cash
  const { postalCode } = order
  return {
    ...(await readLineRows(tx, shop, order)),
    offers: await readShopOffers(tx, shop, order, userId),
    hasTooManyCashOrders:
      countsOrders && (await hasTooManyCashOrders(tx, { ...contact, userId }, shop.limits)),
    hasReturnedParcels:
      countsOrders && (await hasReturnedParcels(tx, { ...contact, postalCode }, shop.limits)),
  }
}

/** Reads what decides the lines and the delivery. */
export async function readLineRows(
  tx: Transaction,
  shop: QuoteShop,
  { lines, postalCode }: Pick<QuotedOrder, 'lines' | 'postalCode'>,
): Promise<QuoteRows> {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  return {
    products: await readProducts(tx, shop.id, ids),
    variants: await readVariants(tx, shop.id, ids),
    pincode: await findServedPincode(tx, shop, postalCode),
    hasTooManyCashOrders: false,
    hasReturnedParcels: false,
    offers: NO_OFFERS,
  }
}

/** The offers that the order may have, in a shop with the capability `offers`; locked for an order that is placed. */
export async function readShopOffers(
  tx: Transaction,
  { id, record }: Pick<QuoteShop, 'id' | 'record'>,
  { offerCode }: Pick<QuotedOrder, 'offerCode'>,
  userId: string | undefined,
  isOrder = false,
): Promise<OfferRows> {
  if (!record.capabilities?.includes('offers')) return NO_OFFERS
  return readOffers(tx, id, { code: normalizeOfferCode(offerCode), userId, isOrder })
}

/** The row of a PIN code in the table of a shop with the capability `pincodes`. */
export async function findServedPincode(
  tx: Transaction,
  { id, record }: Pick<QuoteShop, 'id' | 'record'>,
  postalCode: string | undefined,
): Promise<Pincode | undefined> {
  const code = readPinCode(postalCode ?? '')
  if (code === undefined || !record.capabilities?.includes('pincodes')) return undefined
  return findPincode(tx, id, code)
}

async function readProducts(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, QuotedProduct>> {
  const { id, title, category, parentCategory, regularPrice, discountedPrice, imgUrl, attributes, options } =
    products
  const rows = await tx
    .select({
      id,
      title,
      category,
      parentCategory,
      regularPrice,
      discountedPrice,
      imgUrl,
      attributes,
      options,
    })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.id, [...ids])))
  return new Map(rows.map((row) => [row.id, row]))
}
