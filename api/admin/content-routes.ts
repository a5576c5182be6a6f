import * as z from 'zod/mini'

import { POLICY_MAX_BYTES } from '@tanabana/contract/policy-rules.ts'
import { versionOf } from '../content-version.ts'
import { readTenant } from '../db/index.ts'
import type { StoreRecord } from '../db/store-record.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { text } from '../http/schemas.ts'
import {
  discardEdits,
  editDraft,
  loadDraft,
  outdatedEdits,
  type Draft,
  type FieldChanges,
} from '../modules/publishing/drafts.ts'
import { readBuiltInPolicy } from '../modules/publishing/built-in-policy.ts'
import { differenceLines, differencesOfFields, type Difference } from '../modules/publishing/differences.ts'
import {
  EDITABLE_FIELDS,
  InvalidFieldError,
  readFieldChanges,
} from '../modules/publishing/editable-fields.ts'
import { readCheckedShop } from '../modules/publishing/checked-shop.ts'
import { RecordTooLargeError } from '../modules/tenants/record-size.ts'
import {
  DOCUMENTS,
  documentVersion,
  fieldsOf,
  fieldsOfDocument,
  policyField,
  STORE_INFO,
  type DocumentName,
} from '../modules/publishing/record-fields.ts'
import { storedProducts } from '../modules/catalogue/stored-products.ts'
import { newestRevisions, type Publisher } from '../modules/publishing/revisions.ts'
import { findProblems, newProblems } from '../modules/store-checks/find-problems.ts'
import { productGaps } from '../modules/store-checks/india-products.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { actorOf, auditCall } from './audit-call.ts'
import {
  builtInPolicy,
  draftDocument,
  policyDocument,
  productGapsDocument,
  storeInfoDocument,
  version,
} from './content-schemas.ts'
import { idOf } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

/** The person or program that publishes by a call. */
export function publisherOf(c: AppContext): Publisher {
  return { name: actorOf(c).actorName, audit: (tx, entry) => auditCall(c, tx, entry) }
}

/** A difference with its lines. */
export function describeDifference({ field, says, before, after }: Difference) {
  return { field, says, lines: differenceLines({ before, after }) }
}

/** A larger catalogue takes longer than a call may; `store policies check` reads all of it. */
const PRODUCTS_CHECKED_MAX = 5000

const CHANGED = { 409: 'Another editor has changed it; `current` is what it is now' }

export const contentRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/store-info',
    operationId: 'readStoreInfo',
    tag: 'Content',
    summary: 'Read the store info with the edits of the draft',
    access: 'content.read',
    response: storeInfoDocument,
    handle: async (c) => c.json(describeStoreInfo(c, await draftOf(c))),
  }),
  adminRoute({
    method: 'patch',
    path: '/store-info',
    operationId: 'editStoreInfo',
    tag: 'Content',
    summary: 'Edit fields of the store info in the draft; `null` removes one',
    access: 'content.write',
    body: z.strictObject({ version, fields: z.record(text, z.unknown()) }),
    response: storeInfoDocument,
    failures: { ...CHANGED, 422: 'A field or value that is none' },
    async handle(c, { body }) {
      const { record } = await draftOf(c)
      const changes = readChanges(record, body.fields)
      const describe = (draft: Draft) => describeStoreInfo(c, draft)
      return c.json(describe(await edit(c, STORE_INFO, body.version, changes, describe)))
    },
  }),
  adminRoute({
    method: 'get',
    path: '/policies',
    operationId: 'listPolicies',
    tag: 'Content',
    summary: 'List the policies in every language, with the edits of the draft',
    access: 'content.read',
    query: z.object(listParameters),
    response: listOf(policyDocument),
    async handle(c, { query }) {
      const draft = await draftOf(c)
      const rows = DOCUMENTS.flatMap((name) => describePolicy(draft, name) ?? [])
      return c.json(pageOfRows(rows, query))
    },
  }),
  adminRoute({
    method: 'get',
    path: '/policies/{id}',
    operationId: 'readPolicy',
    tag: 'Content',
    summary: 'Read a policy with the edits of the draft',
    access: 'content.read',
    response: policyDocument,
    failures: { 404: 'No such policy' },
    handle: async (c) => c.json(requirePolicy(await draftOf(c), c)),
  }),
  adminRoute({
    method: 'get',
    path: '/policies/{id}/built-in',
    operationId: 'compareWithBuiltIn',
    tag: 'Content',
    summary: 'Read the built-in text of a policy, compared with the one of the draft',
    access: 'content.read',
    response: builtInPolicy,
    failures: { 404: 'No such policy' },
    async handle(c) {
      const draft = await draftOf(c)
      const { slug, language, html: own } = requirePolicy(draft, c)
      const html = await readBuiltInPolicy(slug, language, draft.record)
      const differences = differencesOfFields(new Map([[slug, html]]), new Map([[slug, own ?? html]]))
      return c.json({ html, differences: differences.map(describeDifference) })
    },
  }),
  adminRoute({
    method: 'patch',
    path: '/policies/{id}',
    operationId: 'editPolicy',
    tag: 'Content',
    summary: 'Edit a policy in the draft; `null` is the built-in text',
    access: 'content.write',
    body: z.strictObject({ version, html: z.nullable(text) }),
    response: policyDocument,
    failures: { ...CHANGED, 404: 'No such policy', 422: 'Longer than a policy may be' },
    async handle(c, { body }) {
      const draft = await draftOf(c)
      const { slug, language } = requirePolicy(draft, c)
      if (Buffer.byteLength(body.html ?? '') > POLICY_MAX_BYTES) {
        throw new ApiError(422, `A policy has at most ${POLICY_MAX_BYTES / 1024} KB.`)
      }
      const changes = new Map([[policyField(slug, language, draft.published), body.html ?? undefined]])
      const saved = await edit(c, `policies/${slug}/${language}`, body.version, changes, (now) =>
        requirePolicy(now, c),
      )
      return c.json(requirePolicy(saved, c))
    },
  }),
  adminRoute({
    method: 'get',
    path: '/draft',
    operationId: 'readDraft',
    tag: 'Content',
    summary: 'Read what is not published yet, with every problem',
    access: 'content.read',
    response: draftDocument,
    handle: async (c) => c.json(await describeDraft(c)),
  }),
  adminRoute({
    method: 'get',
    path: '/product-gaps',
    operationId: 'readProductGaps',
    tag: 'Content',
    summary: 'List what the law asks of products and they lack, of the newest 5,000',
    access: 'content.read',
    response: productGapsDocument,
    async handle(c) {
      const { id, record } = c.get('tenant')
      const { db } = c.get('services')
      let checked = 0
      async function* newest() {
        for await (const batch of storedProducts((work) => readTenant(db, id, work), id)) {
          yield batch
          checked += batch.length
          if (checked >= PRODUCTS_CHECKED_MAX) return
        }
      }
      const gaps = await productGaps(newest(), record)
      return c.json({ gaps, isComplete: checked < PRODUCTS_CHECKED_MAX })
    },
  }),
  adminRoute({
    method: 'delete',
    path: '/draft',
    operationId: 'discardDraft',
    tag: 'Content',
    summary: 'Discard the edits of one field, or all',
    access: 'content.write',
    query: z.object({ field: z.optional(text) }),
    async handle(c, { query: { field } }) {
      const { db } = c.get('services')
      await discardEdits(db, c.get('tenant').id, publisherOf(c), field === undefined ? undefined : [field])
      return c.body(null, 204)
    },
  }),
]

function draftOf(c: AppContext): Promise<Draft> {
  return loadDraft(c.get('services').db, c.get('tenant').id)
}

/** @throws {ApiError} 422 no field of the store info, or no value of one */
function readChanges(record: StoreRecord, sent: Record<string, unknown>): FieldChanges {
  try {
    return readFieldChanges(record, sent)
  } catch (error) {
    if (error instanceof InvalidFieldError) throw new ApiError(422, error.message)
    throw error
  }
}

/** @throws {ApiError} 409 another editor has changed the document; 422 the record is too large */
async function edit(
  c: AppContext,
  document: DocumentName,
  seen: string,
  changes: FieldChanges,
  describe: (draft: Draft) => unknown,
): Promise<Draft> {
  const { db, now } = c.get('services')
  const sent = { document, version: seen, changes }
  const { status, draft } = await editDraft(db, c.get('tenant').id, sent, publisherOf(c), now()).catch(
    (error: unknown) => {
      throw error instanceof RecordTooLargeError ? new ApiError(422, error.message) : error
    },
  )
  if (status === 'saved') return draft
  const details = { code: 'changed', current: describe(draft) }
  throw new ApiError(409, 'Another editor has changed this since you opened it.', {}, details)
}

function describeStoreInfo(c: AppContext, draft: Draft): z.input<typeof storeInfoDocument> {
  const fieldsIn = (record: StoreRecord) => Object.fromEntries(fieldsOfDocument(record, STORE_INFO))
  return {
    id: STORE_INFO,
    version: documentVersion(draft.record, STORE_INFO),
    fields: fieldsIn(draft.record),
    published: fieldsIn(draft.published),
    edits: describeEdits(draft).filter(({ field }) => !field.includes('policies')),
    hosts: c.get('tenant').hosts,
    schema: EDITABLE_FIELDS,
  }
}

function describePolicy(draft: Draft, name: DocumentName): z.input<typeof policyDocument> | undefined {
  const [, slug, language] = name.split('/')
  const { data } = z.safeParse(policyName, { slug, language })
  if (!data) return undefined
  const field = policyField(data.slug, data.language, draft.published)
  const htmlIn = (record: StoreRecord) => z.safeParse(text, fieldsOf(record).get(field)).data ?? null
  return {
    id: `${data.slug}-${data.language}`,
    ...data,
    version: documentVersion(draft.record, name),
    html: htmlIn(draft.record),
    publishedHtml: htmlIn(draft.published),
    edits: describeEdits(draft).filter((one) => one.field === field),
  }
}

const policyName = z.pick(policyDocument, { slug: true, language: true })

/** @throws {ApiError} 404 */
function requirePolicy(draft: Draft, c: AppContext): z.input<typeof policyDocument> {
  const [slug = '', language = ''] = idOf(c).split('-')
  const name = DOCUMENTS.find((one) => one === `policies/${slug}/${language}`)
  const policy = name && describePolicy(draft, name)
  if (!policy) throw new ApiError(404, 'There is no such policy.')
  return policy
}

async function describeDraft(c: AppContext): Promise<z.input<typeof draftDocument>> {
  const { db, config } = c.get('services')
  const draft = await draftOf(c)
  const { published, record } = draft
  const shop = await readCheckedShop({ db, dataDir: config.dataDir }, c.get('tenant'), [published, record])
  const problems = await findProblems(record, shop)
  const added = new Set(newProblems(problems, await findProblems(published, shop)))
  const { id } = c.get('tenant')
  const [newest] = await readTenant(db, id, (tx) => newestRevisions(tx, id, 1))
  return {
    version: versionOf(record),
    edits: describeEdits(draft),
    problems: problems.map((problem) => ({ ...problem, isNew: added.has(problem) })),
    lastAction: newest?.action ?? null,
  }
}

function describeEdits(draft: Draft): z.input<typeof draftDocument>['edits'] {
  const outdated = new Set(outdatedEdits(draft))
  return draft.edits.map((one) => ({
    field: one.field,
    editedBy: one.editedBy,
    editedAt: one.editedAt.toISOString(),
    isOutdated: outdated.has(one),
  }))
}
