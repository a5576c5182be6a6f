import * as z from 'zod/mini'

import { paymentRequestSchema } from '../../../src/lib/contract/requests.ts'
import { readTenant } from '../../db/index.ts'
import type { AppContext } from '../../http/context.ts'
import { ApiError } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { components, keyReusedResponse } from '../../http/schemas.ts'
import { formatOrderNumber } from '../../ids.ts'
import { findOrder, toOrderResponse } from '../orders/read.ts'
import { findUser } from '../users/accounts.ts'
import { paymentFields } from './methods.ts'
import { createPaymentLink, paymentLinkPath, readPaymentLink } from './payment-links.ts'
import { readPaymentState } from './payment-state.ts'
import { findPaymentOptions } from './prepare-payment.ts'
import { linkedOrderResponse, paymentLinkResponse, nextStep } from './response-schemas.ts'
import { findOwnOrder, respondWithPayment } from './respond.ts'

const TOKEN = '7K3M9Q2TX4WB-t8x2k1-3mZ0y5Jx8q1v7bN4cR6tW9eU2iO5pA8sD1fG4hJ7kLz'
const EXPIRES_AT = '2026-11-09T12:00:00.000Z'

/** Capability `payment-links`. docs/requirements.md#1119-payment-links */
export const paymentLinkRoutes = [
  route({
    method: 'post',
    path: '/orders/{orderId}/payment-link',
    operationId: 'createPaymentLink',
    tag: 'Payments',
    summary: 'Create a link that pays an own order without sign-in',
    description:
      'The link is the page `/pay/{token}` of the shop. It works for 7 days, afterwards as tracking too.',
    signedIn: true,
    example: { parameters: { orderId: '7K3M-9Q2T-X4WB' } },
    response: {
      status: 200,
      description: 'The token of the link',
      schema: paymentLinkResponse,
      example: { token: TOKEN, expiresAt: EXPIRES_AT },
    },
    failures: { 404: 'The account has no such order' },
    async handle(c) {
      const order = await findOwnOrder(c, c.req.param('orderId') ?? '', c.get('user').id)
      const { token, expiresAt } = createPaymentLink(c, order.number)
      return c.json({ token, expiresAt: expiresAt.toISOString() })
    },
  }),
  route({
    method: 'get',
    path: '/payment-links/{token}',
    operationId: 'getLinkedOrder',
    tag: 'Payments',
    summary: 'Read the order of a payment link',
    description: 'Contains no personal data beyond the first name.',
    example: { parameters: { token: TOKEN } },
    response: {
      status: 200,
      description: 'The order, its payment state and the payment form',
      schema: linkedOrderResponse,
      example: {
        id: '7K3M-9Q2T-X4WB',
        status: 0,
        createdAt: '2026-11-02T12:00:00.000Z',
        firstName: 'Meera',
        items: [
          { id: '7K3M-9Q2T-X4WB-1', productTitle: 'Indigo Block Print Kurta', quantity: 1, price: 1199 },
        ],
        payment: { state: 'unpaid', total: 1199 },
        fields: paymentFields({ provider: 'account', upi: 'account', cash: false }),
        expiresAt: EXPIRES_AT,
      },
    },
    failures: { 404: 'The link is wrong or has expired' },
    async handle(c) {
      const { order, user, state, expiresAt } = await findLinkedOrder(c)
      const { id, status, createdAt, items } = toOrderResponse(order)
      c.header('cache-control', 'no-store')
      return c.json({
        id,
        status,
        createdAt,
        firstName: user.firstName,
        items,
        payment: state,
        fields: paymentFields(await findPaymentOptions(c, order)),
        expiresAt: expiresAt.toISOString(),
      })
    },
  }),
  route({
    method: 'post',
    path: '/payment-links/{token}/payments',
    operationId: 'payLinkedOrder',
    tag: 'Payments',
    summary: 'Pay for the order of a payment link',
    description: 'As `POST /payments`.',
    acceptsIdempotencyKey: true,
    body: z
      .strictObject({ fields: paymentRequestSchema.shape.fields })
      .register(components, { id: 'LinkedPaymentRequest' }),
    example: {
      parameters: { token: TOKEN },
      body: { fields: { method: 'upi-qr', phone: '+919876543210' } },
    },
    response: nextStep,
    failures: {
      404: 'The link is wrong or has expired',
      422: {
        description: 'The body is not valid; with `code` the idempotency key came with another body',
        schema: keyReusedResponse,
      },
      429: 'Too many payments in a minute',
    },
    async handle(c, { fields }) {
      const { order, user } = await findLinkedOrder(c)
      c.set('user', user)
      const request = { orderId: formatOrderNumber(order.number), fields }
      return respondWithPayment(c, request, paymentLinkPath(c.req.param('token') ?? ''))
    },
  }),
]

/** @throws {ApiError} 404 the link is wrong or has expired */
async function findLinkedOrder(c: AppContext) {
  const link = readPaymentLink(c, c.req.param('token') ?? '')
  const tenantId = c.get('tenant').id
  const found =
    link &&
    (await readTenant(c.get('services').db, tenantId, async (tx) => {
      const order = await findOrder(tx, tenantId, link.orderNumber)
      const user = order && (await findUser(tx, tenantId, order.userId))
      return user && { order, user, state: await readPaymentState(tx, order) }
    }))
  if (!found) throw new ApiError(404, 'This payment link is wrong or has expired.')
  return { ...found, expiresAt: link.expiresAt }
}
