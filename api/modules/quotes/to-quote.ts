import type * as z from 'zod/mini'

import type { DecidedQuote } from './decide-quote.ts'
import type { quoteResponse } from './response-schemas.ts'

/** The response body of a quote. */
export function toQuote(quote: DecidedQuote): z.input<typeof quoteResponse> {
  const { lines, discount, delivery, methods, ...sums } = quote
  const isDeliveryKnown = Object.values(delivery).some((known) => known !== undefined)
  return {
    lines: lines.map(({ productId, quantity, variant, unitPrice, compareAt, left, problem }) => ({
      productId,
      quantity,
      variantId: variant?.id,
      unitPrice,
      compareAt,
      left,
      issue: problem?.code,
    })),
    ...sums,
    ...(discount && {
      discount: {
        code: discount.offer.code ?? undefined,
        label: discount.offer.label,
        amount: discount.amount,
      },
    }),
    ...(isDeliveryKnown && { delivery }),
    methods: methods.map(({ kind, isOffered, reason, max, fee }) => ({
      kind,
      offered: isOffered,
      reason,
      max,
      fee,
    })),
  }
}
