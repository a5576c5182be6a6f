import { refundDetailsSchema } from '@tanabana/contract/requests.ts'
import type { RefundLink } from '@tanabana/contract/refund-link.ts'
import { readTenant, withTenant, type Transaction } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import type { AppContext } from '../../http/context.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { formatOrderNumber } from '../../ids.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { lockOrder } from '../orders/change-order.ts'
import { listSettled } from '../orders/order-money.ts'
import { readOrderRefunds } from '../orders/order-refunds.ts'
import { findOrderLink, type OrderLink } from '../orders/order-links.ts'
import { isMasked, readDueByHand, readGivenDetails, storeUpiId } from './refund-details.ts'
import { refundLinkResponse } from './response-schemas.ts'

const TOKEN = '3mZ0y5Jx8q1v7bN4cR6tW9eU2iO5pA8sD1fG4hJ7kLz'
const WRONG = 'The link is wrong or has expired'
const EXAMPLE = { id: '7K3M-9Q2T-X4WB', due: 1199, upiId: 'asha@okbank', refunds: [] }

/** Capability `refund-details`. docs/requirements.md#1140-refund-details */
export const refundLinkRoutes = [
  route({
    method: 'get',
    path: '/refund-links/{token}',
    operationId: 'getRefundLink',
    tag: 'Payments',
    summary: 'Read what the shop owes for an order, and where it goes',
    description:
      'For money that came in cash or to the UPI id of the shop. The UPI id is masked once the refund is made.',
    example: { parameters: { token: TOKEN } },
    response: {
      status: 200,
      description: 'The refund',
      schema: refundLinkResponse,
      example: EXAMPLE,
    },
    failures: { 404: WRONG },
    async handle(c) {
      requireCapability(c, 'refund-details')
      const { id: tenantId } = c.get('tenant')
      const link = await readTenant(c.get('services').db, tenantId, async (tx) => {
        const found = await findLink(tx, c)
        return describeLink(tx, found)
      })
      c.header('cache-control', 'no-store')
      return c.json(link)
    },
  }),
  route({
    method: 'post',
    path: '/refund-links/{token}',
    operationId: 'giveRefundDetails',
    tag: 'Payments',
    summary: 'Say to which UPI id the refund goes',
    description: 'Replaces the UPI id that was given before.',
    body: refundDetailsSchema.register(components, { id: 'RefundDetails' }),
    example: { parameters: { token: TOKEN }, body: { upiId: 'asha@okbank' } },
    response: {
      status: 200,
      description: 'The refund with the UPI id',
      schema: refundLinkResponse,
      example: EXAMPLE,
    },
    failures: { 404: WRONG, 409: 'Nothing is due any more' },
    async handle(c, { upiId }) {
      requireCapability(c, 'refund-details')
      const { db, now } = c.get('services')
      const { id: tenantId } = c.get('tenant')
      const link = await withTenant(db, tenantId, async (tx) => {
        const found = await findLink(tx, c)
        await lockOrder(tx, tenantId, found.orderNumber)
        if ((await readDueByHand(tx, tenantId, found.orderNumber)) === 0)
          throw new ApiError(409, 'The shop has already sent this refund.')
        await storeUpiId(tx, found, { upiId, givenAt: now() })
        return describeLink(tx, found)
      })
      c.header('cache-control', 'no-store')
      return c.json(link)
    },
  }),
]

/** @throws {ApiError} 404 the link is wrong or has expired */
async function findLink(tx: Transaction, c: AppContext): Promise<OrderLink> {
  const { id: tenantId } = c.get('tenant')
  const token = c.req.param('token') ?? ''
  const link = await findOrderLink(tx, { tenantId, purpose: 'refund' }, token, c.get('services').now())
  if (!link) throw new ApiError(404, 'This refund link is wrong or has expired.')
  return link
}

async function describeLink(tx: Transaction, { tenantId, orderNumber }: OrderLink): Promise<RefundLink> {
  const due = await readDueByHand(tx, tenantId, orderNumber)
  const settled = await listSettled(tx, tenantId, [orderNumber])
  const refunds = (await readOrderRefunds(tx, tenantId, [orderNumber], settled)).get(orderNumber) ?? []
  const upiId = (await readGivenDetails(tx, tenantId, [orderNumber])).get(orderNumber)?.upiId
  // The id of an earlier refund says nothing of one that is due now.
  const shown = upiId !== undefined && !(due > 0 && isMasked(upiId)) ? { upiId } : {}
  return {
    id: formatOrderNumber(orderNumber),
    due: due / 100,
    ...shown,
    refunds: refunds.flatMap(({ amount, sentAt, reference }) =>
      sentAt && reference ? [{ amount, sentAt, reference }] : [],
    ),
  }
}
