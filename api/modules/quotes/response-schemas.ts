import * as z from 'zod/mini'

import { lineProblemSchema } from '@tanabana/contract/order.ts'
import { METHOD_REFUSALS, PAYMENT_KINDS } from '@tanabana/contract/payment.ts'
import { OFFER_REFUSALS } from '@tanabana/contract/quote.ts'
import { components, count, optionalText, text } from '../../http/schemas.ts'

const paise = z.int().check(z.nonnegative(), z.describe('Paise'))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.describe('Day in India'))

const quoteLineResponse = z
  .object({
    productId: text,
    quantity: z.int(),
    variantId: optionalText.check(z.describe('The variant that the line takes')),
    unitPrice: z.optional(paise.check(z.describe('Paise, for one piece; absent for a product that is gone'))),
    compareAt: z.optional(paise.check(z.describe('Paise: the price before a reduction'))),
    left: z.optional(
      count.check(z.describe('Pieces that can be ordered, where few are left or the order has more')),
    ),
    issue: z.optional(lineProblemSchema.shape.code),
  })
  .register(components, { id: 'QuoteLine' })

const quoteMethodResponse = z
  .object({
    kind: z.enum(PAYMENT_KINDS),
    offered: z.boolean(),
    reason: z.optional(z.enum(METHOD_REFUSALS).check(z.describe('Why it is not offered'))),
    max: z.optional(paise.check(z.describe('Paise: the largest order, with the reason `amount`'))),
    fee: z.optional(paise.check(z.describe('Paise, added to the payment and apart from the total'))),
  })
  .register(components, { id: 'QuoteMethod' })

export const quoteResponse = z
  .object({
    lines: z.array(quoteLineResponse).check(z.describe('In the order of the request')),
    subtotal: paise.check(z.describe('Paise, of all lines that have a price')),
    discount: z.optional(z.object({ code: optionalText, label: text, amount: paise })),
    offerRefusal: z.optional(
      z
        .object({
          reason: z.enum(OFFER_REFUSALS),
          minimum: z.optional(paise.check(z.describe('Paise: the smallest subtotal'))),
        })
        .check(z.describe('Why the code of the request gives no discount')),
    ),
    total: paise.check(z.describe("Paise: the order's total, which is subtotal less discount")),
    fees: z
      .array(z.object({ kind: z.literal('cash-on-delivery'), amount: paise }))
      .check(z.describe('Fees of the `method` of the request, beside the total')),
    payable: paise.check(z.describe('Paise: total and fees')),
    delivery: z.optional(
      z.object({
        served: z.optional(
          z.boolean().check(z.describe('False: not delivered there; absent: the PIN code is not known')),
        ),
        by: z.optional(day.check(z.describe('The last day on which the order should arrive'))),
        city: optionalText,
        state: optionalText,
      }),
    ),
    methods: z.array(quoteMethodResponse).check(z.describe("The shop's ways to pay")),
    returns: z.optional(z.object({ days: count, paidBy: z.enum(['shop', 'shopper']) })),
  })
  .register(components, { id: 'Quote' })
