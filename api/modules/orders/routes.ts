import * as z from 'zod/mini'

import { orderCreationSchema, shippingAddressSchema } from '../../../src/lib/contract/requests.ts'
import { clientNetwork } from '../../http/addresses.ts'
import { components } from '../../http/schemas.ts'
import {
  createdOrderResponse,
  linesRefusedResponse,
  orderResponse,
  ordersResponse,
  totalChangedResponse,
} from './response-schemas.ts'
import { withTenant } from '../../db/index.ts'
import { ApiError } from '../../http/errors.ts'
import { formatOrderNumber, parseOrderNumber } from '../../ids.ts'
import { respondOnce } from '../../http/middleware/idempotency.ts'
import { isContactOf } from './contact.ts'
import { createOrder } from './create.ts'
import { listOrders, toOrderResponse, trackOrder } from './read.ts'
import { route } from '../../http/route.ts'

const CONTACT_MAX = 254

/** Refuses unknown fields, so that a client notices that it cannot send prices. SECURITY.md#client-prices */
const strictOrderCreationSchema = z
  .strictObject({
    ...orderCreationSchema.shape,
    shippingAddress: z
      .strictObject(shippingAddressSchema.shape)
      .register(components, { id: 'ShippingAddress' }),
  })
  .register(components, { id: 'OrderCreation' })

const trackingQuerySchema = z.object({
  contactInfo: z.string().check(z.describe('Email of the account, or phone of the shipping address')),
})

/** Stand-in for a missing order, so that both cases do the same work. */
const NO_ORDER = { contactEmail: '', contactPhone: '' }

const ADDRESS = { address: '12 MG Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' }
const EXAMPLE = {
  id: '7K3M-9Q2T-X4WB',
  status: 1,
  createdAt: '2026-11-02T12:00:00.000Z',
  items: [
    {
      id: '7K3M-9Q2T-X4WB-1',
      productTitle: 'Indigo Block Print Kurta',
      quantity: 1,
      price: 1199,
      selectedSize: 'M',
    },
  ],
  shippingAddress: ADDRESS,
}

export const orderRoutes = [
  route({
    method: 'post',
    path: '/orders',
    operationId: 'createOrder',
    tag: 'Orders',
    summary: 'Place an order',
    description:
      'Prices are the shop’s at this moment. With `lines`, sizes and colours are kept, and a product in several sizes needs one; their quantities add up to `products`. With `expectedTotal`, in paise, an order of another total is not made. With `attribution`, the ad that led here is kept with the order where the shop has that capability.',
    signedIn: true,
    acceptsIdempotencyKey: true,
    body: strictOrderCreationSchema,
    example: {
      body: {
        products: { 'indigo-block-kurta': 1 },
        shippingAddress: { fullName: 'Meera Iyer', ...ADDRESS, phone: '+91 98765 43210' },
        lines: [{ productId: 'indigo-block-kurta', quantity: 1, selectedSize: 'M' }],
        expectedTotal: 119900,
      },
    },
    response: {
      status: 201,
      description: 'The order number',
      schema: createdOrderResponse,
      example: { id: EXAMPLE.id },
    },
    failures: {
      409: {
        description:
          'The total is not `expectedTotal`; `lines-refused`: fewer pieces are left; or, without `code`, the same request is under way',
        schema: totalChangedResponse,
      },
      422: {
        description:
          'Address, quantities or products are not valid; `lines-refused`: these lines are refused; `key-reused`: the idempotency key came with another body',
        schema: linesRefusedResponse,
      },
      429: 'Too many orders in a minute',
    },
    handle(c, order) {
      const { rateLimits, now } = c.get('services')
      const { id: tenantId, record } = c.get('tenant')
      const user = c.get('user')
      const keepsAttribution = record.capabilities?.includes('attribution') ?? false
      // A retry with another ad or price still gets the first response.
      return respondOnce(c, { ...order, attribution: undefined, expectedTotal: undefined }, async () => {
        await rateLimits.orderCreation.consume([tenantId, user.id])
        return async (tx) => {
          const number = await createOrder(tx, { tenantId, user, order, now: now(), keepsAttribution })
          return { status: 201, body: { id: formatOrderNumber(number) } }
        }
      })
    },
  }),
  route({
    method: 'get',
    path: '/orders',
    operationId: 'listOrders',
    tag: 'Orders',
    summary: 'List the account’s orders, newest first',
    signedIn: true,
    response: { status: 200, description: 'The orders', schema: ordersResponse, example: [EXAMPLE] },
    async handle(c) {
      const orders = await withTenant(c.get('services').db, c.get('tenant').id, (tx) =>
        listOrders(tx, c.get('tenant').id, c.get('user').id),
      )
      return c.json(orders.map(toOrderResponse))
    },
  }),
  route({
    method: 'get',
    path: '/orders/{orderId}',
    operationId: 'trackOrder',
    tag: 'Orders',
    summary: 'Track an order',
    description: 'For anyone with the order number and the email or phone of the order.',
    query: trackingQuerySchema,
    example: { parameters: { orderId: EXAMPLE.id, contactInfo: 'meera@example.com' } },
    response: { status: 200, description: 'The order', schema: orderResponse, example: EXAMPLE },
    failures: { 404: 'No order with this number and contact', 429: 'Too many attempts' },
    async handle(c) {
      const { db, rateLimits } = c.get('services')
      const tenantId = c.get('tenant').id
      const network = clientNetwork(c)
      await rateLimits.tracking.consume([network])
      const number = parseOrderNumber(c.req.param('orderId') ?? '')
      const contact = (c.req.query('contactInfo') ?? '').slice(0, CONTACT_MAX)

      const attempts = [
        { limit: rateLimits.wrongContactByAddress, caller: [tenantId, number ?? '', network] },
        { limit: rateLimits.wrongContact, caller: [tenantId, number ?? ''] },
      ]
      if (number) for (const { limit, caller } of attempts) await limit.consume(caller)
      const order = await withTenant(db, tenantId, (tx) =>
        trackOrder(tx, tenantId, number ?? '', (row) => isContactOf(row ?? NO_ORDER, contact)),
      )
      if (!order) throw new ApiError(404, 'Order not found or access denied')

      for (const { limit, caller } of attempts) await limit.undo(caller)
      return c.json(toOrderResponse(order))
    },
  }),
]
