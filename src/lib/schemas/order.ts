import * as z from 'zod/mini'

import { optionalText, readableItems, receivedId, receivedText } from './received.ts'

/** §3 Shipping address */
export const shippingAddressSchema = z.object({
  fullName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  phone: z.string(),
})

/** A line of an order with its choice, sent where the store has the capability `order-lines`. design §7 */
export const orderLineSchema = z.object({
  productId: z.string(),
  quantity: z.int(),
  selectedSize: z.optional(z.string()),
  selectedColor: z.optional(z.string()),
})

/** Body of `POST /orders`: quantities by product id. §3 Order creation payload */
export const orderCreationSchema = z.object({
  products: z.record(z.string(), z.int()),
  shippingAddress: shippingAddressSchema,
  lines: z.optional(z.array(orderLineSchema)),
})

/** Answer of `POST /orders`. §7 */
export const createdOrderSchema = z.object({ id: receivedId })

/**
 * An order as received. `status` is kept as it came, because a status that is not a number is shown as 'Unknown'
 * instead of refusing the order (§4). Prices in rupees.
 */
export const receivedOrderSchema = z.object({
  id: receivedId,
  status: z.optional(z.unknown()),
  createdAt: optionalText,
  items: z.pipe(
    z.nullish(
      readableItems(
        z.object({
          id: z.optional(receivedId),
          productTitle: receivedText,
          quantity: z.number(),
          price: z.number(),
          selectedSize: optionalText,
          selectedColor: optionalText,
        }),
      ),
    ),
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

export type ShippingAddress = z.output<typeof shippingAddressSchema>
export type OrderLine = z.output<typeof orderLineSchema>
export type OrderCreation = z.output<typeof orderCreationSchema>
export type ReceivedOrder = z.output<typeof receivedOrderSchema>
