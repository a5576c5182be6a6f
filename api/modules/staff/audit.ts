import { and, count, desc, eq, gte, ilike, lt, or } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { containing } from '../../db/like-pattern.ts'
import { auditEntries } from '../../db/schema.ts'

export type AuditEntry = typeof auditEntries.$inferSelect

/** Who did something, as the audit log names them. */
export interface AuditActor {
  actor: AuditEntry['actor']
  actorId: string
  actorName: string
}

export interface NewAuditEntry {
  action: string
  target: string
  outcome?: AuditEntry['outcome']
  reason?: string
  /** What was changed, without secrets and without what belongs to a shopper. */
  before?: unknown
  after?: unknown
}

const TEXT_MAX = 300

/** Appends to the audit log, in the transaction of the change that it tells. */
export async function recordAudit(
  tx: Transaction,
  tenantId: string,
  by: AuditActor,
  { action, target, outcome = 'done', reason, before, after }: NewAuditEntry,
  now: Date,
): Promise<void> {
  await tx.insert(auditEntries).values({
    ...{ tenantId, at: now, ...by, action, target: target.slice(0, TEXT_MAX), outcome },
    ...{ reason: reason?.slice(0, TEXT_MAX) ?? null, before: before ?? null, after: after ?? null },
  })
}

export interface AuditSearch {
  actorId?: string | undefined
  action?: string | undefined
  outcome?: AuditEntry['outcome'] | undefined
  since?: Date | undefined
  before?: Date | undefined
  /** Part of an actor's name, an action or a target. */
  text?: string | undefined
}

/** A page of the audit log, newest first, and the number of all that fit. */
export async function listAudit(
  tx: Transaction,
  tenantId: string,
  { actorId, action, outcome, since, before, text }: AuditSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const pattern = text === undefined ? undefined : containing(text)
  const fits = and(
    eq(auditEntries.tenantId, tenantId),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    action === undefined ? undefined : eq(auditEntries.action, action),
    outcome && eq(auditEntries.outcome, outcome),
    since && gte(auditEntries.at, since),
    before && lt(auditEntries.at, before),
    pattern === undefined
      ? undefined
      : or(
          ilike(auditEntries.actorName, pattern),
          ilike(auditEntries.action, pattern),
          ilike(auditEntries.target, pattern),
        ),
  )
  const [counted] = await tx.select({ total: count() }).from(auditEntries).where(fits)
  const entries = await tx
    .select()
    .from(auditEntries)
    .where(fits)
    .orderBy(desc(auditEntries.id))
    .limit(limit)
    .offset(offset)
  return { entries, total: counted?.total ?? 0 }
}
