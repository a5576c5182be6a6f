import { and, asc, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'

import { enqueue } from '../../db/enqueue.ts'
import {
  IMPORT_ROW_KINDS,
  RUNNING_IMPORT_STATES,
  type ImportRowKind,
  type ImportSettings,
} from '../../db/import-states.ts'
import type { Transaction } from '../../db/index.ts'
import { importRows, imports } from '../../db/schema.ts'
import type { AuditActor } from '../staff/audit.ts'

export type StoredImport = typeof imports.$inferSelect
export type ImportRow = typeof importRows.$inferSelect
export type NewImportRow = Omit<typeof importRows.$inferInsert, 'tenantId' | 'importId' | 'number'>

interface Range {
  offset: number
  limit: number
}

const ROWS_PER_STATEMENT = 500
const NOTHING_DONE = { rows: 0, rowsTotal: 0, products: 0, productsTotal: 0 }

/** Stores an import whose file is there, and adds its job. Violates the unique index while another one runs. */
export async function createImport(
  tx: Transaction,
  tenantId: string,
  {
    by,
    now,
    ...values
  }: { id: string; fileName: string; settings: ImportSettings; writes: boolean; by: AuditActor; now: Date },
): Promise<StoredImport> {
  const [row] = await tx
    .insert(imports)
    .values({ tenantId, ...values, ...by, state: 'checking', progress: NOTHING_DONE, createdAt: now })
    .returning()
  if (!row) throw new Error('The import was not stored.')
  await enqueue(tx, 'imports', { tenantId, import: row.id })
  return row
}

/** Has an import that was looked at written, once its file is compared with the shop again. */
export async function startWriting(
  tx: Transaction,
  { tenantId, id }: Pick<StoredImport, 'tenantId' | 'id'>,
  settings: ImportSettings,
  by: AuditActor,
): Promise<StoredImport | undefined> {
  const changes = { state: 'checking', writes: true, attempts: 0, progress: NOTHING_DONE } as const
  const row = await changeImport(tx, { tenantId, id }, { ...changes, ...by, settings, message: null })
  await enqueue(tx, 'imports', { tenantId, import: id })
  return row
}

export async function changeImport(
  tx: Transaction,
  { tenantId, id }: Pick<StoredImport, 'tenantId' | 'id'>,
  changes: Partial<StoredImport>,
): Promise<StoredImport | undefined> {
  const own = and(eq(imports.tenantId, tenantId), eq(imports.id, id))
  const [row] = await tx.update(imports).set(changes).where(own).returning()
  return row
}

/** An import of the shop; with `locks`, no other transaction changes it until this one ends. */
export async function findImport(
  tx: Transaction,
  tenantId: string,
  id: string,
  { locks = false } = {},
): Promise<StoredImport | undefined> {
  const query = tx
    .select()
    .from(imports)
    .where(and(eq(imports.tenantId, tenantId), eq(imports.id, id)))
  const [row] = await (locks ? query.for('update') : query)
  return row
}

export async function hasRunningImport(tx: Transaction, tenantId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.tenantId, tenantId), inArray(imports.state, [...RUNNING_IMPORT_STATES])))
  return row !== undefined
}

/** Imports of a shop, the newest first. */
export async function findImportPage(
  tx: Transaction,
  tenantId: string,
  { offset, limit }: Range,
): Promise<{ found: StoredImport[]; total: number }> {
  const own = eq(imports.tenantId, tenantId)
  const [counted] = await tx.select({ total: count() }).from(imports).where(own)
  const found = await tx
    .select()
    .from(imports)
    .where(own)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .offset(offset)
    .limit(limit)
  return { found, total: counted?.total ?? 0 }
}

/** Deletes the imports of a shop from before a time; returns the ids of those that stay. */
export async function deleteOldImports(
  tx: Transaction,
  tenantId: string,
  before: Date,
): Promise<ReadonlySet<string>> {
  await tx.delete(imports).where(and(eq(imports.tenantId, tenantId), lt(imports.createdAt, before)))
  const rows = await tx.select({ id: imports.id }).from(imports).where(eq(imports.tenantId, tenantId))
  return new Set(rows.map(({ id }) => id))
}

/** What an import found and changes: bad rows first, then what changed meanwhile, each by line. */
export async function findImportRows(
  tx: Transaction,
  { tenantId, id }: Pick<StoredImport, 'tenantId' | 'id'>,
  { kind, offset, limit }: Range & { kind?: ImportRowKind | undefined },
): Promise<{ rows: ImportRow[]; total: number }> {
  const own = and(ofImport({ tenantId, id }), kind && eq(importRows.kind, kind))
  const [counted] = await tx.select({ total: count() }).from(importRows).where(own)
  const order = sql`array_position(${sql.raw(KIND_ORDER)}, ${importRows.kind})`
  const rows = await tx
    .select()
    .from(importRows)
    .where(own)
    .orderBy(order, desc(importRows.isChangedSince), asc(importRows.line), asc(importRows.number))
    .offset(offset)
    .limit(limit)
  return { rows, total: counted?.total ?? 0 }
}

const KIND_ORDER = `array[${IMPORT_ROW_KINDS.map((kind) => `'${kind}'`).join(', ')}]::text[]`

export async function addImportRows(
  tx: Transaction,
  { tenantId, id }: Pick<StoredImport, 'tenantId' | 'id'>,
  rows: readonly NewImportRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows.slice(start, start + ROWS_PER_STATEMENT)
    await tx.insert(importRows).values(values.map((row) => ({ ...row, tenantId, importId: id })))
  }
}

/** Deletes rows of an import: those of these kinds or products, or all. */
export async function deleteImportRows(
  tx: Transaction,
  stored: Pick<StoredImport, 'tenantId' | 'id'>,
  { kinds, keys }: { kinds?: ImportRowKind[]; keys?: string[] } = {},
): Promise<void> {
  await tx
    .delete(importRows)
    .where(
      and(ofImport(stored), kinds && inArray(importRows.kind, kinds), keys && inArray(importRows.key, keys)),
    )
}

/** The digests of the differences that are stored, by key of the product. */
export async function readDigests(
  tx: Transaction,
  stored: Pick<StoredImport, 'tenantId' | 'id'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .select({ key: importRows.key, digest: importRows.digest })
    .from(importRows)
    .where(and(ofImport(stored), inArray(importRows.key, [...keys])))
  return new Map(rows.flatMap(({ key, digest }) => (key === null || digest === null ? [] : [[key, digest]])))
}

function ofImport({ tenantId, id }: Pick<StoredImport, 'tenantId' | 'id'>) {
  return and(eq(importRows.tenantId, tenantId), eq(importRows.importId, id))
}
