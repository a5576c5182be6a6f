import * as z from 'zod/mini'

import { POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { REVISION_ACTIONS } from '../db/revision-actions.ts'
import { text } from '../http/schemas.ts'

export const version = text.check(z.describe('Of what the editor has read'))
const fields = z.record(text, z.unknown())

const edit = z.object({
  field: text,
  editedBy: text,
  editedAt: text,
  isOutdated: z.boolean().check(z.describe('The published content was changed after the edit began')),
})

const problem = z.object({
  place: z.object({
    document: text,
    language: z.optional(text),
    field: z.optional(text),
    line: z.optional(z.int()),
    column: z.optional(z.int()),
  }),
  rank: z.enum(['breaks', 'law', 'wrong', 'harmless']),
  says: text,
  isNew: z.boolean().check(z.describe('The published state does not have it: publishing is refused')),
})

const difference = z.object({
  field: text,
  says: text,
  lines: z
    .array(text)
    .check(z.describe('`+ ` added, `- ` removed, two unchanged ones around, `…` for the rest')),
})

export const storeInfoDocument = z.object({
  id: text,
  version,
  fields: fields.check(z.describe('With the edits of the draft')),
  published: fields,
  edits: z.array(edit),
  hosts: z.array(text).check(z.describe('Set by the operator of the platform')),
  schema: z.looseObject({}).check(z.describe('JSON Schema of the fields that can be edited')),
})

export const policyDocument = z.object({
  id: text.check(z.describe('Such as `about-en`')),
  slug: z.enum(POLICY_SLUGS),
  language: z.enum(LANGUAGE_CODES),
  version,
  html: z.nullable(text).check(z.describe('`null` for the built-in text')),
  publishedHtml: z.nullable(text),
  edits: z.array(edit),
})

export const builtInPolicy = z.object({
  html: text.check(z.describe('With what the store info says, and with placeholders')),
  differences: z.array(difference).check(z.describe('From the built-in text to the one of the draft')),
})

export const draftDocument = z.object({
  version,
  edits: z.array(edit),
  problems: z.array(problem),
  lastAction: z
    .nullable(z.enum(REVISION_ACTIONS))
    .check(z.describe('How the published content came about; `null` without a history')),
})

export const productGapsDocument = z.object({
  gaps: z.array(
    z.object({
      rule: text,
      says: text.check(z.describe('What the products lack, as the end of a sentence')),
      products: z.int(),
      keys: z.array(text).check(z.describe('Keys of some of them')),
    }),
  ),
  isComplete: z.boolean().check(z.describe('False when the shop has more products than were checked')),
})

export const previewLink = z.object({ url: text, expiresAt: text })

const revisionFields = {
  id: z.int(),
  action: z.enum(REVISION_ACTIONS),
  restored: z.nullable(z.int()),
  reason: z.nullable(text),
  publishedBy: text,
  publishedAt: text,
}
export const revisionRow = z.object({ ...revisionFields, changed: z.array(text) })
export const revisionDocument = z.object({ ...revisionFields, differences: z.array(difference) })

export const publicationResponse = z.object({ revision: z.int(), changed: z.array(text) })
