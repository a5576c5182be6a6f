import * as z from 'zod/mini'

import { ApiError } from '../errors.ts'
import { moment, text } from '../http/schemas.ts'
import { formatOrderNumber } from '../ids.ts'
import {
  listContactMessages,
  markAnswered,
  removeContactMessage,
  type ContactMessage,
} from '../modules/contact/contact-messages.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const CONTACT_MAX = 1000
const failures = { 404: 'No such message' }

const contactRow = z.object({
  id: text,
  number: text.check(z.describe('As its sender has it, 4-4')),
  name: text,
  email: text,
  subject: text,
  message: text,
  createdAt: moment,
  answeredAt: z.nullable(moment),
})

export const contactRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/contact-messages',
    operationId: 'listContactMessages',
    tag: 'Customers',
    summary: 'List the messages of the contact form, the newest first',
    access: 'customers.read',
    query: z.object({ ...listParameters, answered: z.optional(z.enum(['yes', 'no'])) }),
    response: listOf(contactRow),
    async handle(c, { query: { answered, ...page } }) {
      const rows = await inShop(c, (tx) => listContactMessages(tx, c.get('tenant').id, CONTACT_MAX))
      const fits = ({ answeredAt }: ContactMessage) =>
        answered === undefined || (answeredAt !== null) === (answered === 'yes')
      return c.json(pageOfRows(rows.filter(fits).map(describe), page))
    },
  }),
  adminRoute({
    method: 'patch',
    path: '/contact-messages/{id}',
    operationId: 'markContactMessage',
    tag: 'Customers',
    summary: 'Record that a message of the contact form is answered, or that it is not',
    access: 'customers.write',
    body: z.strictObject({ answered: z.boolean() }),
    response: contactRow,
    failures,
    handle: (c, { body: { answered } }) =>
      inShop(c, async (tx) => {
        const at = answered ? c.get('services').now() : null
        const row = await markAnswered(tx, c.get('tenant').id, idOf(c), at)
        if (!row) throw noMessage()
        await auditCall(c, tx, { target: row.number, after: { answered } })
        return c.json(describe(row))
      }),
  }),
  adminRoute({
    method: 'delete',
    path: '/contact-messages/{id}',
    operationId: 'removeContactMessage',
    tag: 'Customers',
    summary: 'Delete a message of the contact form',
    access: 'customers.write',
    failures,
    handle: (c) =>
      inShop(c, async (tx) => {
        if (!(await removeContactMessage(tx, c.get('tenant').id, idOf(c)))) throw noMessage()
        await auditCall(c, tx, { target: idOf(c) })
        return c.body(null, 204)
      }),
  }),
]

function describe({ number, name, email, subject, message, createdAt, answeredAt }: ContactMessage) {
  return {
    ...{ id: number, number: formatOrderNumber(number), name, email, subject, message },
    ...{ createdAt: createdAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null },
  }
}

function noMessage(): ApiError {
  return new ApiError(404, 'The shop has no such message.')
}
