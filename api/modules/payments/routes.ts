import * as z from 'zod/mini'

import { paymentRequestSchema } from '@tanabana/contract/requests.ts'
import { components, keyReusedResponse } from '../../http/schemas.ts'
import { readTenant } from '../../db/index.ts'
import type { AppContext } from '../../http/context.ts'
import { readSession } from '../users/session.ts'
import { route } from '../../http/route.ts'
import type { OrderRow } from '../orders/read.ts'
import { exampleMethods, paymentFields } from './payment-form.ts'
import { readPaymentState } from './payment-state.ts'
import { findMethods } from './prepare-payment.ts'
import { respondWithPayment } from './respond-with-payment.ts'
import { findOwnOrder } from '../orders/access.ts'
import { paymentFieldsResponse, nextStep, paymentStateResponse } from './response-schemas.ts'

export const paymentRoutes = [
  route({
    method: 'get',
    path: '/payments/fields',
    operationId: 'getPaymentFields',
    tag: 'Payments',
    summary: 'Describe the payment form',
    description:
      'With `orderId` and the token of its account: the form of that order, which may not take cash on delivery, with the phone of the order.',
    query: z.object({ orderId: z.optional(z.string()) }),
    response: {
      status: 200,
      description: 'The fields, in the order they are shown',
      schema: paymentFieldsResponse,
      example: { fields: paymentFields(exampleMethods({ cash: true })) },
    },
    failures: { 404: 'The account has no such order' },
    async handle(c) {
      const order = await findNamedOrder(c)
      return c.json({ fields: paymentFields(await findMethods(c, order), order?.shippingAddress.phone) })
    },
  }),
  route({
    method: 'post',
    path: '/payments',
    operationId: 'createPayment',
    tag: 'Payments',
    summary: 'Pay for an own pending order',
    description:
      'Answers what the browser does next: show a QR code, open a payment app, or post a signed form to the relay. ' +
      'A payment that the shop confirms by hand has `confirmation`; the same call with `fields.reference` gives the ' +
      "bank's reference of it.",
    signedIn: true,
    acceptsIdempotencyKey: true,
    body: z.strictObject(paymentRequestSchema.shape).register(components, { id: 'PaymentRequest' }),
    example: {
      body: { orderId: '7K3M-9Q2T-X4WB', fields: { method: 'upi-qr', phone: '+919876543210' } },
    },
    response: nextStep,
    failures: {
      404: 'The account has no such order',
      422: {
        description: 'The body is not valid; with `code` the idempotency key came with another body',
        schema: keyReusedResponse,
      },
      429: 'Too many payments in a minute',
    },
    handle: (c, request) => respondWithPayment(c, request),
  }),
  route({
    method: 'get',
    path: '/orders/{orderId}/payment',
    operationId: 'getPaymentState',
    tag: 'Payments',
    summary: 'Read the payment state of an own order',
    signedIn: true,
    example: { parameters: { orderId: '7K3M-9Q2T-X4WB' } },
    response: {
      status: 200,
      description: 'The state of the latest payment, or of the order',
      schema: paymentStateResponse,
      example: { state: 'declined', total: 1199 },
    },
    failures: { 404: 'The account has no such order' },
    async handle(c) {
      const order = await findOwnOrder(c, c.req.param('orderId') ?? '', c.get('user').id)
      const { db } = c.get('services')
      c.header('cache-control', 'no-store')
      return c.json(await readTenant(db, order.tenantId, (tx) => readPaymentState(tx, order)))
    },
  }),
]

/**
 * The order of the query for its account; `undefined` without an order number or a valid token.
 * @throws {ApiError} 404 the account has no such order
 */
async function findNamedOrder(c: AppContext): Promise<OrderRow | undefined> {
  const orderId = c.req.query('orderId')
  if (orderId === undefined) return undefined
  const session = await readSession(c)
  return session && findOwnOrder(c, orderId, session.user.id)
}
