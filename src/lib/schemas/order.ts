import * as z from 'zod/mini'

import { readableItems, receivedId, tolerantNumber, tolerantText } from './received.ts'

/** Response of `POST /orders`. */
export const createdOrderSchema = z.object({ id: receivedId })

const UNREADABLE_ITEM = {
  id: undefined,
  productTitle: undefined,
  quantity: undefined,
  price: undefined,
  selectedSize: undefined,
  selectedColor: undefined,
}

const itemSchema = z.catch(
  z.object({
    id: tolerantText,
    productTitle: tolerantText,
    quantity: tolerantNumber,
    price: tolerantNumber,
    selectedSize: tolerantText,
    selectedColor: tolerantText,
  }),
  UNREADABLE_ITEM,
)

const ADDRESS_PARTS = ['address', 'city', 'state', 'postalCode']

/**
 * A received order. Only its id is required: every other field is `undefined` when it is invalid, so that the order
 * still shows. An invalid item stays as an empty one, because a total without it would look complete. Prices and
 * `total`, which is beyond the contract, are in rupees.
 */
export const receivedOrderSchema = z.object({
  id: receivedId,
  status: z.optional(z.unknown()),
  createdAt: tolerantText,
  items: z.catch(z.array(itemSchema), []),
  total: tolerantNumber,
  shippingAddress: z.pipe(z.optional(z.unknown()), z.transform(addressParts)),
})

export const receivedOrderListSchema = readableItems(receivedOrderSchema)

export type ReceivedOrder = z.output<typeof receivedOrderSchema>

/** Returns the lines of an address: an object of the contract, a text, or a list of texts. */
function addressParts(received: unknown): string[] {
  if (typeof received === 'string') return [received]
  if (typeof received !== 'object' || received === null) return []
  const entries = new Map<string, unknown>(Object.entries(received))
  const parts = Array.isArray(received) ? received : ADDRESS_PARTS.map((name) => entries.get(name))
  return parts.map((part) => z.parse(tolerantText, part) ?? '')
}
