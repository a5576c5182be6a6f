import * as z from 'zod/mini'

import { optionalText, readableItems, receivedId } from './received.ts'

/** A problem with one line of an order, as a code. Each storefront has its own messages. */
export const lineProblemSchema = z.object({
  code: z
    .enum(['product-gone', 'sold-out', 'size-missing', 'size-unavailable', 'color-unavailable'])
    .check(z.describe('`sold-out`: the size of the line, or every size of the product')),
  productId: receivedId,
  line: z.optional(
    z.int().check(z.nonnegative(), z.describe('Place in `lines`, from 0; absent without `lines`')),
  ),
})

/** Body of a 422 to `POST /orders` about lines, beside `error`. No order was created. */
export const linesRefusedSchema = z.object({
  code: z.literal('lines-refused'),
  problems: readableItems(lineProblemSchema),
})

/** A line at the current price. */
export const currentLineSchema = z.object({
  productId: receivedId,
  quantity: z.int(),
  unitPrice: z.int().check(z.nonnegative(), z.describe('Paise, for one piece')),
  selectedSize: optionalText,
  selectedColor: optionalText,
})

/** Body of a 409 to `POST /orders` with another `expectedTotal`, beside `error`: the order at current prices. */
export const totalChangedSchema = z.object({
  code: z.literal('total-changed'),
  total: z.int().check(z.nonnegative(), z.describe('Paise')),
  lines: readableItems(currentLineSchema),
})

/** Body of a 422 to an `Idempotency-Key` that was used with another body, beside `error`. No order was created. */
export const keyReusedSchema = z.object({ code: z.literal('key-reused') })

/** True when an earlier call with the same key and another body succeeded. */
export function isKeyReused(body: unknown): boolean {
  return z.safeParse(keyReusedSchema, body).success
}

const orderRefusalSchema = z.union([linesRefusedSchema, totalChangedSchema])

/** Parses the coded refusal of a failed `POST /orders`; `undefined` for any other body. */
export function parseOrderRefusal(body: unknown): OrderRefusal | undefined {
  return z.safeParse(orderRefusalSchema, body).data
}

export type OrderRefusal = z.output<typeof orderRefusalSchema>
export type LineProblem = z.output<typeof lineProblemSchema>
