import * as z from 'zod/mini'

import { lineProblemSchema } from './order.ts'
import { methodRefusalSchema, PAYMENT_KINDS } from './payment.ts'
import { optionalText, readableItems, readableList, receivedId } from './received.ts'

/**
 * A quote says what an order would cost, where it is delivered and by when, and how it can be paid. Money is in paise,
 * dates are days in India. Capability `quotes`. docs/requirements.md#1129-quotes
 */

const paise = z.int().check(z.nonnegative(), z.describe('Paise'))
const optionalPaise = z.catch(z.optional(paise), undefined)

/** A day in India as `2026-11-26`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.describe('Day in India, `2026-11-26`'))

/** Why a code gives no discount. An unknown reason is `other`. */
export const OFFER_REFUSALS = [
  'unknown',
  'not-started',
  'ended',
  'minimum',
  'category',
  'first-order',
  'per-customer',
  'used-up',
  'other',
] as const

const quoteLineSchema = z.object({
  productId: receivedId,
  quantity: z.int(),
  /** The variant that the line takes. */
  variantId: optionalText,
  /** Price of one piece; absent for a line that has no price, such as a product that is gone. */
  unitPrice: optionalPaise,
  /** The price before a reduction. */
  compareAt: optionalPaise,
  /** Pieces that can be ordered, where they are counted. */
  left: z.catch(z.optional(z.int().check(z.nonnegative())), undefined),
  /** Why the line can't be ordered. */
  issue: z.catch(z.optional(lineProblemSchema.shape.code), undefined),
})

const methodSchema = z.object({
  kind: z.enum(PAYMENT_KINDS),
  offered: z.boolean(),
  /** Why it is not offered. */
  ...methodRefusalSchema,
  /** Added to the payment, apart from the order's total. */
  fee: optionalPaise,
})

/** Response of `POST /quotes`; also `quote` in refusals of `POST /orders`. */
export const quoteSchema = z.object({
  /** In the order of the request. */
  lines: z.array(quoteLineSchema),
  subtotal: paise,
  /** The offer that applies: the code, or the best automatic one. */
  discount: z.catch(
    z.optional(z.object({ code: optionalText, label: z.string(), amount: paise })),
    undefined,
  ),
  /** Why the code of the request gives no discount. */
  offerRefusal: z.catch(
    z.optional(
      z.object({
        reason: z.catch(z.enum(OFFER_REFUSALS), 'other'),
        /** The smallest subtotal, with the reason `minimum`. */
        minimum: optionalPaise,
      }),
    ),
    undefined,
  ),
  /** The order's total: subtotal less discount. */
  total: paise,
  /** Fees of the way to pay that the request names, beside the total. */
  fees: readableList(z.object({ kind: z.literal('cash-on-delivery'), amount: paise })),
  /** Total and fees. */
  payable: paise,
  /** Delivery to the PIN code of the request; without one, by the shop's shipping policy. */
  delivery: z.catch(
    z.optional(
      z.object({
        /** False: the shop does not deliver there. Absent: the shop does not know the PIN code. */
        served: z.catch(z.optional(z.boolean()), undefined),
        /** The last day on which the order should arrive. */
        by: z.catch(z.optional(day), undefined),
        city: optionalText,
        state: optionalText,
      }),
    ),
    undefined,
  ),
  /** The shop's ways to pay. */
  methods: readableItems(methodSchema),
  returns: z.catch(
    z.optional(z.object({ days: z.int().check(z.nonnegative()), paidBy: z.enum(['shop', 'shopper']) })),
    undefined,
  ),
})

/** The fresh quote of a refused `POST /orders`; `undefined` without a readable one. */
export function parseRefusedQuote(body: unknown): Quote | undefined {
  return z.safeParse(z.object({ quote: quoteSchema }), body).data?.quote
}

export type Quote = z.output<typeof quoteSchema>
export type QuoteLine = Quote['lines'][number]
export type QuoteMethod = Quote['methods'][number]
export type OfferRefusal = (typeof OFFER_REFUSALS)[number]
export type { QuoteRequest } from './requests.ts'
