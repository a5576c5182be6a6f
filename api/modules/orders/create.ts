import { hasControlCharacters, joinLines } from '@tanabana/contract/text.ts'
import { readPhone } from '@tanabana/contract/phone.ts'
import type { OrderCreation, OrderLine, ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { User } from '../../http/context.ts'
import type { Transaction } from '../../db/index.ts'
import { orderItems, orders } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { newOrderNumber } from '../../ids.ts'
import { checkLines } from '../quotes/decide-lines.ts'
import { decideQuote, type DecidedQuote, type QuotedOrder, type QuoteRows } from '../quotes/decide-quote.ts'
import type { OrderItem } from '../quotes/order-item.ts'
import type { QuoteShop } from '../quotes/quote-shop.ts'
import { readLineRows, readQuoteRows, readShopOffers } from '../quotes/read-rows.ts'
import { toQuote } from '../quotes/to-quote.ts'
import { lowStockEvents, recordEvents } from './change-order.ts'
import { ORDER_STATUS } from './lifecycle/order-rules.ts'
import { exceededLimit, limitExceeded, lockOpenOrders, type OpenOrders } from '../quotes/open-orders.ts'
import { findLineRefusal, findTermsRefusal } from './refuse-order.ts'
import { lockVariants, takePieces } from './stock.ts'

const ADDRESS_FIELD_MAX = 300
const ADDRESS_LABELS = ['full name', 'address', 'city', 'state', 'postal code', 'phone']

/** Who orders: an account, or the customer of a merchant who takes the order down. */
export type Buyer = Pick<User, 'id' | 'email'> | { email: string; reference?: string | undefined }

/**
 * Writes the order as the quote decides it, in the caller's transaction.
 * @returns the order number, without dashes, and the products with a variant that is now sold out
 * @throws {ApiError} 422 with a sentence that names the problem, 409 when it is no longer what the shopper expects, too few
 *   pieces are left, or the account has too much that is unpaid
 */
export async function createOrder(
  tx: Transaction,
  options: {
    shop: QuoteShop
    buyer: Buyer
    order: OrderCreation
    language?: Language | undefined
    now: Date
  },
): Promise<{ number: string; soldOut: string[] }> {
  const { shop, buyer, order, language, now } = options
  const userId = 'id' in buyer ? buyer.id : undefined
  const tenantId = shop.id
  const shippingAddress = checkAddress(order.shippingAddress)
  if (shop.record.capabilities?.includes('phone-check')) requirePhone(shippingAddress.phone)
  const { postalCode, phone } = shippingAddress
  const quoted: QuotedOrder = {
    lines: orderLinesOf(order),
    hasChoices: order.lines !== undefined,
    postalCode,
    phone,
    offerCode: order.offerCode,
  }
  // The merchant knows what is unpaid, so the limits are those of accounts.
  const open = userId === undefined ? undefined : await lockOpenOrders(tx, tenantId, userId)
  const refuse = (refusal: ApiError) => withQuote(tx, refusal, { shop, quoted, userId, now })

  const rows = await readLineRows(tx, shop, quoted)
  const first = decideQuote(shop, rows, quoted, now)
  const unavailable = findLineRefusal(first, order)
  if (unavailable) throw await refuse(unavailable)
  const { chosen, current } = await lockChosen(tx, shop, quoted, rows, first)
  const offers = await readShopOffers(tx, shop, quoted, userId, true)
  const quote = decideQuote(shop, { ...current, offers }, chosen, now)
  const items = itemsOf(quote)
  const refusal =
    findLineRefusal(quote, order) ??
    (open && findLimitRefusal(items, open, shop)) ??
    findTermsRefusal(quote, order)
  if (refusal) throw await refuse(refusal)

  const number = newOrderNumber()
  const created = { tenantId, number }
  const { soldOut, low } = await takePieces(tx, created, items, current.locked, now)
  await tx.insert(orders).values({
    ...created,
    userId: userId ?? null,
    reference: 'id' in buyer ? null : buyer.reference,
    total: quote.total,
    ...discountColumns(quote),
    shippingAddress,
    contactEmail: buyer.email,
    contactPhone: readPhone(shippingAddress.phone) ?? '',
    attribution: shop.record.capabilities?.includes('attribution') ? order.attribution : undefined,
    createdAt: now,
    promisedBy: quote.delivery.by === undefined ? null : new Date(quote.delivery.by),
    language,
  })
  await tx.insert(orderItems).values(
    items.map((item) => ({
      ...item,
      discount: quote.lines[item.line - 1]?.discount ?? 0,
      tenantId,
      orderNumber: number,
    })),
  )
  await recordEvents(tx, created, { actor: userId === undefined ? 'merchant' : 'shopper', now }, [
    { kind: 'order.created', status: ORDER_STATUS.pending },
    ...lowStockEvents({ low }),
  ])
  return { number, soldOut }
}

/** Locks the chosen variants and reads them again; the lines then name them, so that no other is chosen. */
async function lockChosen(
  tx: Transaction,
  { id }: QuoteShop,
  quoted: QuotedOrder,
  rows: QuoteRows,
  quote: DecidedQuote,
) {
  const wanted = new Set(itemsOf(quote).flatMap(({ variantId }) => variantId ?? []))
  const locked = await lockVariants(tx, id, [...wanted])
  const lines = quoted.lines.map((line, index) => {
    const variantId = quote.lines[index]?.item?.variantId
    return variantId ? { ...line, variantId } : line
  })
  const variants = new Map(
    [...rows.variants].map(([productId, own]) => [
      productId,
      own.flatMap((variant) => locked.get(variant.id) ?? (wanted.has(variant.id) ? [] : variant)),
    ]),
  )
  return { chosen: { ...quoted, lines }, current: { ...rows, variants, locked } }
}

function itemsOf({ lines }: DecidedQuote): OrderItem[] {
  return lines.flatMap(({ item }) => item ?? [])
}

function discountColumns({ discount }: DecidedQuote): Partial<typeof orders.$inferInsert> {
  if (!discount) return {}
  const { offer, amount } = discount
  return { offerId: offer.id, offerCode: offer.code, offerLabel: offer.label, discount: amount }
}

function findLimitRefusal(
  items: readonly OrderItem[],
  open: OpenOrders,
  { limits }: QuoteShop,
): ApiError | undefined {
  const pieces = items.reduce((sum, { holdsStock, quantity }) => sum + (holdsStock ? quantity : 0), 0)
  const exceeded = exceededLimit(open, pieces, limits)
  return exceeded && limitExceeded(exceeded)
}

/** The refusal with the fresh quote, where the shop has the capability. */
async function withQuote(
  tx: Transaction,
  refusal: ApiError,
  {
    shop,
    quoted,
    userId,
    now,
  }: { shop: QuoteShop; quoted: QuotedOrder; userId: string | undefined; now: Date },
): Promise<ApiError> {
  if (!shop.record.capabilities?.includes('quotes')) return refusal
  const quote = toQuote(decideQuote(shop, await readQuoteRows(tx, shop, quoted, userId), quoted, now))
  const { status, message, headers, details } = refusal
  return new ApiError(status, message, headers, { ...details, quote })
}

function checkAddress(address: ShippingAddress): ShippingAddress {
  const { fullName, address: street, city, state, postalCode, phone } = address
  // A street address may come in several lines.
  const given = [fullName, joinLines(street), city, state, postalCode, phone]
  const label = ADDRESS_LABELS[given.findIndex(hasControlCharacters)]
  if (label) {
    throw new ApiError(
      422,
      `The ${label} contains an invisible character. Please type it instead of pasting it.`,
    )
  }
  const fields = given.map((text) => text.trim())
  if (fields.includes('')) throw new ApiError(422, 'All shipping information fields are required.')
  if (fields.some((text) => text.length > ADDRESS_FIELD_MAX)) {
    throw new ApiError(422, `A shipping field is longer than ${ADDRESS_FIELD_MAX} characters.`)
  }
  const [name = '', where = '', town = '', region = '', pin = '', call = ''] = fields
  return { fullName: name, address: where, city: town, state: region, postalCode: pin, phone: call }
}

/** docs/requirements.md#1131-phone-check */
function requirePhone(phone: string): void {
  if (readPhone(phone) !== undefined) return
  throw new ApiError(422, 'Enter a phone number of 10 digits, such as +91 98765 43210.')
}

/** The order's lines; without any, one line per product. */
function orderLinesOf({ products: quantities, lines }: OrderCreation): OrderLine[] {
  const wanted = Object.entries(quantities)
  const all = lines ?? wanted.map(([productId, quantity]) => ({ productId, quantity }))
  checkLines(all)
  const sums = new Map<string, number>()
  for (const { productId, quantity } of all) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  const isSame = sums.size === wanted.length && wanted.every(([id, quantity]) => sums.get(id) === quantity)
  if (!isSame) throw new ApiError(422, "The order's lines do not match its products.")
  return all
}
