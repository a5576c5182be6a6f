import type * as z from 'zod/mini'

import type {
  deliveryChangedSchema,
  linesRefusedSchema,
  notDeliveredSchema,
  offerRefusedSchema,
  totalChangedSchema,
} from '@tanabana/contract/order.ts'
import type { OrderCreation } from '@tanabana/contract/requests.ts'
import { ApiError } from '../../errors.ts'
import type { DecidedQuote } from '../quotes/decide-quote.ts'

type Expected = Pick<OrderCreation, 'expectedTotal' | 'expectedBy' | 'lines'>

/** The refusal of lines that can't be ordered: 409 where only stock is missing, else 422. */
export function findLineRefusal(
  { lines }: DecidedQuote,
  { lines: choices }: Pick<Expected, 'lines'>,
): ApiError | undefined {
  const refused = lines.flatMap(({ problem, productId, hasVariants }, line) =>
    problem ? [{ ...problem, productId, line, hasVariants }] : [],
  )
  const [first] = refused
  if (!first) return undefined
  const isOutOfStock = refused.every(
    ({ code, hasVariants }) => code === 'not-enough-stock' || (code === 'sold-out' && hasVariants),
  )
  const details: z.input<typeof linesRefusedSchema> = {
    code: 'lines-refused',
    problems: refused.map(({ code, productId, left, line }) => ({
      code,
      productId,
      ...(left !== undefined && { left }),
      ...(choices && { line }),
    })),
  }
  return new ApiError(isOutOfStock ? 409 : 422, first.message, {}, details)
}

/** The refusal of an order that is not delivered, or is no longer what the shopper saw. */
export function findTermsRefusal(quote: DecidedQuote, expected: Expected): ApiError | undefined {
  const { delivery, offerRefusal, total } = quote
  if (delivery.served === false) {
    const details: z.input<typeof notDeliveredSchema> = { code: 'not-delivered' }
    return new ApiError(422, 'The shop does not deliver to this PIN code yet.', {}, details)
  }
  if (offerRefusal) {
    const details: z.input<typeof offerRefusedSchema> = { code: 'offer-refused' }
    const sentence = 'This code gives no discount for this order. Remove it or use another one.'
    return new ApiError(409, sentence, {}, details)
  }
  if ((expected.expectedTotal ?? total) !== total) return totalChanged(quote)
  if (expected.expectedBy !== undefined && (delivery.by ?? 'unknown') > expected.expectedBy) {
    const details: z.input<typeof deliveryChangedSchema> = { code: 'delivery-changed' }
    const sentence = 'Your order would arrive later than shown. Check the day and order again.'
    return new ApiError(409, sentence, {}, details)
  }
  return undefined
}

function totalChanged({ lines, total }: DecidedQuote): ApiError {
  const details: z.input<typeof totalChangedSchema> = {
    code: 'total-changed',
    total,
    lines: lines.flatMap(({ item }) => {
      if (!item) return []
      const { productId, quantity, price, selectedSize, selectedColor, variantId } = item
      return {
        productId,
        quantity,
        unitPrice: price,
        selectedSize: selectedSize ?? undefined,
        selectedColor: selectedColor ?? undefined,
        variantId: variantId ?? undefined,
      }
    }),
  }
  return new ApiError(409, 'The total of your order has changed. Check it and order again.', {}, details)
}
