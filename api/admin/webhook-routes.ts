import * as z from 'zod/mini'

import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { ApiError } from '../errors.ts'
import { moment, optionalText, text } from '../http/schemas.ts'
import { randomId } from '../ids.ts'
import { webhookProblem } from '../messages/webhooks/webhook-address.ts'
import {
  addEndpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../modules/shop-messages/webhook-endpoints.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const TEST_MS = 10_000

const webhookRow = z.object({ id: text, url: text, createdAt: moment })
const noWebhook = { 404: 'No such webhook' }

export const webhookRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/webhooks',
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List the addresses that get the events of the shop',
    access: 'settings.read',
    query: z.object(listParameters),
    response: listOf(webhookRow),
    async handle(c, { query }) {
      const rows = await inShop(c, (tx) => listEndpoints(tx, c.get('tenant').id))
      const shown = rows.map(({ id, url, createdAt }) => ({ id, url, createdAt: createdAt.toISOString() }))
      return c.json(pageOfRows(shown, query))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/webhooks',
    operationId: 'addWebhook',
    tag: 'Webhooks',
    summary: 'Add an address; its secret is shown once',
    access: 'settings.write',
    body: z.strictObject({ url: text.check(z.maxLength(500)) }),
    status: 201,
    response: z.object({ ...webhookRow.shape, secret: text }),
    failures: { 422: 'No address for a webhook' },
    async handle(c, { body: { url } }) {
      const { id: tenantId, hosts } = c.get('tenant')
      const problem = webhookProblem(url, { isLocalShop: hosts.every(isLocalHost) })
      if (problem !== undefined) throw new ApiError(422, problem)
      const added = await inShop(c, async (tx) => {
        const endpoint = await addEndpoint(tx, tenantId, url)
        await auditCall(c, tx, { target: endpoint.id, after: { url } })
        return endpoint
      })
      const { id, secret, createdAt } = added
      return c.json({ id, url, secret, createdAt: createdAt.toISOString() }, 201)
    },
  }),
  adminRoute({
    method: 'delete',
    path: '/webhooks/{id}',
    operationId: 'removeWebhook',
    tag: 'Webhooks',
    summary: 'Remove an address',
    access: 'settings.write',
    failures: noWebhook,
    handle: (c) =>
      inShop(c, async (tx) => {
        const tenantId = c.get('tenant').id
        const endpoint = await findEndpoint(tx, tenantId, idOf(c))
        if (!endpoint) throw new ApiError(404, 'The shop has no such webhook.')
        await removeEndpoint(tx, tenantId, endpoint.id)
        await auditCall(c, tx, { target: endpoint.id, before: { url: endpoint.url } })
        return c.body(null, 204)
      }),
  }),
  adminRoute({
    method: 'post',
    path: '/webhooks/{id}/test',
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test event to an address',
    access: 'settings.write',
    response: z.object({ state: z.enum(['sent', 'failed']), reason: optionalText }),
    failures: noWebhook,
    async handle(c) {
      const { id: tenantId, hosts } = c.get('tenant')
      const { now } = c.get('services')
      const endpoint = await inShop(c, (tx) => findEndpoint(tx, tenantId, idOf(c)))
      if (!endpoint) throw new ApiError(404, 'The shop has no such webhook.')
      const { createWebhookSender } = await import('../messages/webhooks/send-webhook.ts')
      const outcome = await createWebhookSender({ now })(
        { endpoint, isLocalShop: hosts.every(isLocalHost) },
        { id: randomId(), type: 'webhook.test', at: now(), data: { shop: tenantId } },
        AbortSignal.timeout(TEST_MS),
      )
      return c.json(
        outcome.state === 'sent' ? { state: 'sent' } : { state: 'failed', reason: outcome.reason },
      )
    },
  }),
]
