import * as z from 'zod/mini'

import { optionalText, readableItems, receivedId } from './received.ts'

/** What is wrong with one line of an order. The words are for programs: each storefront has its own sentences. */
export const lineProblemSchema = z.object({
  code: z
    .enum(['product-gone', 'sold-out', 'size-missing', 'size-unavailable', 'color-unavailable'])
    .check(z.describe('`sold-out`: the size of the line, or every size of the product')),
  productId: receivedId,
  line: z.optional(
    z.int().check(z.nonnegative(), z.describe('Place in `lines`, from 0; absent without `lines`')),
  ),
})

/** Body of a 422 to `POST /orders` that is about lines, beside `error`. Nothing was made. */
export const linesRefusedSchema = z.object({
  code: z.literal('lines-refused'),
  problems: readableItems(lineProblemSchema),
})

/** A line as the shop would order it now. */
export const currentLineSchema = z.object({
  productId: receivedId,
  quantity: z.int(),
  unitPrice: z.int().check(z.nonnegative(), z.describe('Paise, for one piece')),
  selectedSize: optionalText,
  selectedColor: optionalText,
})

/** Body of a 409 to `POST /orders` with another `expectedTotal`, beside `error`: the order as it stands now. */
export const totalChangedSchema = z.object({
  code: z.literal('total-changed'),
  total: z.int().check(z.nonnegative(), z.describe('Paise')),
  lines: readableItems(currentLineSchema),
})

/** Body of a 422 to an `Idempotency-Key` that came with another body before, beside `error`. Nothing was made. */
export const keyReusedSchema = z.object({ code: z.literal('key-reused') })

/** True when a call with the same key, but another body, was successful before. */
export function isKeyReused(body: unknown): boolean {
  return z.safeParse(keyReusedSchema, body).success
}

const orderRefusalSchema = z.union([linesRefusedSchema, totalChangedSchema])

/** The refusal that a failed `POST /orders` tells in codes, if it does. */
export function parseOrderRefusal(body: unknown): OrderRefusal | undefined {
  return z.safeParse(orderRefusalSchema, body).data
}

export type OrderRefusal = z.output<typeof orderRefusalSchema>
export type LineProblem = z.output<typeof lineProblemSchema>
