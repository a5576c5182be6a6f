import * as z from 'zod/mini'

import { optionalText, readableItems, receivedId, receivedText } from './received.ts'

/**
 * An order of the contract, prices in rupees. The reference API and the doctor use it; the storefront reads orders with
 * the more tolerant order.ts.
 */

export const contractOrderItemSchema = z.object({
  id: z.optional(receivedId),
  productTitle: receivedText,
  quantity: z.number(),
  price: z.number(),
  selectedSize: optionalText,
  selectedColor: optionalText,
})

export const contractOrderSchema = z.object({
  id: receivedId,
  status: z.optional(z.unknown()),
  createdAt: optionalText,
  items: z.pipe(
    z.nullish(readableItems(contractOrderItemSchema)),
    z.transform((items) => items ?? []),
  ),
  shippingAddress: z.nullish(
    z.object({
      address: receivedText,
      city: receivedText,
      state: receivedText,
      postalCode: receivedText,
    }),
  ),
})
