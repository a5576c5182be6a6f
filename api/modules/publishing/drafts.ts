import { and, asc, eq } from 'drizzle-orm'

import { versionOf } from '../../content-version.ts'
import { actAsTenant, withTenant, type Database, type Transaction } from '../../db/index.ts'
import { draftEdits } from '../../db/schema.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { findTenant } from '../tenants/find.ts'
import { refuseLargeRecord } from '../tenants/record-size.ts'
import { readLocked } from '../tenants/write.ts'
import type { Publisher } from './revisions.ts'
import { documentVersion, fieldsOf, withFields, type DocumentName } from './record-fields.ts'

export type DraftEdit = Omit<typeof draftEdits.$inferSelect, 'tenantId'>

/** A shop's record as it is published, and with the edits that are not. */
export interface Draft {
  published: StoreRecord
  record: StoreRecord
  edits: DraftEdit[]
}

/** Changes of fields; `undefined` removes a field. */
export type FieldChanges = ReadonlyMap<string, unknown>

/** The draft of a shop whose record is `published`. */
export async function readDraft(tx: Transaction, tenantId: string, published: StoreRecord): Promise<Draft> {
  const rows = await tx
    .select()
    .from(draftEdits)
    .where(eq(draftEdits.tenantId, tenantId))
    .orderBy(asc(draftEdits.field))
  const edits = rows.map(({ field, content, base, editedBy, editedAt }) => ({
    field,
    content,
    base,
    editedBy,
    editedAt,
  }))
  return { published, edits, record: withFields(published, toChanges(edits)) }
}

/**
 * The draft of a shop.
 * @throws {Error} there is no such shop
 */
export async function loadDraft(db: Database, tenantId: string): Promise<Draft> {
  const tenant = await findTenant(db, tenantId)
  if (!tenant) throw new Error(`There is no shop "${tenantId}".`)
  return withTenant(db, tenantId, (tx) => readDraft(tx, tenantId, tenant.record))
}

function toChanges(edits: readonly Pick<DraftEdit, 'field' | 'content'>[]): FieldChanges {
  return new Map(edits.map(({ field, content }) => [field, content ?? undefined]))
}

/** Edits whose published content was changed after they began, by other means than the draft. */
export function outdatedEdits({ published, edits }: Draft): DraftEdit[] {
  const fields = fieldsOf(published)
  return edits.filter(({ field, base }) => base !== versionOf(fields.get(field)))
}

/** An edit of one document, from the version that its editor has seen. */
export interface DocumentEdit {
  document: DocumentName
  version: string
  changes: FieldChanges
}

export interface EditResult {
  status: 'saved' | 'changed'
  draft: Draft
}

/**
 * Saves an edit of a document to the shop's draft. When the document has changed since `version`, nothing is saved, and
 * the draft has the other editor's content.
 * @throws {RecordTooLargeError} nothing is saved
 */
export async function editDraft(
  db: Database,
  tenantId: string,
  { document, version, changes }: DocumentEdit,
  by: Publisher,
  now: Date,
): Promise<EditResult> {
  return withLockedDraft(db, tenantId, async (tx, draft) => {
    if (documentVersion(draft.record, document) !== version) return { status: 'changed', draft }
    return { status: 'saved', draft: await saveChanges(tx, tenantId, draft, changes, by, now) }
  })
}

/** Saves changes of any fields to the shop's draft. */
export async function saveToDraft(
  db: Database,
  tenantId: string,
  changes: FieldChanges,
  by: Publisher,
  now: Date,
): Promise<Draft> {
  return withLockedDraft(db, tenantId, (tx, draft) => saveChanges(tx, tenantId, draft, changes, by, now))
}

/** Runs `work` with the draft of a shop, which nothing else changes meanwhile. */
function withLockedDraft<T>(
  db: Database,
  tenantId: string,
  work: (tx: Transaction, draft: Draft) => Promise<T>,
): Promise<T> {
  return db.orm.transaction(async (tx) => {
    const { record } = await readLocked(tx, tenantId)
    return actAsTenant(tx, tenantId, async () => work(tx, await readDraft(tx, tenantId, record)))
  })
}

/** Writes changes to a locked draft; a field that is as published again is no edit. */
async function saveChanges(
  tx: Transaction,
  tenantId: string,
  { published, record, edits }: Draft,
  changes: FieldChanges,
  by: Publisher,
  now: Date,
): Promise<Draft> {
  refuseLargeRecord(withFields(record, changes))
  const fields = fieldsOf(published)
  for (const [field, content] of changes) {
    const publishedVersion = versionOf(fields.get(field))
    if (versionOf(content) === publishedVersion) {
      await removeEdit(tx, tenantId, field)
      continue
    }
    const base = edits.find((edit) => edit.field === field)?.base ?? publishedVersion
    // `null` as JSON would be read like a removed field.
    const values = { content: content ?? null, base, editedBy: by.name, editedAt: now }
    await tx
      .insert(draftEdits)
      .values({ tenantId, field, ...values })
      .onConflictDoUpdate({ target: [draftEdits.tenantId, draftEdits.field], set: values })
  }
  await by.audit(tx, { target: 'draft', after: { edited: [...changes.keys()] } })
  return readDraft(tx, tenantId, published)
}

/** Discards the edits of these fields, or of all. */
export async function discardEdits(
  db: Database,
  tenantId: string,
  by: Publisher,
  fields?: readonly string[],
): Promise<Draft> {
  return withLockedDraft(db, tenantId, async (tx, { edits, published }) => {
    for (const { field } of edits) if (fields?.includes(field) ?? true) await removeEdit(tx, tenantId, field)
    await by.audit(tx, { target: 'draft', after: { discarded: fields ?? 'all' } })
    return readDraft(tx, tenantId, published)
  })
}

async function removeEdit(tx: Transaction, tenantId: string, field: string): Promise<void> {
  await tx.delete(draftEdits).where(and(eq(draftEdits.tenantId, tenantId), eq(draftEdits.field, field)))
}

/** Removes the edits that are published now. */
export async function removePublishedEdits(
  tx: Transaction,
  tenantId: string,
  published: StoreRecord,
): Promise<void> {
  const fields = fieldsOf(published)
  const { edits } = await readDraft(tx, tenantId, published)
  for (const { field, content } of edits) {
    if (versionOf(content ?? undefined) === versionOf(fields.get(field)))
      await removeEdit(tx, tenantId, field)
  }
}
