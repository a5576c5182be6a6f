import * as z from 'zod/mini'

import {
  optionalText,
  readableItems,
  receivedId,
  receivedMap,
  receivedText,
  tolerantNumber,
  tolerantText,
} from './received.ts'

/** Response of `POST /orders`. */
export const createdOrderSchema = z.object({ id: receivedId })

const UNREADABLE_ITEM = {
  id: undefined,
  productId: undefined,
  productTitle: undefined,
  quantity: undefined,
  price: undefined,
  selectedSize: undefined,
  selectedColor: undefined,
  variantId: undefined,
  options: undefined,
  sku: undefined,
  image: undefined,
  returnable: undefined,
  hsn: undefined,
  gstRate: undefined,
  discount: undefined,
}

/** Option name → value of the ordered variant. docs/requirements.md#1115-variants */
const variantOptions = z.catch(z.optional(receivedMap(z.string())), undefined)

const itemSchema = z.catch(
  z.object({
    id: tolerantText,
    productId: tolerantText,
    productTitle: tolerantText,
    quantity: tolerantNumber,
    price: tolerantNumber,
    selectedSize: tolerantText,
    selectedColor: tolerantText,
    variantId: tolerantText,
    options: variantOptions,
    sku: tolerantText,
    image: tolerantText,
    /** From here on beyond the contract. docs/requirements.md#1123-shipment */
    returnable: tolerantNumber,
    hsn: tolerantText,
    gstRate: tolerantNumber,
    /** The share of the order's discount, for all pieces, in rupees. docs/requirements.md#1130-offers */
    discount: tolerantNumber,
  }),
  UNREADABLE_ITEM,
)

/** Payment state of an order, with the capability `shipment`. */
export const orderPaymentSchema = z.enum(['paid', 'unpaid', 'refund due', 'refunded'])

const returnStateSchema = z.enum(['requested', 'accepted', 'refused'])

/** What happened to a return after the decision that its status tells. */
export const returnStageSchema = z.enum(['received', 'refunded', 'withdrawn'])
export type ReturnStage = z.output<typeof returnStageSchema>

/** What became of a parcel that the courier did not deliver. */
export const PARCEL_STATES = ['undelivered', 'on its way back', 'returned to sender', 'lost'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

const shipmentSchema = z.object({
  courier: tolerantText,
  trackingNumber: tolerantText,
  trackingUrl: tolerantText,
  shippedAt: tolerantText,
  parcel: z.catch(z.optional(z.enum(PARCEL_STATES)), undefined),
})

const orderReturnSchema = z.object({
  id: receivedId,
  status: returnStateSchema,
  stage: z.catch(z.optional(returnStageSchema), undefined),
  /** The shopper may take it back: its pieces are not received. */
  withdrawable: z.catch(z.optional(z.boolean()), undefined),
  items: readableItems(z.object({ id: receivedId, quantity: z.number() })),
  reason: tolerantText,
  note: tolerantText,
  createdAt: tolerantText,
  decidedAt: tolerantText,
})

export const refundWaySchema = z.enum(['upi', 'card', 'bank', 'cash'])

/** A refund of an order, with the capability `shipment`; due as long as it has no `sentAt`, also while it is in progress. */
export const orderRefundSchema = z.object({
  amount: z.number().check(z.nonnegative(), z.describe('Rupees')),
  /** The way of the payment, by which the money goes back. */
  way: z.catch(z.optional(refundWaySchema), undefined),
  /** Since when the payment provider makes it. */
  startedAt: tolerantText,
  sentAt: tolerantText,
  reference: tolerantText,
})

/** The discount of an order, with the capability `offers`. `label` is the shop's words. */
export const orderDiscountSchema = z.object({
  label: z.string(),
  code: optionalText,
  amount: z.number().check(z.nonnegative(), z.describe('Rupees')),
})

/** Details of the capabilities `offers`, `cash-on-delivery`, `shipment`, `cancellation`, `returns` and `invoice`. Invalid ones are `undefined`. */
const afterOrderFields = {
  discount: z.catch(z.optional(orderDiscountSchema), undefined),
  cashOnDelivery: z.catch(z.optional(z.boolean()), undefined),
  payment: z.catch(z.optional(orderPaymentSchema), undefined),
  refunds: z.catch(readableItems(orderRefundSchema), []),
  history: z.catch(readableItems(z.object({ status: z.number(), at: z.string() })), []),
  shipment: z.catch(z.optional(shipmentSchema), undefined),
  cancellable: z.catch(z.optional(z.boolean()), undefined),
  returnableUntil: tolerantText,
  returns: z.catch(readableItems(orderReturnSchema), []),
  invoice: z.catch(z.optional(z.object({ recipient: tolerantText, paidAt: tolerantText })), undefined),
}

/** A fee that is collected with the payment, beside the total. */
export const orderFeeSchema = z.object({
  kind: z.literal('cash-on-delivery'),
  amount: z.number().check(z.nonnegative(), z.describe('Rupees')),
})

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
  fees: z.catch(readableItems(orderFeeSchema), []),
  /** The last day, in India, on which it should arrive, with the capability `quotes`. */
  promisedBy: tolerantText,
  shippingAddress: z.pipe(z.optional(z.unknown()), z.transform(addressParts)),
  ...afterOrderFields,
})

export const receivedOrderListSchema = readableItems(receivedOrderSchema)

export type OrderPaymentState = z.output<typeof orderPaymentSchema>
export type OrderRefund = z.output<typeof orderRefundSchema>
export type OrderReturn = z.output<typeof orderReturnSchema>
export type ReceivedOrder = z.output<typeof receivedOrderSchema>

/** Returns the lines of an address: an object of the contract, a text, or a list of texts. */
function addressParts(received: unknown): string[] {
  if (typeof received === 'string') return [received]
  if (typeof received !== 'object' || received === null) return []
  const entries = new Map<string, unknown>(Object.entries(received))
  const parts = Array.isArray(received) ? received : ADDRESS_PARTS.map((name) => entries.get(name))
  return parts.map((part) => z.parse(tolerantText, part) ?? '')
}

/**
 * An order of the contract, prices in rupees. The reference API and the doctor use it; the storefront reads orders with
 * the more tolerant `receivedOrderSchema`.
 */

export const contractOrderItemSchema = z.object({
  id: z.optional(receivedId),
  productId: optionalText,
  productTitle: receivedText,
  quantity: z.number(),
  price: z.number(),
  selectedSize: optionalText,
  selectedColor: optionalText,
  variantId: optionalText,
  options: variantOptions,
  sku: optionalText,
  image: optionalText,
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

/** A problem with one line of an order, as a code. Each storefront has its own messages. An unknown code is `other`. */
export const lineProblemSchema = z.object({
  code: z.catch(
    z
      .enum([
        'product-gone',
        'sold-out',
        'size-missing',
        'size-unavailable',
        'color-unavailable',
        'variant-missing',
        'variant-unavailable',
        'not-enough-stock',
        'other',
      ])
      .check(
        z.describe(
          '`sold-out`: the choice of the line, or the whole product; `variant-missing`: several variants fit the choice; ' +
            '`variant-unavailable`: no variant fits it; `not-enough-stock`: fewer pieces are left; `other`: as `error` says',
        ),
      ),
    'other',
  ),
  productId: receivedId,
  left: z.optional(
    z.int().check(z.nonnegative(), z.describe('Pieces that can be ordered, with `not-enough-stock`')),
  ),
  line: z.optional(
    z.int().check(z.nonnegative(), z.describe('Place in `lines`, from 0; absent without `lines`')),
  ),
})

/** Body of a 422, or of a 409 about stock, to `POST /orders` about lines, beside `error`. No order was created. */
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
  variantId: optionalText,
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

/**
 * Body of a 409 or 422 to `POST /orders` of an account that would hold too much without having paid, beside `error`. No
 * order was created. docs/requirements.md#123-accounts-and-orders
 */
export const limitExceededSchema = z.object({
  code: z.literal('limit-exceeded'),
  limit: z
    .enum(['orders', 'pieces'])
    .check(z.describe('Unpaid orders of the account, or pieces of counted variants in them')),
  max: z.int().check(z.nonnegative(), z.describe('The number that the shop allows')),
  open: z.int().check(z.nonnegative(), z.describe('The number that the account has already')),
})

/** Body of a 422 to `POST /orders` to a PIN code where the shop does not deliver, beside `error`. */
export const notDeliveredSchema = z.object({ code: z.literal('not-delivered') })

/** Body of a 409 to `POST /orders` that would arrive after `expectedBy`, beside `error`. */
export const deliveryChangedSchema = z.object({ code: z.literal('delivery-changed') })

/** Body of a 409 to `POST /orders` with a code that gives no discount now, beside `error`. */
export const offerRefusedSchema = z.object({ code: z.literal('offer-refused') })

/** Refusals that beside `error` and `code` carry the fresh `quote`, where the store has the capability `quotes`. */
const orderRefusalSchema = z.union([
  linesRefusedSchema,
  totalChangedSchema,
  limitExceededSchema,
  notDeliveredSchema,
  deliveryChangedSchema,
  offerRefusedSchema,
])

/** Parses the coded refusal of a failed `POST /orders`; `undefined` for any other body. */
export function parseOrderRefusal(body: unknown): OrderRefusal | undefined {
  return z.safeParse(orderRefusalSchema, body).data
}

export type OrderRefusal = z.output<typeof orderRefusalSchema>
export type LimitExceeded = z.output<typeof limitExceededSchema>
export type LineProblem = z.output<typeof lineProblemSchema>
