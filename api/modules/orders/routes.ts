import * as z from 'zod/mini'

import { orderCreationSchema, shippingAddressSchema } from '@tanabana/contract/requests.ts'
import { components } from '../../http/schemas.ts'
import {
  createdOrderResponse,
  linesRefusedResponse,
  orderResponse,
  ordersResponse,
  totalChangedResponse,
} from './response-schemas.ts'
import { languageOf } from '../../http/language.ts'
import { withTenant } from '../../db/index.ts'
import { formatOrderNumber } from '../../ids.ts'
import { respondOnce } from '../../http/middleware/idempotency.ts'
import { updateAvailability } from '../catalogue/availability.ts'
import { createOrder } from './create.ts'
import { quoteShopOf } from '../quotes/quote-shop.ts'
import { withContact } from './access.ts'
import { describeOrders } from './order-details.ts'
import { listOrders } from './read.ts'
import { route } from '../../http/route.ts'

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
      'Prices are the shop’s at this moment. With `lines`, sizes and colours are kept, and a product in several sizes needs one; their quantities add up to `products`. With `expectedTotal`, in paise, an order of another total is not made; with `expectedBy`, none that would arrive later; with `offerCode`, none that the code does not reduce. Refusals carry the fresh `quote` where the shop has the capability `quotes`. With `attribution`, the ad that led here is kept with the order where the shop has that capability.',
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
          'The total is not `expectedTotal`; `delivery-changed`: it would arrive after `expectedBy`; `offer-refused`: `offerCode` gives no discount; `lines-refused`: fewer pieces are left; `limit-exceeded`: the account has too many unpaid orders or pieces in them; or, without `code`, the same request is under way',
        schema: totalChangedResponse,
      },
      422: {
        description:
          'Address, quantities or products are not valid; `lines-refused`: these lines are refused; `not-delivered`: the shop does not deliver to the PIN code; `limit-exceeded`: the order alone has too many pieces; `key-reused`: the idempotency key came with another body',
        schema: linesRefusedResponse,
      },
      429: 'Too many orders in a minute',
    },
    async handle(c, order) {
      const { rateLimits, config, now } = c.get('services')
      const tenant = c.get('tenant')
      const shop = quoteShopOf(tenant, config)
      const user = c.get('user')
      let soldOut: string[] = []
      // A retry with another ad, price, day or code still gets the first response.
      const response = await respondOnce(
        c,
        {
          ...order,
          attribution: undefined,
          expectedTotal: undefined,
          expectedBy: undefined,
          offerCode: undefined,
        },
        async () => {
          await rateLimits.orderCreation.consume([tenant.id, user.id])
          return async (tx) => {
            const placed = await createOrder(tx, {
              shop,
              buyer: user,
              order,
              language: languageOf(c),
              now: now(),
            })
            soldOut = placed.soldOut
            return { status: 201, body: { id: formatOrderNumber(placed.number) } }
          }
        },
      )
      // The shopper does not wait for the storefronts.
      void updateAvailability(c.get('services'), tenant.id, soldOut)
      return response
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
      const { db, now } = c.get('services')
      const tenant = c.get('tenant')
      const orders = await withTenant(db, tenant.id, async (tx) => {
        const found = await listOrders(tx, tenant.id, c.get('user').id)
        return describeOrders(tx, tenant, found, { isOwner: true, now: now() })
      })
      return c.json(orders)
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
      const { now } = c.get('services')
      const tenant = c.get('tenant')
      const order = await withContact(c, c.req.query('contactInfo') ?? '', async (tx, found) => {
        const [response] = await describeOrders(tx, tenant, [found], { isOwner: false, now: now() })
        return response
      })
      return c.json(order)
    },
  }),
]
