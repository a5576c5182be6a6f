import * as z from 'zod/mini'

import {
  cancellationRequestSchema,
  returnRequestSchema,
  withdrawalRequestSchema,
} from '@tanabana/contract/requests.ts'
import type { Transaction } from '../../db/index.ts'
import type { AppContext } from '../../http/context.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { updateAvailability } from '../catalogue/availability.ts'
import { withOrder } from './access.ts'
import { cancelByShopper } from './cancel-by-shopper.ts'
import { lockOrder } from './change-order.ts'
import { describeOrders, itemId } from './order-details.ts'
import { findOrder } from './read.ts'
import { orderResponse } from './response-schemas.ts'
import { requestReturn, withdrawReturn } from './returns.ts'

const ID = '7K3M-9Q2T-X4WB'
const ORDER = {
  id: ID,
  createdAt: '2026-11-02T12:00:00.000Z',
  items: [{ id: `${ID}-1`, productTitle: 'Indigo Block Print Kurta', quantity: 1, price: 1199 }],
  shippingAddress: { address: '12 MG Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
}

const ACCESS = 'For the account that placed it, or with the email or phone of the order as `contactInfo`.'

const strictCancellationSchema = z
  .strictObject(cancellationRequestSchema.shape)
  .register(components, { id: 'Cancellation' })

const strictReturnSchema = z
  .strictObject(returnRequestSchema.shape)
  .register(components, { id: 'ReturnRequest' })

const strictWithdrawalSchema = z
  .strictObject(withdrawalRequestSchema.shape)
  .register(components, { id: 'ReturnWithdrawal' })

/** Calls of the capabilities `cancellation` and `returns`. */
export const afterOrderRoutes = [
  route({
    method: 'post',
    path: '/orders/{orderId}/cancellation',
    operationId: 'cancelOrder',
    tag: 'Orders',
    summary: 'Cancel an order before it is shipped',
    description: `${ACCESS} Its pieces go back into stock; a payment of it is due for refund. For shops with the capability \`cancellation\`.`,
    body: strictCancellationSchema,
    example: { parameters: { orderId: ID }, body: { contactInfo: 'meera@example.com' } },
    response: {
      status: 200,
      description: 'The order',
      schema: orderResponse,
      example: { ...ORDER, status: 4, payment: 'refund due', cancellable: false },
    },
    failures: {
      401: 'Neither token nor contact',
      404: 'No such order of this account or with this contact',
      409: 'The order is shipped or cancelled already',
      429: 'Too many attempts',
    },
    async handle(c, { contactInfo }) {
      requireCapability(c, 'cancellation')
      const services = c.get('services')
      const tenant = c.get('tenant')
      const now = services.now()
      let restocked: string[] = []
      const response = await withOrder(c, contactInfo, async (tx, { number }, isOwner) => {
        const locked = await lockOrder(tx, tenant.id, number)
        restocked = (await cancelByShopper(tx, locked, now)).restocked
        return describe(c, tx, number, isOwner)
      })
      void updateAvailability(services, tenant.id, restocked)
      return c.json(response)
    },
  }),
  route({
    method: 'post',
    path: '/orders/{orderId}/returns',
    operationId: 'requestReturn',
    tag: 'Orders',
    summary: 'Ask to return items of a delivered order',
    description: `${ACCESS} The shop accepts or refuses the request. For shops with the capability \`returns\`.`,
    body: strictReturnSchema,
    example: {
      parameters: { orderId: ID },
      body: {
        contactInfo: 'meera@example.com',
        items: [{ id: `${ID}-1`, quantity: 1 }],
        reason: 'Too small',
      },
    },
    response: {
      status: 201,
      description: 'The order with the return',
      schema: orderResponse,
      example: {
        ...ORDER,
        status: 3,
        returns: [
          {
            id: '4TQ8XK2M',
            status: 'requested',
            withdrawable: true,
            items: [{ id: `${ID}-1`, quantity: 1 }],
            reason: 'Too small',
            createdAt: '2026-11-08T09:30:00.000Z',
          },
        ],
      },
    },
    failures: {
      401: 'Neither token nor contact',
      404: 'No such order of this account or with this contact',
      409: 'The order is not delivered, or its time for returns is over',
      422: 'The items or the reason are not valid',
      429: 'Too many attempts',
    },
    async handle(c, { contactInfo, items, reason }) {
      requireCapability(c, 'returns')
      const now = c.get('services').now()
      const response = await withOrder(c, contactInfo, async (tx, order, isOwner) => {
        const lines = items.map(({ id, quantity }) => ({
          line: order.items.find(({ line }) => itemId(order, line) === id)?.line ?? 0,
          quantity,
        }))
        await requestReturn(tx, c.get('tenant'), order, { lines, reason, now })
        return describe(c, tx, order.number, isOwner)
      })
      return c.json(response, 201)
    },
  }),
  route({
    method: 'post',
    path: '/orders/{orderId}/returns/{returnId}/withdrawal',
    operationId: 'withdrawReturn',
    tag: 'Orders',
    summary: 'Withdraw a return whose pieces are not received',
    description: `${ACCESS} The shopper keeps the pieces. For shops with the capability \`returns\`.`,
    body: strictWithdrawalSchema,
    example: {
      parameters: { orderId: ID, returnId: '4TQ8XK2M' },
      body: { contactInfo: 'meera@example.com' },
    },
    response: {
      status: 200,
      description: 'The order with the return',
      schema: orderResponse,
      example: {
        ...ORDER,
        status: 3,
        returns: [
          {
            id: '4TQ8XK2M',
            status: 'refused',
            stage: 'withdrawn',
            withdrawable: false,
            items: [{ id: `${ID}-1`, quantity: 1 }],
            reason: 'Too small',
            createdAt: '2026-11-08T09:30:00.000Z',
            decidedAt: '2026-11-08T10:15:00.000Z',
          },
        ],
      },
    },
    failures: {
      401: 'Neither token nor contact',
      404: 'No such order of this account or with this contact, or no such return of the order',
      409: 'The pieces are received, or the return has ended',
      429: 'Too many attempts',
    },
    async handle(c, { contactInfo }) {
      requireCapability(c, 'returns')
      const id = c.req.param('returnId') ?? ''
      const now = c.get('services').now()
      const response = await withOrder(c, contactInfo, async (tx, order, isOwner) => {
        await withdrawReturn(tx, order, { id, now })
        return describe(c, tx, order.number, isOwner)
      })
      return c.json(response)
    },
  }),
]

async function describe(c: AppContext, tx: Transaction, number: string, isOwner: boolean) {
  const tenant = c.get('tenant')
  const order = await findOrder(tx, tenant.id, number)
  const found = order ? [order] : []
  const [response] = await describeOrders(tx, tenant, found, { isOwner, now: c.get('services').now() })
  return response
}
