import * as z from 'zod/mini'

import { keyReusedSchema } from '@tanabana/contract/order.ts'

/**
 * Schemas that all modules share; each module has those of its response bodies in `response-schemas.ts`, for the OpenAPI
 * document. The storefront parses the bodies with the more lenient schemas of `contract`; tests compare the two.
 */

/** All body schemas and their parts, by their name under `components`. */
export const components = z.registry<{ id: string }>()

export const text = z.string()
export const optionalText = z.optional(text)
export const moment = z.iso.datetime()
export const count = z.int().check(z.nonnegative())
export const rupees = z.number().check(z.nonnegative(), z.describe('Rupees'))

export const failureResponse = z
  .object({ error: text.check(z.describe('One sentence for the person in front of the screen')) })
  .register(components, { id: 'Failure' })

/** 422 for a reused `Idempotency-Key`. */
export const keyReusedResponse = z
  .extend(failureResponse, { code: z.optional(keyReusedSchema.shape.code) })
  .register(components, { id: 'KeyReused' })
