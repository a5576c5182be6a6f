import * as z from 'zod/mini'

import { TAX_DOCUMENT_KINDS } from '@tanabana/contract/tax-document.ts'
import { EVENT_KINDS, ORDER_STATUS_NAMES, PARCEL_STATES } from '../db/order-states.ts'
import { moment, optionalText, rupees, text } from '../http/schemas.ts'
import { readTrackingUrl } from '../modules/parcels/courier-file.ts'
import { ORDER_STEPS, type OrderStepName } from './order-transitions.ts'

/** The courier's page of a parcel. */
export const trackingAddress = text.check(
  z.refine((typed) => readTrackingUrl(typed) !== undefined, 'It is not an https address.'),
)

const nullableText = z.nullable(text)
const nullableMoment = z.nullable(moment)

const address = z.looseObject({
  fullName: optionalText,
  address: optionalText,
  city: optionalText,
  state: optionalText,
  postalCode: optionalText,
  phone: optionalText,
})

const item = z.looseObject({
  id: text,
  productId: text,
  productTitle: text,
  quantity: z.int(),
  price: rupees,
  choice: text.check(z.describe('Such as "Size M, Length 46"')),
  sku: nullableText,
  image: nullableText,
  oversold: z.int().check(z.describe('Pieces that are no longer in stock')),
})

const orderFields = {
  id: text.check(z.describe('Order number, 4-4-4')),
  reference: nullableText.check(z.describe('Your own name of the order')),
  status: z.enum(ORDER_STATUS_NAMES),
  state: text.check(z.describe('State of order and parcel, docs/order-lifecycle.md')),
  parcel: z.nullable(z.enum(PARCEL_STATES)),
  createdAt: moment,
  paidAt: nullableMoment,
  payment: text,
  cashOnDelivery: z.boolean(),
  confirmedAt: nullableMoment.check(z.describe('The shopper confirmed the order, to be paid at delivery')),
  awaitsConfirmation: z.boolean().check(z.describe('The shopper is asked to confirm it, and has not')),
  refundDue: rupees,
  total: rupees,
  cashFee: rupees,
  promisedBy: nullableText,
  email: text,
  shippingAddress: address,
  shipment: z.nullable(z.looseObject({ courier: text, trackingNumber: text, shippedAt: text })),
  items: z.array(item),
}

export const orderRowResponse = z.looseObject(orderFields)

const stepNames = Object.keys(ORDER_STEPS) as [OrderStepName, ...OrderStepName[]]

export const orderResponse = z.looseObject({
  ...orderFields,
  transitions: z.array(z.object({ name: z.enum(stepNames), allowed: z.boolean(), reason: optionalText })),
  timeline: z.array(
    z.object({
      sequence: z.int(),
      kind: z.enum(EVENT_KINDS),
      status: nullableText,
      subject: nullableText,
      actor: nullableText,
      at: moment,
    }),
  ),
  payments: z.optional(
    z.array(
      z.object({
        id: text,
        provider: text,
        method: text,
        amount: rupees,
        currency: text,
        status: text,
        refunded: rupees,
        refundable: rupees.check(z.describe('What can still go back')),
        refundedBy: z.enum(['provider', 'shop']).check(z.describe('Who sends a refund')),
        reference: nullableText,
        customerReference: nullableText,
        createdAt: moment,
        settledAt: nullableMoment,
      }),
    ),
  ),
  refunds: z.optional(
    z.array(z.looseObject({ amount: rupees, sentAt: optionalText, reference: optionalText })),
  ),
  refundTo: z.optional(
    z
      .nullable(z.object({ upiId: text, givenAt: moment }))
      .check(z.describe('Where the shopper wants a refund that the merchant sends')),
  ),
  returns: z.array(z.looseObject({ id: text, status: text, value: rupees })),
  messages: z.array(
    z.object({
      id: text,
      kind: text,
      role: text,
      channel: text,
      state: text,
      attempts: z.int(),
      error: nullableText,
      createdAt: moment,
      endedAt: nullableMoment,
    }),
  ),
  notes: z.array(z.object({ id: z.int(), text, at: moment })),
  taxDocuments: z.array(
    z.object({ number: text, kind: z.enum(TAX_DOCUMENT_KINDS), total: rupees, issuedAt: moment }),
  ),
})
