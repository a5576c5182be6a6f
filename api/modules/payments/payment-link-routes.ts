import * as z from 'zod/mini'

import type { ClosedLink, PaymentState } from '@tanabana/contract/payment.ts'
import { paymentRequestSchema } from '@tanabana/contract/requests.ts'
import { readTenant, withTenant } from '../../db/index.ts'
import type { AppContext } from '../../http/context.ts'
import { ApiError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { components, keyReusedResponse } from '../../http/schemas.ts'
import { formatOrderNumber } from '../../ids.ts'
import { lockOrder } from '../orders/change-order.ts'
import { findOrder, toOrderResponse, type OrderRow } from '../orders/read.ts'
import { findBuyer } from '../orders/buyer.ts'
import { exampleMethods, paymentFields } from './payment-form.ts'
import { findPaymentLink, openPaymentLink, revokePaymentLink } from './payment-links.ts'
import { readPaymentState } from './payment-state.ts'
import { linkMethods } from './prepare-payment.ts'
import { closedLinkResponse, linkedOrderResponse, paymentLinkResponse, nextStep } from './response-schemas.ts'
import { respondWithPayment } from './respond-with-payment.ts'
import { findOwnOrder } from '../orders/access.ts'

const TOKEN = '3mZ0y5Jx8q1v7bN4cR6tW9eU2iO5pA8sD1fG4hJ7kLz'
const REFERENCE = '4TQ8-XK2M'
const EXPIRES_AT = '2026-11-09T12:00:00.000Z'
const GONE = {
  description: 'The order takes no more payment: the link shows nothing else of it',
  schema: closedLinkResponse,
}

const CLOSED_SENTENCES: Record<ClosedLink['state'], string> = {
  paid: 'This order is paid.',
  'on-delivery': 'This order is paid when it arrives.',
  accepted: 'This order takes no payment here.',
  cancelled: 'This order was cancelled.',
}

/** Capability `payment-links`. docs/requirements.md#1119-payment-links */
export const paymentLinkRoutes = [
  route({
    method: 'post',
    path: '/orders/{orderId}/payment-link',
    operationId: 'createPaymentLink',
    tag: 'Payments',
    summary: 'Create a link that pays an own order without sign-in',
    description:
      'The link is the page `/pay/{token}` of the shop. It works for 7 days, until the order is paid or cancelled or the link is removed. While it is valid, the same call returns the same link.',
    signedIn: true,
    example: { parameters: { orderId: '7K3M-9Q2T-X4WB' } },
    response: {
      status: 200,
      description: 'The token of the link',
      schema: paymentLinkResponse,
      example: { token: TOKEN, reference: REFERENCE, expiresAt: EXPIRES_AT },
    },
    failures: { 404: 'The account has no such order', 409: 'The order takes no more payment' },
    async handle(c) {
      const services = c.get('services')
      const { tenantId, number: orderNumber } = await findNamedOrder(c)
      const link = await withTenant(services.db, tenantId, async (tx) => {
        const order = await lockOrder(tx, tenantId, orderNumber)
        const state = order && closedStateOf((await readPaymentState(tx, order)).state)
        if (state) throw new ApiError(409, CLOSED_SENTENCES[state])
        return openPaymentLink(tx, services, { tenantId, orderNumber })
      })
      const { token, reference, expiresAt } = link
      c.header('cache-control', 'no-store')
      return c.json({
        token,
        reference: formatOrderNumber(reference),
        expiresAt: expiresAt.toISOString(),
      })
    },
  }),
  route({
    method: 'delete',
    path: '/orders/{orderId}/payment-link',
    operationId: 'removePaymentLink',
    tag: 'Payments',
    summary: 'End the payment link of an own order',
    description: 'A link that is made afterwards is another one.',
    signedIn: true,
    example: { parameters: { orderId: '7K3M-9Q2T-X4WB' } },
    response: { status: 204, description: 'The order has no payment link' },
    failures: { 404: 'The account has no such order' },
    async handle(c) {
      const { tenantId, number } = await findNamedOrder(c)
      await withTenant(c.get('services').db, tenantId, (tx) => revokePaymentLink(tx, tenantId, number))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'get',
    path: '/payment-links/{token}',
    operationId: 'getLinkedOrder',
    tag: 'Payments',
    summary: 'Read the order of a payment link',
    description:
      'Contains the reference of the link instead of the order number, and no personal data beyond the first name.',
    example: { parameters: { token: TOKEN } },
    response: {
      status: 200,
      description: 'The order, its payment state and the payment form, without cash on delivery',
      schema: linkedOrderResponse,
      example: {
        id: REFERENCE,
        status: 0,
        createdAt: '2026-11-02T12:00:00.000Z',
        firstName: 'Meera',
        items: [{ id: `${REFERENCE}-1`, productTitle: 'Indigo Block Print Kurta', quantity: 1, price: 1199 }],
        payment: { state: 'unpaid', total: 1199 },
        fields: paymentFields(exampleMethods({ cash: false })),
        expiresAt: EXPIRES_AT,
      },
    },
    failures: { 404: 'The link is wrong, removed or has expired', 410: GONE },
    async handle(c) {
      const { order, user, state, link } = await findLinkedOrder(c)
      const { id, status, createdAt, items, discount } = toOrderResponse({ ...order, number: link.reference })
      c.header('cache-control', 'no-store')
      return c.json({
        id,
        status,
        createdAt,
        firstName: user.firstName,
        items,
        ...(discount && { discount }),
        payment: state,
        fields: paymentFields(linkMethods(c)),
        expiresAt: link.expiresAt.toISOString(),
      })
    },
  }),
  route({
    method: 'post',
    path: '/payment-links/{token}/payments',
    operationId: 'payLinkedOrder',
    tag: 'Payments',
    summary: 'Pay for the order of a payment link',
    description:
      'As `POST /payments`, without cash on delivery. The tries of a link are counted apart from those of the account.',
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
      404: 'The link is wrong, removed or has expired',
      410: GONE,
      422: {
        description: 'The body is not valid; with `code` the idempotency key came with another body',
        schema: keyReusedResponse,
      },
      429: 'Too many payments by this link in a minute',
    },
    async handle(c, { fields }) {
      const { order, user, link } = await findLinkedOrder(c)
      c.set('user', user)
      return respondWithPayment(c, { orderId: formatOrderNumber(order.number), fields }, link)
    },
  }),
]

/** @throws {ApiError} 404 the account has no such order */
function findNamedOrder(c: AppContext): Promise<OrderRow> {
  return findOwnOrder(c, c.req.param('orderId') ?? '', c.get('user').id)
}

/** @throws {ApiError} 404 the link is wrong or has expired, 410 its order takes no more payment */
async function findLinkedOrder(c: AppContext) {
  const { db, now } = c.get('services')
  const tenantId = c.get('tenant').id
  const found = await readTenant(db, tenantId, async (tx) => {
    const link = await findPaymentLink(tx, tenantId, c.req.param('token') ?? '', now())
    const order = link && (await findOrder(tx, tenantId, link.orderNumber))
    const user = order && (await findBuyer(tx, order))
    return user && { link, order, user, state: await readPaymentState(tx, order) }
  })
  if (!found) throw new ApiError(404, 'This payment link is wrong or has expired.')
  const state = closedStateOf(found.state.state)
  if (state) {
    const details: ClosedLink = { code: 'payment-link-closed', state }
    throw new ApiError(410, CLOSED_SENTENCES[state], { 'cache-control': 'no-store' }, details)
  }
  return found
}

/** The state in which an order takes no more payment; `undefined` while it takes one. */
function closedStateOf(state: PaymentState['state']): ClosedLink['state'] | undefined {
  return state === 'unpaid' || state === 'pending' || state === 'declined' ? undefined : state
}
