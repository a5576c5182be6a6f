import * as z from 'zod/mini'

import { MESSAGE_STATES } from '../db/message-states.ts'
import { ApiError } from '../errors.ts'
import { moment, optionalText, text } from '../http/schemas.ts'
import { listMessages, retryMessage, type StoredMessage } from '../messages/stored-messages.ts'
import { sendShopMessages } from '../modules/shop-messages/send-shop-messages.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const SHOWN_MAX = 500

const deliveryRow = z.object({
  id: text,
  channel: text.check(z.describe('`email` or `webhook`')),
  webhook: z.optional(text.check(z.describe('Id of the webhook'))),
  kind: text,
  event: text.check(z.describe('What it is about, such as order number and sequence')),
  state: z.enum(MESSAGE_STATES),
  attempts: z.int(),
  reason: z.nullable(text).check(z.describe('Why the last attempt failed')),
  createdAt: moment,
  nextAttempt: z.optional(moment),
})

/** What is sent by e-mail and to webhooks; no address is stored with it. docs/messages.md */
export const deliveryRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/deliveries',
    operationId: 'listDeliveries',
    tag: 'Deliveries',
    summary: `List the newest ${SHOWN_MAX} e-mails and webhook events that were sent or wait`,
    access: 'settings.read',
    query: z.object({
      ...listParameters,
      state: z.optional(z.enum(MESSAGE_STATES)),
      channel: optionalText,
      webhook: optionalText,
    }),
    response: listOf(deliveryRow),
    async handle(c, { query: { state, channel, webhook, ...page } }) {
      const wanted = { state, channel, endpoint: webhook, limit: SHOWN_MAX }
      const rows = await inShop(c, (tx) => listMessages(tx, c.get('tenant').id, wanted))
      return c.json(pageOfRows(rows.map(describe), page))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/deliveries/{id}/redeliver',
    operationId: 'redeliver',
    tag: 'Deliveries',
    summary: 'Send an e-mail or webhook event again, with the id that it had',
    access: 'settings.write',
    response: deliveryRow,
    failures: { 404: 'No such delivery' },
    handle: (c) =>
      inShop(c, async (tx) => {
        const row = await retryMessage(tx, c.get('tenant').id, idOf(c), c.get('services').now())
        if (!row) throw new ApiError(404, 'The shop has no such delivery.')
        await auditCall(c, tx, { target: row.id })
        return c.json(describe(row))
      }),
  }),
  adminRoute({
    method: 'post',
    path: '/mail-test',
    operationId: 'testMail',
    tag: 'Deliveries',
    summary: 'Send a test e-mail to the person who is signed in; the deliveries show what became of it',
    access: 'settings.write',
    response: z.object({ to: text }),
    failures: { 409: 'This API sends no e-mail', 422: 'A token has no address', 429: 'Too many tests' },
    async handle(c) {
      const { sendsEmail, rateLimits, now } = c.get('services')
      const { id: subject, session } = c.get('staff')
      const tenantId = c.get('tenant').id
      if (!session) throw new ApiError(422, 'A program has no e-mail address: sign in to the console.')
      if (!sendsEmail)
        throw new ApiError(409, 'This platform sends no e-mail: its operator sets a mail server.')
      await rateLimits.messagesToAddress.consume([tenantId, 'mail test', subject])
      await inShop(c, async (tx) => {
        await sendShopMessages(tx, { tenantId, kind: 'staff.mail-tested', subject, now: now() })
        await auditCall(c, tx, { target: session.email })
      })
      return c.json({ to: session.email })
    },
  }),
]

function describe({ endpoint, error, dueAt, ...row }: StoredMessage): z.input<typeof deliveryRow> {
  const { id, channel, kind, event, state, attempts, createdAt } = row
  return {
    ...{ id, channel, kind, event, state, attempts, reason: error },
    ...(endpoint && { webhook: endpoint }),
    ...(state === 'waiting' && { nextAttempt: dueAt.toISOString() }),
    createdAt: createdAt.toISOString(),
  }
}
