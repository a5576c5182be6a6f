import * as z from 'zod/mini'

import { withTenant } from '../db/index.ts'
import { AUDIT_ACTORS, AUDIT_OUTCOMES } from '../db/staff-columns.ts'
import { moment, optionalText, text } from '../http/schemas.ts'
import { listAudit, type AuditEntry } from '../modules/staff/audit.ts'
import { adminRoute } from './admin-route.ts'
import { listOf, listParameters, toRange } from './lists.ts'

const optionalTime = z.optional(z.iso.datetime({ offset: true }))

export const auditRoutes = [
  adminRoute({
    method: 'get',
    path: '/audit',
    operationId: 'listAudit',
    tag: 'Audit log',
    summary: 'Read the audit log, the newest entry first',
    access: 'audit.read',
    query: z.object({
      ...listParameters,
      q: z.optional(text.check(z.maxLength(100), z.describe('Part of a name, an action or a target'))),
      actorId: optionalText,
      action: optionalText,
      outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
      since: optionalTime,
      before: optionalTime,
    }),
    response: listOf(
      z.object({
        id: z.int(),
        at: moment,
        actor: z.enum(AUDIT_ACTORS),
        actorId: text,
        actorName: text,
        action: text.check(z.describe('Operation of this API, or the command')),
        target: text,
        outcome: z.enum(AUDIT_OUTCOMES),
        reason: z.nullable(text),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
    async handle(c, { query }) {
      const tenantId = c.get('tenant').id
      const { q, actorId, action, outcome, since, before } = query
      const search = {
        ...{ actorId, action, outcome, text: q === '' ? undefined : q },
        since: since === undefined ? undefined : new Date(since),
        before: before === undefined ? undefined : new Date(before),
      }
      const { entries, total } = await withTenant(c.get('services').db, tenantId, (tx) =>
        listAudit(tx, tenantId, search, toRange(query)),
      )
      return c.json({ data: entries.map(describe), total })
    },
  }),
]

function describe({ id, at, actor, actorId, actorName, action, target, outcome, ...entry }: AuditEntry) {
  const { reason, before, after } = entry
  return {
    id,
    at: at.toISOString(),
    actor,
    actorId,
    actorName,
    action,
    target,
    outcome,
    reason,
    before,
    after,
  }
}
