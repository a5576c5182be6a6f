import * as z from 'zod/mini'

import { optionalText, readableItems, receivedId, receivedText } from './received.ts'

/** Answer of `POST /orders`. §7 */
export const createdOrderSchema = z.object({ id: receivedId })

/** One line of an order as received. §3 Order (response) */
export const receivedOrderItemSchema = z.object({
  id: z.optional(receivedId),
  productTitle: receivedText,
  quantity: z.number(),
  price: z.number(),
  selectedSize: optionalText,
  selectedColor: optionalText,
})

/**
 * An order as received. `status` is kept as it came, because a status that is not a number is shown as 'Unknown'
 * instead of refusing the order (§4). Prices in rupees.
 */
export const receivedOrderSchema = z.object({
  id: receivedId,
  status: z.optional(z.unknown()),
  createdAt: optionalText,
  items: z.pipe(
    z.nullish(readableItems(receivedOrderItemSchema)),
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

export const receivedOrderListSchema = readableItems(receivedOrderSchema)

export type ReceivedOrder = z.output<typeof receivedOrderSchema>
