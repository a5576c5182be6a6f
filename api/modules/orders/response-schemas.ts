import * as z from 'zod/mini'

import { CONFIRMATION_STATES } from '@tanabana/contract/confirmation-link.ts'
import {
  currentLineSchema,
  deliveryChangedSchema,
  keyReusedSchema,
  limitExceededSchema,
  lineProblemSchema,
  linesRefusedSchema,
  notDeliveredSchema,
  offerRefusedSchema,
  orderDiscountSchema,
  orderFeeSchema,
  orderPaymentSchema,
  orderRefundSchema,
  PARCEL_STATES,
  refundWaySchema,
  returnStageSchema,
  totalChangedSchema,
} from '@tanabana/contract/order.ts'
import { quoteResponse } from '../quotes/response-schemas.ts'
import { components, text, optionalText, moment, rupees, failureResponse } from '../../http/schemas.ts'

/** An order to be paid at delivery, by the link that confirms it. */
export const confirmationLinkResponse = z
  .object({
    id: text.check(z.describe('Order number')),
    state: z
      .enum(CONFIRMATION_STATES)
      .check(z.describe('`settled`: the parcel has left, or the order is paid')),
    amount: rupees.check(z.describe('To pay at delivery, with the fee')),
    items: z.array(
      z.object({ productTitle: text, choice: optionalText, quantity: z.int().check(z.positive()) }),
    ),
    cancellable: z.boolean(),
  })
  .register(components, { id: 'ConfirmationLink' })

export const createdOrderResponse = z.object({ id: text }).register(components, { id: 'CreatedOrder' })

export const orderItemSchema = z
  .object({
    id: text,
    productId: optionalText,
    productTitle: text,
    quantity: z.int().check(z.positive()),
    price: rupees.check(z.describe('Rupees, for one piece')),
    selectedSize: optionalText,
    selectedColor: optionalText,
    variantId: optionalText,
    options: z.optional(z.record(z.string(), z.string()).check(z.describe('Option name to value'))),
    sku: optionalText,
    image: optionalText,
    returnable: z.optional(
      z
        .int()
        .check(z.nonnegative(), z.describe('Pieces that can be returned, with the capability `returns`')),
    ),
    hsn: optionalText.check(z.describe('HSN code, with the capability `invoice`')),
    gstRate: z.optional(z.number().check(z.nonnegative(), z.describe('Percent, included in the price'))),
    discount: z.optional(
      rupees.check(z.describe("Share of the order's discount, for all pieces; absent without one")),
    ),
  })
  .register(components, { id: 'OrderItem' })

const orderReturnResponse = z
  .object({
    id: text,
    status: z.enum(['requested', 'accepted', 'refused']),
    stage: z.optional(returnStageSchema.check(z.describe('What happened after the decision'))),
    withdrawable: z.boolean().check(z.describe('Whether the shopper can withdraw it')),
    items: z.array(z.object({ id: text, quantity: z.int().check(z.positive()) })),
    reason: text,
    note: optionalText,
    createdAt: moment,
    decidedAt: z.optional(moment),
  })
  .register(components, { id: 'OrderReturn' })

const orderRefundResponse = z
  .extend(orderRefundSchema, {
    way: z.optional(refundWaySchema.check(z.describe('How the payment was made'))),
    startedAt: z.optional(
      moment.check(
        z.describe('Since when the payment provider makes it; absent for one that is not in progress'),
      ),
    ),
    sentAt: z.optional(moment),
    reference: optionalText,
  })
  .register(components, { id: 'OrderRefund' })

export const orderDiscountResponse = z
  .extend(orderDiscountSchema, {
    label: text.check(z.describe("The shop's words")),
    code: optionalText.check(z.describe('Absent for an offer without a code')),
  })
  .register(components, { id: 'OrderDiscount' })

export const orderResponse = z
  .object({
    id: text,
    status: z
      .int()
      .check(
        z.describe('0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled'),
        z.minimum(0),
        z.maximum(4),
      ),
    createdAt: moment,
    items: z.array(orderItemSchema),
    discount: z.optional(
      orderDiscountResponse.check(
        z.describe('To be paid is the sum of the items less this; absent without one'),
      ),
    ),
    shippingAddress: z.object({ address: text, city: text, state: text, postalCode: text }),
    cashOnDelivery: z.optional(
      z.boolean().check(z.describe('True for an order that is paid at delivery; absent for others')),
    ),
    fees: z.optional(
      z.array(orderFeeSchema).check(z.describe('Collected with the payment, beside the prices of the items')),
    ),
    promisedBy: z.optional(
      z.iso.date().check(z.describe('The last day on which it should arrive, with the capability `quotes`')),
    ),
    payment: z.optional(orderPaymentSchema.check(z.describe('With the capability `shipment`'))),
    refunds: z.optional(
      z
        .array(orderRefundResponse)
        .check(z.describe('Due while without `sentAt`, with the capability `shipment`')),
    ),
    history: z.optional(
      z
        .array(z.object({ status: z.int(), at: moment }))
        .check(z.describe('Times of the statuses, oldest first, with the capability `shipment`')),
    ),
    shipment: z.optional(
      z
        .object({
          courier: text,
          trackingNumber: text,
          trackingUrl: optionalText,
          shippedAt: moment,
          parcel: z.optional(
            z.enum(PARCEL_STATES).check(z.describe('What became of a parcel that was not delivered')),
          ),
        })
        .check(z.describe('The parcel, with the capability `shipment`')),
    ),
    cancellable: z.optional(
      z.boolean().check(z.describe('Whether it can be cancelled, with the capability `cancellation`')),
    ),
    returnableUntil: z.optional(moment),
    returns: z.optional(
      z.array(orderReturnResponse).check(z.describe('Oldest first, with the capability `returns`')),
    ),
    invoice: z.optional(
      z
        .object({ recipient: optionalText, paidAt: z.optional(moment) })
        .check(z.describe('With the capability `invoice`; the recipient for the signed-in owner only')),
    ),
  })
  .register(components, { id: 'Order' })

export const ordersResponse = z.array(orderResponse).register(components, { id: 'Orders' })

const lineProblemsResponse = z.optional(
  z.array(z.extend(lineProblemSchema, { productId: text }).register(components, { id: 'LineProblem' })),
)

const limitResponse = {
  limit: z.optional(limitExceededSchema.shape.limit),
  max: z.optional(limitExceededSchema.shape.max),
  open: z.optional(limitExceededSchema.shape.open),
}

const freshQuote = z.optional(quoteResponse)

/** 422 for an order; `problems` lists lines that cannot be ordered. */
export const linesRefusedResponse = z
  .extend(failureResponse, {
    code: z.optional(
      z.union([
        linesRefusedSchema.shape.code,
        notDeliveredSchema.shape.code,
        keyReusedSchema.shape.code,
        limitExceededSchema.shape.code,
      ]),
    ),
    quote: freshQuote,
    problems: lineProblemsResponse,
    ...limitResponse,
  })
  .register(components, { id: 'LinesRefused' })

/** 409 for an order; without `code`, the same request is in flight. */
export const totalChangedResponse = z
  .extend(failureResponse, {
    code: z.optional(
      z.union([
        totalChangedSchema.shape.code,
        deliveryChangedSchema.shape.code,
        offerRefusedSchema.shape.code,
        linesRefusedSchema.shape.code,
        limitExceededSchema.shape.code,
      ]),
    ),
    quote: freshQuote,
    problems: lineProblemsResponse,
    ...limitResponse,
    total: z.optional(totalChangedSchema.shape.total),
    lines: z.optional(
      z.array(
        z
          .extend(currentLineSchema, {
            productId: text,
            selectedSize: optionalText,
            selectedColor: optionalText,
            variantId: optionalText,
          })
          .register(components, { id: 'CurrentLine' }),
      ),
    ),
  })
  .register(components, { id: 'TotalChanged' })
