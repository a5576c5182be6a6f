import { Hono } from 'hono'

import { withTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { openApiDocument } from '../http/openapi/openapi.ts'
import { variablesOf, type AppContext, type Env } from '../http/context.ts'
import { OrderStatusError } from '../modules/orders/advance.ts'
import { ReceiptError } from '../modules/orders/receipts.ts'
import { ReturnError } from '../modules/orders/returns.ts'
import { RefundError } from '../modules/payments/refunds.ts'
import { UnusableFile } from '../tables/unusable-file.ts'
import { adminComponents, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { admit, isApiHost, targetOf } from './guard.ts'
import { adminRoutes } from './routes.ts'

export const ADMIN_BASE = '/admin/v1'

/** The OpenAPI document of the admin API. */
export function adminDocument() {
  return openApiDocument(adminRoutes, {
    title: 'Admin API',
    description:
      'The calls of the console, for staff of one shop: the host that is called. docs/admin-api.md has the roles. Prices are rupees; a failure is one sentence in `error`.',
    base: ADMIN_BASE,
    registry: adminComponents,
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: '__Host-staff' },
      token: { type: 'http', scheme: 'bearer' },
    },
    describe: ({ access }) => ({ security: securityOf(access), 'x-access': access }),
  })
}

function securityOf(access: AdminRoute['access']): Record<string, string[]>[] {
  if (access === 'open') return []
  return access === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [access] }]
}

/** The admin API: every call is let in by its access and, when it changes something, written to the audit log. */
export function adminApp(): Hono<Env> {
  const app = new Hono<Env>()
  const document = adminDocument()
  app.use(async (c, next) => (isApiHost(c) ? next() : c.notFound()))
  app.get('/openapi.json', (c) => c.json(document))
  for (const route of adminRoutes) {
    app.on(route.method.toUpperCase(), toPattern(route.path), async (c) => {
      await admit(c, route)
      const response = await handle(route, c)
      await auditUnlessDone(c, route, response)
      return response
    })
  }
  for (const path of new Set(adminRoutes.map((route) => route.path))) {
    const allowed = adminRoutes
      .filter((route) => route.path === path)
      .map(({ method }) => method.toUpperCase())
    app.all(toPattern(path), () => {
      throw new ApiError(405, 'This address does not support that method.', { allow: allowed.join(', ') })
    })
  }
  return app
}

/** Rules of orders, payments and returns that refuse a change: 409. */
const REFUSALS = [OrderStatusError, ReceiptError, RefundError, ReturnError]

async function handle(route: AdminRoute, c: AppContext): Promise<Response> {
  try {
    return await route.handle(c)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof UnusableFile) throw new ApiError(422, error.message)
    if (!REFUSALS.some((kind) => error instanceof kind)) throw error
    throw new ApiError(409, error.message, {}, { code: 'refused' })
  }
}

/** A change whose handler wrote no entry has one that says only who did what to what. */
async function auditUnlessDone(c: AppContext, route: AdminRoute, response: Response): Promise<void> {
  if (route.method === 'get' || route.isReading || !response.ok || variablesOf(c).isAudited) return
  await withTenant(c.get('services').db, c.get('tenant').id, (tx) =>
    auditCall(c, tx, { target: targetOf(c) }),
  )
}

function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
