import * as z from 'zod/mini'

import { ApiError } from '../errors.ts'
import { moment, text } from '../http/schemas.ts'
import { createApiToken, listApiTokens, revokeApiToken, type ApiToken } from '../modules/staff/api-tokens.ts'
import { ALL_PERMISSIONS, type Permission } from '../modules/staff/permissions.ts'
import { adminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { line } from './body-fields.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const DAY_MS = 24 * 60 * 60_000
const DAYS_MAX = 366
/** No scopes of a token: it could add staff or tokens that outlive it. */
const NEVER: readonly Permission[] = ['staff.write', 'tokens.write']

const scopes = z.array(z.enum(ALL_PERMISSIONS as [Permission, ...Permission[]]))

const tokenRow = z.object({
  id: text,
  name: text,
  scopes: z.array(text),
  createdAt: moment,
  expiresAt: moment,
  usedAt: z.nullable(moment),
})

export const tokenRoutes = [
  adminRoute({
    method: 'get',
    path: '/tokens',
    operationId: 'listTokens',
    tag: 'Tokens',
    summary: 'List the tokens of programs, the newest first',
    access: 'tokens.read',
    query: z.object(listParameters),
    response: listOf(tokenRow),
    async handle(c, { query }) {
      const tenantId = c.get('tenant').id
      const rows = await inShop(c, (tx) => listApiTokens(tx, tenantId))
      return c.json(pageOfRows(rows.map(describe), query))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/tokens',
    operationId: 'createToken',
    tag: 'Tokens',
    summary: 'Make a token of a program; it is shown once',
    access: 'tokens.write',
    body: z.strictObject({
      name: line(),
      scopes: scopes.check(z.minLength(1), z.describe('The permissions of the program')),
      days: z.int().check(z.minimum(1), z.maximum(DAYS_MAX)),
    }),
    status: 201,
    response: z.object({ ...tokenRow.shape, token: text }),
    failures: { 422: 'A scope that no token can have' },
    async handle(c, { body }) {
      const { now } = c.get('services')
      const tenantId = c.get('tenant').id
      const { permissions, id: createdBy } = c.get('staff')
      const refused = body.scopes.find((scope) => NEVER.includes(scope) || !permissions.has(scope))
      if (refused !== undefined) throw new ApiError(422, `A token can't have the scope ${refused}.`)
      const expiresAt = new Date(now().getTime() + body.days * DAY_MS)
      const { name } = body
      const made = await inShop(c, async (tx) => {
        const wanted = { name, scopes: body.scopes, createdBy, expiresAt, now: now() }
        const result = await createApiToken(tx, tenantId, wanted)
        const after = { name, scopes: body.scopes, expiresAt: expiresAt.toISOString() }
        await auditCall(c, tx, { target: result.row.id, after })
        return result
      })
      return c.json({ ...describe(made.row), token: made.token }, 201)
    },
  }),
  adminRoute({
    method: 'delete',
    path: '/tokens/{id}',
    operationId: 'revokeToken',
    tag: 'Tokens',
    summary: 'Revoke a token at once',
    access: 'tokens.write',
    failures: { 404: 'No such token' },
    async handle(c) {
      const tenantId = c.get('tenant').id
      await inShop(c, async (tx) => {
        const row = await revokeApiToken(tx, tenantId, idOf(c))
        if (!row) throw new ApiError(404, 'The shop has no such token.')
        await auditCall(c, tx, { target: row.id, before: { name: row.name, scopes: row.scopes } })
      })
      return c.body(null, 204)
    },
  }),
]

function describe({ id, name, scopes: allowed, createdAt, expiresAt, usedAt }: ApiToken) {
  return {
    ...{ id, name, scopes: allowed, createdAt: createdAt.toISOString() },
    expiresAt: expiresAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }
}
