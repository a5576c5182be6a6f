import type { Quote, QuoteRequest } from '@tanabana/contract/quote.ts'
import type { PaymentKind } from '@tanabana/contract/payment.ts'
import { applyOffers, type Discount, type OfferRows } from '../offers/apply-offers.ts'
import { normalizeOfferCode } from '../offers/offer-code.ts'
import type { Pincode } from '../delivery/pincodes.ts'
import { decideDelivery } from './decide-delivery.ts'
import { decideLines, type DecidedLine } from './decide-lines.ts'
import { decideMethods, type DecidedMethod } from './decide-methods.ts'
import type { QuotedProduct, QuotedVariant } from './order-item.ts'
import type { QuoteShop } from './quote-shop.ts'

/** What is decided on: a quote request, or an order, whose lines may come without choices. */
export interface QuotedOrder extends QuoteRequest {
  /** The lines name sizes and colours. */
  hasChoices: boolean
}

/** The rows that decide a quote, as one transaction reads them. */
export interface QuoteRows {
  products: ReadonlyMap<string, QuotedProduct>
  variants: ReadonlyMap<string, readonly QuotedVariant[]>
  pincode: Pincode | undefined
  hasTooManyCashOrders: boolean
  hasReturnedParcels: boolean
  offers: OfferRows
}

export interface DecidedQuote extends Omit<Quote, 'lines' | 'discount' | 'methods' | 'delivery'> {
  lines: (DecidedLine & { discount: number })[]
  discount: Discount | undefined
  methods: DecidedMethod[]
  delivery: ReturnType<typeof decideDelivery>
}

/**
 * Decides what an order costs, where and when it arrives, and how it can be paid. `POST /quotes` answers it and
 * `POST /orders` places what it decides. Money is in paise. docs/requirements.md#1129-quotes
 */
export function decideQuote(shop: QuoteShop, rows: QuoteRows, order: QuotedOrder, now: Date): DecidedQuote {
  const { postalCode, phone, offerCode } = order
  const lines = decideLines(order.lines, rows.products, rows.variants, order.hasChoices)
  const subtotal = lines.reduce((sum, { unitPrice = 0, quantity }) => sum + unitPrice * quantity, 0)
  const { discount, refusal } = applyOffers(
    lines.map(toOfferLine),
    rows.offers,
    normalizeOfferCode(offerCode),
    now,
  )
  const total = subtotal - (discount?.amount ?? 0)
  const { pincode, hasTooManyCashOrders, hasReturnedParcels } = rows
  const methods = decideMethods(shop, {
    ...{ total, postalCode, phone, pincode, hasTooManyCashOrders, hasReturnedParcels },
  })
  const fees = feesOf(methods, order.method)
  const { returnPolicy } = shop.record
  return {
    lines: lines.map((line, index) => ({ ...line, discount: discount?.shares[index] ?? 0 })),
    subtotal,
    discount,
    offerRefusal: refusal && { minimum: undefined, ...refusal },
    total,
    fees,
    payable: fees.reduce((sum, { amount }) => sum + amount, total),
    delivery: decideDelivery(shop.record, pincode, now),
    methods,
    returns: returnPolicy && {
      days: returnPolicy.days,
      paidBy: returnPolicy.fees === 'free' ? 'shop' : 'shopper',
    },
  }
}

function toOfferLine({ product, unitPrice = 0, quantity }: DecidedLine) {
  const { category = '', parentCategory = '' } = product ?? {}
  return { category, parentCategory, value: unitPrice * quantity }
}

function feesOf(methods: readonly DecidedMethod[], kind: PaymentKind | undefined): Quote['fees'] {
  const cash = methods.find((method) => method.kind === 'cod' && method.isOffered)
  if (kind !== 'cod' || cash?.fee === undefined) return []
  return [{ kind: 'cash-on-delivery', amount: cash.fee }]
}
