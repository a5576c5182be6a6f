import * as z from 'zod/mini'

import { text } from '../http/schemas.ts'
import { formatOrderNumber } from '../ids.ts'
import { addNote, NOTE_MAX, OWN_REFERENCE_MAX, setReference } from '../modules/orders/notes.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { line } from './body-fields.ts'
import { inShop } from './in-shop.ts'
import { numberOf, readWhole } from './order-routes.ts'
import { orderResponse } from './order-schemas.ts'

const failures = { 409: 'No such order' }

export const noteRoutes: AdminRoute[] = [
  adminRoute({
    method: 'post',
    path: '/orders/{id}/notes',
    operationId: 'addOrderNote',
    tag: 'Orders',
    summary: 'Write something down about an order; shoppers do not see it',
    access: 'orders.ship',
    body: z.strictObject({ text: text.check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)) }),
    response: orderResponse,
    failures,
    async handle(c, { body }) {
      const number = numberOf(c)
      await inShop(c, async (tx) => {
        await addNote(tx, c.get('tenant').id, number, { text: body.text, now: c.get('services').now() })
        // The note itself is erased with the person; the log is not.
        await auditCall(c, tx, { target: formatOrderNumber(number) })
      })
      return c.json(await readWhole(c, number))
    },
  }),
  adminRoute({
    method: 'put',
    path: '/orders/{id}/reference',
    operationId: 'setOrderReference',
    tag: 'Orders',
    summary: 'Give an order a name of your own, such as its number in another system, or remove it',
    access: 'orders.ship',
    body: z.strictObject({
      reference: z.nullable(line(OWN_REFERENCE_MAX)),
    }),
    response: orderResponse,
    failures,
    async handle(c, { body }) {
      const number = numberOf(c)
      await inShop(c, async (tx) => {
        await setReference(tx, c.get('tenant').id, number, body.reference)
        await auditCall(c, tx, { target: formatOrderNumber(number) })
      })
      return c.json(await readWhole(c, number))
    },
  }),
]
