import { confirmationSchema } from '@tanabana/contract/requests.ts'
import { readTenant, withTenant, type Transaction } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import type { AppContext } from '../../http/context.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { updateAvailability } from '../catalogue/availability.ts'
import { hasCapability, requireCapability } from '../tenants/capabilities.ts'
import { lockOrder } from './change-order.ts'
import { decideConfirmation, describeConfirmation } from './confirm-order.ts'
import { findOrderLink, type OrderLink } from './order-links.ts'
import { findOrder } from './read.ts'
import { confirmationLinkResponse } from './response-schemas.ts'

const TOKEN = '3mZ0y5Jx8q1v7bN4cR6tW9eU2iO5pA8sD1fG4hJ7kLz'
const WRONG = 'The link is wrong or has expired'
const EXAMPLE = {
  ...{ id: '7K3M-9Q2T-X4WB', state: 'open' as const, amount: 1248, cancellable: true },
  items: [{ productTitle: 'Indigo Block Print Kurta', choice: 'Size M', quantity: 1 }],
}

/** Capability `cash-confirmation`. docs/requirements.md#1141-cash-confirmation */
export const confirmationRoutes = [
  route({
    method: 'get',
    path: '/confirmation-links/{token}',
    operationId: 'getConfirmationLink',
    tag: 'Orders',
    summary: 'Read the order that a link confirms',
    description: 'Changes nothing: programs that check e-mails open links by themselves.',
    example: { parameters: { token: TOKEN } },
    response: { status: 200, description: 'The order', schema: confirmationLinkResponse, example: EXAMPLE },
    failures: { 404: WRONG },
    async handle(c) {
      requireCapability(c, 'cash-confirmation')
      const link = await readTenant(c.get('services').db, c.get('tenant').id, async (tx) =>
        describe(c, tx, await findLink(c, tx)),
      )
      c.header('cache-control', 'no-store')
      return c.json(link)
    },
  }),
  route({
    method: 'post',
    path: '/confirmation-links/{token}',
    operationId: 'confirmOrder',
    tag: 'Orders',
    summary: 'Confirm an order that is paid at delivery, or cancel it',
    description:
      'A second confirmation changes nothing. An order is cancelled by it only in a shop with the capability `cancellation`.',
    body: confirmationSchema.register(components, { id: 'Confirmation' }),
    example: { parameters: { token: TOKEN }, body: { decision: 'confirm' } },
    response: {
      status: 200,
      description: 'The order',
      schema: confirmationLinkResponse,
      example: { ...EXAMPLE, state: 'confirmed' as const },
    },
    failures: { 404: WRONG, 409: 'The parcel has left, or the order is paid or cancelled' },
    async handle(c, { decision }) {
      requireCapability(c, 'cash-confirmation')
      const services = c.get('services')
      const { id: tenantId } = c.get('tenant')
      let restocked: string[] = []
      const link = await withTenant(services.db, tenantId, async (tx) => {
        const found = await findLink(c, tx)
        const order = await lockOrder(tx, tenantId, found.orderNumber)
        if (!order) throw wrongLink()
        const terms = { isCancellable: hasCapability(c, 'cancellation'), now: services.now() }
        restocked = await decideConfirmation(tx, order, decision, terms)
        return describe(c, tx, found)
      })
      void updateAvailability(services, tenantId, restocked)
      c.header('cache-control', 'no-store')
      return c.json(link)
    },
  }),
]

/** @throws {ApiError} 404 the link is wrong or has expired */
async function findLink(c: AppContext, tx: Transaction): Promise<OrderLink> {
  const { id: tenantId } = c.get('tenant')
  const token = c.req.param('token') ?? ''
  const link = await findOrderLink(tx, { tenantId, purpose: 'confirmation' }, token, c.get('services').now())
  if (!link) throw wrongLink()
  return link
}

async function describe(c: AppContext, tx: Transaction, { tenantId, orderNumber }: OrderLink) {
  const order = await findOrder(tx, tenantId, orderNumber)
  if (!order) throw wrongLink()
  return describeConfirmation(order, { canCancel: hasCapability(c, 'cancellation') })
}

function wrongLink(): ApiError {
  return new ApiError(404, 'This confirmation link is wrong or has expired.')
}
