import * as z from 'zod/mini'

import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { IMPORT_FORMATS, IMPORT_ROW_KINDS, IMPORT_STATES } from '../db/import-states.ts'
import { isUniqueViolation, readTenant, type Transaction } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { moment, optionalText, text } from '../http/schemas.ts'
import { randomId } from '../ids.ts'
import {
  createImport,
  findImport,
  findImportPage,
  findImportRows,
  hasRunningImport,
  startWriting,
  type ImportRow,
  type StoredImport,
} from '../modules/imports/stored-imports.ts'
import { removeUpload } from '../modules/imports/uploaded-files.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall, actorOf } from './audit-call.ts'
import { csvResponse } from './csv-response.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, toRange } from './lists.ts'
import { receiveUpload } from './receive-upload.ts'

const ROWS_PER_READ = 1000
const MAPPING_MAX_LENGTH = 3000
const noImport = { 404: 'No such import' }
const fileName = text.check(
  z.maxLength(200),
  z.refine((value) => !hasControlCharacters(value), 'It contains an invisible character.'),
)
const flag = z.prefault(z.stringbool(), 'false')
const whole = z.int()

const importResponse = z.object({
  id: text,
  fileName: text,
  state: z
    .enum(IMPORT_STATES)
    .check(
      z.describe(
        '`checked` waits for `apply`; `failed` says why in `message`, and can be applied if it has `counts`',
      ),
    ),
  message: z.nullable(text),
  progress: z.object({ rows: whole, rowsTotal: whole, products: whole, productsTotal: whole }),
  counts: z.nullable(
    z.looseObject({
      ...{ description: text, unit: text, products: whole, created: whole, updated: whole, unchanged: whole },
      ...{ removed: whole, stockKept: whole, bad: whole, warnings: whole },
      emptied: z.record(text, whole).check(z.describe('Values that the file has empty, by field')),
      changedSince: whole.check(
        z.describe('Products that changed in the shop after the differences were looked at'),
      ),
    }),
  ),
  createdBy: text,
  createdAt: moment,
  endedAt: z.nullable(moment),
})

const rowResponse = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_ROW_KINDS),
  line: z.int().check(z.describe('As a spreadsheet counts; in a JSON list the number of the item')),
  key: z.nullable(text),
  title: z.nullable(text),
  text: z.nullable(text),
  changes: z.array(
    z.object({
      ...{ field: text, variant: z.optional(text) },
      ...{ before: z.nullable(text), after: z.nullable(text) },
    }),
  ),
  isChangedSince: z.boolean(),
})

export const importRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/imports',
    operationId: 'listImports',
    tag: 'Products',
    summary: 'List the imports of the last 30 days, the newest first',
    access: 'products.read',
    query: z.object(listParameters),
    response: listOf(importResponse),
    async handle(c, { query }) {
      const { found, total } = await inShop(c, (tx) => findImportPage(tx, c.get('tenant').id, toRange(query)))
      return c.json({ data: found.map(describe), total })
    },
  }),
  adminRoute({
    method: 'post',
    path: '/imports',
    operationId: 'createImport',
    tag: 'Products',
    summary:
      'Import a catalogue, sent as the body: CSV, TSV, XML or JSON of at most 32 MB, as the command line takes it. A job checks and writes it; `dryRun` waits for `apply`',
    access: 'products.write',
    query: z.object({
      fileName: z.prefault(fileName, 'products.csv'),
      format: z.optional(z.enum(IMPORT_FORMATS)),
      mapping: z.optional(
        text.check(
          z.maxLength(MAPPING_MAX_LENGTH),
          z.describe('Name of a ready mapping, or a mapping as JSON'),
        ),
      ),
      encoding: optionalText,
      currency: optionalText,
      dryRun: flag,
      setStock: flag,
      skipInvalid: flag,
      remove: flag,
    }),
    status: 201,
    response: importResponse,
    failures: {
      409: 'Another import of the shop runs; `code` is `running`',
      413: 'Larger than 32 MB',
      422: 'The file is not recognised',
    },
    async handle(c, { query }) {
      const { dryRun, fileName, setStock, skipInvalid, remove, ...format } = query
      const settings = { ...format, setsStock: setStock, skipsInvalid: skipInvalid, removes: remove }
      const tenant = c.get('tenant')
      if (await inShop(c, (tx) => hasRunningImport(tx, tenant.id))) throw isRunning()
      const id = randomId()
      const path = await receiveUpload(c, id)
      try {
        const { openUploaded } = await import('../modules/imports/open-uploaded.ts')
        await openUploaded(path, { fileName, settings }, tenant)
        const values = { id, fileName, settings, writes: !dryRun }
        const stored = await inShop(c, async (tx) => {
          await auditCall(c, tx, { target: id, after: { fileName, dryRun } })
          return createImport(tx, tenant.id, { ...values, by: actorOf(c), now: c.get('services').now() })
        })
        return c.json(describe(stored), 201)
      } catch (error) {
        await removeUpload(path)
        throw isUniqueViolation(error) ? isRunning() : error
      }
    },
  }),
  adminRoute({
    method: 'get',
    path: '/imports/{id}',
    operationId: 'getImport',
    tag: 'Products',
    summary: 'Read the state of an import, how far it is, and what it does to the shop',
    access: 'products.read',
    response: importResponse,
    failures: noImport,
    handle: (c) => inShop(c, async (tx) => c.json(describe(await requireImport(c, tx)))),
  }),
  adminRoute({
    method: 'get',
    path: '/imports/{id}/rows',
    operationId: 'listImportRows',
    tag: 'Products',
    summary: 'List what an import finds in its file and changes in the shop: bad rows first',
    access: 'products.read',
    query: z.object({ ...listParameters, kind: z.optional(z.enum(IMPORT_ROW_KINDS)) }),
    response: listOf(rowResponse),
    failures: noImport,
    handle: (c, { query }) =>
      inShop(c, async (tx) => {
        const stored = await requireImport(c, tx)
        const { rows, total } = await findImportRows(tx, stored, { ...toRange(query), kind: query.kind })
        return c.json({ data: rows.map(describeRow), total })
      }),
  }),
  adminRoute({
    method: 'get',
    path: '/imports/{id}/result.csv',
    operationId: 'downloadImportResult',
    tag: 'Products',
    summary: 'Download what an import found and changed, a row for each finding and each changed field',
    access: 'products.read',
    failures: noImport,
    async handle(c) {
      const stored = await inShop(c, (tx) => requireImport(c, tx))
      return csvResponse(c, `import-${stored.id}.csv`, (write) => writeResult(c, stored, write))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/imports/{id}/apply',
    operationId: 'applyImport',
    tag: 'Products',
    summary:
      'Write an import that was looked at. Products that changed in the shop since are looked at again first: the import is `checked` then, with `changedSince`',
    access: 'products.write',
    body: z.strictObject({ skipInvalid: z.optional(z.boolean()), remove: z.optional(z.boolean()) }),
    response: importResponse,
    failures: {
      ...noImport,
      409: 'Not checked, `code` is `state`; another import runs, `running`; bad rows without `skipInvalid`, `bad-rows`; empty values without `remove`, `removes`',
    },
    async handle(c, { body }) {
      const tenantId = c.get('tenant').id
      return inShop(c, async (tx) => {
        const stored = await findImport(tx, tenantId, idOf(c), { locks: true })
        if (!stored) throw noSuchImport()
        const { counts } = stored
        if ((stored.state !== 'checked' && stored.state !== 'failed') || counts === null) {
          throw refusal('state', 'This import does not wait for anything.')
        }
        const settings = {
          ...stored.settings,
          skipsInvalid: body.skipInvalid ?? stored.settings.skipsInvalid,
          removes: body.remove ?? stored.settings.removes,
        }
        if (counts.bad > 0 && !settings.skipsInvalid) {
          throw refusal('bad-rows', 'The file has bad rows. Import the other products, or correct the file.')
        }
        if (Object.keys(counts.emptied).length > 0 && !settings.removes) {
          throw refusal('removes', 'The file has fields empty that the shop has filled.')
        }
        const started = await startWriting(tx, stored, settings, actorOf(c))
        await auditCall(c, tx, { target: stored.id })
        return c.json(describe(started ?? stored))
      }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? isRunning() : error
      })
    },
  }),
]

async function writeResult(
  c: AppContext,
  stored: StoredImport,
  write: (line: string) => Promise<void>,
): Promise<void> {
  await write(
    toCsvRow([
      stored.counts?.unit ?? 'row',
      'kind',
      'key',
      'title',
      'variant',
      'field',
      'before',
      'after',
      'text',
    ]),
  )
  for (let offset = 0; ; offset += ROWS_PER_READ) {
    const { rows } = await readTenant(c.get('services').db, stored.tenantId, (tx) =>
      findImportRows(tx, stored, { offset, limit: ROWS_PER_READ }),
    )
    for (const row of rows) for (const cells of cellsOf(row)) await write(toCsvRow(cells))
    if (rows.length < ROWS_PER_READ) return
  }
}

function cellsOf({ line, kind, key, title, text, changes }: ImportRow): string[][] {
  const product = [String(line), kind, key ?? '', title ?? '']
  if (!changes || changes.length === 0) return [[...product, '', '', '', '', text ?? '']]
  return changes.map(({ variant = '', field, before, after }) => [
    ...[...product, variant, field, before ?? '', after ?? '', ''],
  ])
}

async function requireImport(c: AppContext, tx: Transaction): Promise<StoredImport> {
  const stored = await findImport(tx, c.get('tenant').id, idOf(c))
  if (stored) return stored
  throw noSuchImport()
}

function noSuchImport(): ApiError {
  return new ApiError(404, 'The shop has no such import.')
}

function isRunning(): ApiError {
  return refusal('running', 'Another import of this shop is running. Wait until it has ended.')
}

function refusal(code: string, sentence: string): ApiError {
  return new ApiError(409, sentence, {}, { code })
}

function describe(stored: StoredImport) {
  const { id, fileName, state, message, progress, counts, actorName, createdAt, endedAt } = stored
  return {
    ...{ id, fileName, state, message, progress, counts, createdBy: actorName },
    ...{ createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
  }
}

function describeRow({ number, kind, line, key, title, text, changes, isChangedSince }: ImportRow) {
  return { id: number, kind, line, key, title, text, changes: changes ?? [], isChangedSince }
}
