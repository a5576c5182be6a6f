import { and, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

import { containing } from '../db/like-pattern.ts'
import { orders, users } from '../db/schema.ts'
import type { Transaction } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { moment, text } from '../http/schemas.ts'
import { formatOrderNumber } from '../ids.ts'
import { erasePerson } from '../modules/personal-data/erase-account.ts'
import { findPerson, readPersonalData } from '../modules/personal-data/personal-data.ts'
import { findUser } from '../modules/users/accounts.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, toRange } from './lists.ts'

const customerRow = z.object({
  id: text,
  name: text,
  email: text,
  orders: z.int(),
  createdAt: moment,
})

export const customerRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/customers',
    operationId: 'listCustomers',
    tag: 'Customers',
    summary: 'List the accounts of shoppers, the newest first',
    access: 'customers.read',
    query: z.object({ ...listParameters, q: z.optional(text.check(z.maxLength(100))) }),
    response: listOf(customerRow),
    handle: (c, { query }) =>
      inShop(c, async (tx) => {
        const { offset, limit } = toRange(query)
        const fits = isFound(c.get('tenant').id, query.q)
        const [counted] = await tx.select({ total: count() }).from(users).where(fits)
        const rows = await tx
          .select({ user: users, placed: sql`count(${orders.number})`.mapWith(Number) })
          .from(users)
          .leftJoin(orders, and(eq(orders.tenantId, users.tenantId), eq(orders.userId, users.id)))
          .where(fits)
          .groupBy(users.tenantId, users.id)
          .orderBy(desc(users.createdAt), desc(users.id))
          .limit(limit)
          .offset(offset)
        const data = rows.map(({ user, placed }) => ({
          ...{
            id: user.id,
            name: `${user.firstName} ${user.lastName}`.trim(),
            email: user.email,
            orders: placed,
          },
          createdAt: user.createdAt.toISOString(),
        }))
        return c.json({ data, total: counted?.total ?? 0 })
      }),
  }),
  adminRoute({
    method: 'get',
    path: '/customers/{id}/export',
    operationId: 'exportCustomer',
    tag: 'Customers',
    summary: 'Everything that the shop holds about a person, without secrets; amounts are paise',
    access: 'customers.write',
    response: z.record(text, z.array(z.record(text, z.unknown()))),
    failures: { 404: 'No such account' },
    handle: (c) =>
      inShop(c, async (tx) => {
        const { id } = await requireAccount(c, tx)
        await auditCall(c, tx, { target: id })
        return c.json(
          await readPersonalData(
            tx,
            await findPerson(tx, c.get('tenant').id, { userId: id, ownsOrdersByHand: true }),
          ),
        )
      }),
  }),
  adminRoute({
    method: 'delete',
    path: '/customers/{id}',
    operationId: 'eraseCustomer',
    tag: 'Customers',
    summary: 'Erase the personal data of an account for good; its orders stay for the books',
    access: 'customers.write',
    failures: {
      404: 'No such account',
      409: 'What the shop still owes the person blocks it: `blocks` names it',
    },
    handle: (c) =>
      inShop(c, async (tx) => {
        const { id } = await requireAccount(c, tx)
        const who = { userId: id, ownsOrdersByHand: true }
        const found = await erasePerson(tx, c.get('tenant').id, who, c.get('services').now())
        if (!found.isErased) {
          const blocks = {
            openOrders: found.openOrders,
            openReturns: found.openReturns.map((one) => one.id),
            refundsDue: found.refundsDue.map((one) => formatOrderNumber(one.orderNumber)),
            returnsDue: found.returnsDue.map(({ row }) => row.id),
          }
          const sentence = 'The shop still owes this person a parcel, a decision or money. Finish that first.'
          throw new ApiError(409, sentence, {}, { code: 'blocked', blocks })
        }
        await auditCall(c, tx, { target: id })
        return c.body(null, 204)
      }),
  }),
]

function isFound(tenantId: string, typed = '') {
  const pattern = containing(typed)
  const name = sql`${users.firstName} || ' ' || ${users.lastName}`
  return and(
    eq(users.tenantId, tenantId),
    typed === '' ? undefined : or(ilike(users.email, pattern), ilike(name, pattern)),
  )
}

async function requireAccount(c: AppContext, tx: Transaction) {
  const user = await findUser(tx, c.get('tenant').id, idOf(c))
  if (user) return user
  throw new ApiError(404, 'The shop has no such account.')
}
