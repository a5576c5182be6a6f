import * as z from 'zod/mini'

import { analyticsSchema } from '../src/lib/schemas/analytics.ts'
import {
  currentLineSchema,
  keyReusedSchema,
  lineProblemSchema,
  linesRefusedSchema,
  totalChangedSchema,
} from '../src/lib/schemas/order-refusal.ts'
import { paymentFieldSchema } from '../src/lib/schemas/payment.ts'
import { contractOrderSchema } from '../src/lib/schemas/order-contract.ts'
import { facetsSchema, receivedProductSchema } from '../src/lib/schemas/product.ts'
import { sizeGuideSchema } from '../src/lib/schemas/size-guide.ts'
import { receivedSuggestionsSchema } from '../src/lib/schemas/suggestions.ts'
import { capabilitySchema, receivedStoreInfoSchema } from '../src/lib/schemas/store-info.ts'
import { themeSchema } from '../src/lib/schemas/theme.ts'
import { receivedAccountSchema } from '../src/lib/schemas/user.ts'

/**
 * What this API sends where the shared schemas leave more than one reading open: the storefront reads these answers
 * by `src/lib/schemas`, and the tests hold the two together.
 */

export const storeInfoAnswer = z.extend(receivedStoreInfoSchema, {
  capabilities: z.optional(z.array(capabilitySchema)),
  theme: z.optional(themeSchema),
  language: z.optional(z.enum(['en', 'hi'])),
  analytics: z.optional(analyticsSchema),
  sizeGuides: z.optional(z.array(sizeGuideSchema)),
})

export const productPageAnswer = z.object({
  data: z.array(receivedProductSchema),
  facets: z.optional(facetsSchema),
  pagination: z.object({
    total: z.int().check(z.nonnegative()),
    page: z.int().check(z.positive()),
    limit: z.int().check(z.positive()),
    totalPages: z.int().check(z.nonnegative()),
  }),
})

export const suggestionsAnswer = z.object({ data: receivedSuggestionsSchema })

export const orderAnswer = z.extend(contractOrderSchema, {
  status: z
    .int()
    .check(
      z.describe('0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled'),
      z.minimum(0),
      z.maximum(4),
    ),
  items: z.array(
    z.object({
      id: z.string(),
      productTitle: z.string(),
      quantity: z.int(),
      price: z.number().check(z.describe('Rupees, for one piece')),
      selectedSize: z.optional(z.string()),
      selectedColor: z.optional(z.string()),
    }),
  ),
})

export const accountAnswer = z.object({ data: receivedAccountSchema })

export const paymentFieldsAnswer = z.object({ fields: z.array(paymentFieldSchema) })

export const failureAnswer = z.object({
  error: z.string().check(z.describe('One sentence for the person in front of the screen')),
})

/** A 422 to a reused `Idempotency-Key`. */
export const keyReusedAnswer = z.extend(failureAnswer, {
  code: z.optional(keyReusedSchema.shape.code),
})

/** A 422 to an order; `problems` are there when it is about lines. */
export const linesRefusedAnswer = z.extend(failureAnswer, {
  code: z.optional(z.union([linesRefusedSchema.shape.code, keyReusedSchema.shape.code])),
  problems: z.optional(z.array(lineProblemSchema)),
})

/** A 409 to an order; without `code` the same request is under way. */
export const totalChangedAnswer = z.extend(failureAnswer, {
  code: z.optional(totalChangedSchema.shape.code),
  total: z.optional(totalChangedSchema.shape.total),
  lines: z.optional(z.array(currentLineSchema)),
})
