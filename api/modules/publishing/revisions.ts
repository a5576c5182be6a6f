import { and, desc, eq, lte, sql } from 'drizzle-orm'

import { versionOf } from '../../content-version.ts'
import { readTenant, type Database, type Transaction } from '../../db/index.ts'
import type { RevisionAction } from '../../db/revision-actions.ts'
import { storeRevisions } from '../../db/schema.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import type { NewAuditEntry } from '../staff/audit.ts'
import { changedFields } from './record-fields.ts'

/** Revisions that a shop keeps. docs/requirements.md#129-drafts-preview-and-history */
const REVISIONS_MAX = 200

export type Revision = Omit<typeof storeRevisions.$inferSelect, 'tenantId'>

const REVISION = {
  number: storeRevisions.number,
  record: storeRevisions.record,
  action: storeRevisions.action,
  restored: storeRevisions.restored,
  reason: storeRevisions.reason,
  publishedBy: storeRevisions.publishedBy,
  publishedAt: storeRevisions.publishedAt,
}

/** Who publishes, and how that gets into the audit log. */
export interface Publisher {
  name: string
  audit: (tx: Transaction, entry: Omit<NewAuditEntry, 'action' | 'outcome'>) => Promise<void>
}

export interface NewRevision {
  action: Exclude<RevisionAction, 'found'>
  by: Publisher
  reason?: string | undefined
  restored?: number | undefined
}

/**
 * Adds the state after a change to the shop's history, and the state before it where that is not the newest one. Removes
 * the oldest above `REVISIONS_MAX`. The shop is locked. Returns the number of the revision.
 */
export async function addRevision(
  tx: Transaction,
  tenantId: string,
  { before, after }: { before: StoreRecord; after: StoreRecord },
  { action, by, reason, restored }: NewRevision,
  now: Date,
): Promise<number> {
  const [newest] = await newestRevisions(tx, tenantId, 1)
  const isKnown = newest !== undefined && versionOf(newest.record) === versionOf(before)
  const found = { record: before, action: 'found' as const, publishedBy: '', publishedAt: now }
  const own = { record: after, action, reason, restored, publishedBy: by.name, publishedAt: now }
  const first = (newest?.number ?? 0) + 1
  const rows = [...(isKnown ? [] : [found]), own].map((row, at) => ({ tenantId, number: first + at, ...row }))
  await tx.insert(storeRevisions).values(rows)
  const number = first + rows.length - 1
  await tx
    .delete(storeRevisions)
    .where(and(eq(storeRevisions.tenantId, tenantId), lte(storeRevisions.number, number - REVISIONS_MAX)))
  await by.audit(tx, {
    target: `revision ${number}`,
    ...(reason !== undefined && { reason }),
    after: {
      revision: number,
      changed: changedFields(before, after),
      ...(restored !== undefined && { restored }),
    },
  })
  return number
}

/** A revision of the history, with the fields in which it differs from the one before. */
export interface ListedRevision extends Omit<Revision, 'record'> {
  changed: string[]
}

/** A page of the history, newest first. */
export async function listRevisions(
  db: Database,
  tenantId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ revisions: ListedRevision[]; total: number }> {
  return readTenant(db, tenantId, async (tx) => {
    const rows = await newestRevisions(tx, tenantId, limit + 1, offset)
    const [counted] = await tx
      .select({ total: sql<number>`count(*)::int` })
      .from(storeRevisions)
      .where(eq(storeRevisions.tenantId, tenantId))
    const revisions = rows.slice(0, limit).map(({ record, ...revision }, at) => {
      const before = rows[at + 1]?.record
      return { ...revision, changed: before ? changedFields(before, record) : [] }
    })
    return { revisions, total: counted?.total ?? 0 }
  })
}

/** A revision by its number. */
export async function findRevision(
  tx: Transaction,
  tenantId: string,
  number: number,
): Promise<Revision | undefined> {
  const [row] = await tx
    .select(REVISION)
    .from(storeRevisions)
    .where(and(eq(storeRevisions.tenantId, tenantId), eq(storeRevisions.number, number)))
  return row
}

/** The newest revisions. */
export function newestRevisions(
  tx: Transaction,
  tenantId: string,
  limit: number,
  offset = 0,
): Promise<Revision[]> {
  return tx
    .select(REVISION)
    .from(storeRevisions)
    .where(eq(storeRevisions.tenantId, tenantId))
    .orderBy(desc(storeRevisions.number))
    .limit(limit)
    .offset(offset)
}
