import * as z from 'zod/mini'

import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { storeRecordSchema, type StoreRecord } from '../../db/store-record.ts'
import type { FieldChanges } from './drafts.ts'
import { FIXED_FIELDS, withFields } from './record-fields.ts'

/** What is no content, and what are documents or fields of their own. */
const NOT_EDITED: readonly string[] = [...FIXED_FIELDS, 'policies', 'translations']

const FIELDS = new Map<string, z.ZodMiniType>([
  ...Object.entries(storeRecordSchema.shape).filter(([field]) => !NOT_EDITED.includes(field)),
  ...LANGUAGE_CODES.map(
    (language) => [`translations.${language}.texts`, z.record(z.string(), z.string())] as const,
  ),
])

/** The JSON Schema of the fields that editors change. */
export const EDITABLE_FIELDS = z.toJSONSchema(z.object(Object.fromEntries(FIELDS)), { io: 'input' })

/** A name that is no field of the store info, or a value that no page could read. */
export class InvalidFieldError extends Error {
  override name = 'InvalidFieldError'
}

/**
 * Reads the changes of an edit of the store info; `null` removes a field. Whether a value may be published is decided
 * later, so that a draft may be half done.
 * @throws {InvalidFieldError}
 */
export function readFieldChanges(record: StoreRecord, sent: Record<string, unknown>): FieldChanges {
  for (const field of Object.keys(sent)) {
    if (!FIELDS.has(field)) throw new InvalidFieldError(`There is no field "${field}" to edit.`)
  }
  const changes = new Map(Object.entries(sent).map(([field, value]) => [field, value ?? undefined]))
  const { error } = z.safeParse(storeRecordSchema, withFields(record, changes))
  const [issue] = error?.issues ?? []
  if (!issue) return changes
  throw new InvalidFieldError(`${issue.path.map(String).join('.')}: ${issue.message}`)
}
