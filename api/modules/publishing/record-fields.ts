import { isDeepStrictEqual } from 'node:util'

import { POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import { FIRST_LANGUAGE, LANGUAGE_CODES, readLanguage, type Language } from '@tanabana/contract/store-info.ts'
import { versionOf } from '../../content-version.ts'
import type { StoreRecord } from '../../db/store-record.ts'

type PolicySlug = (typeof POLICY_SLUGS)[number]

/** What an editor opens and saves as one: the store info without its policies, or one policy in one language. */
export type DocumentName = 'store-info' | `policies/${PolicySlug}/${Language}`

export const STORE_INFO = 'store-info'

/** Fields that are no content: what the API can do, and hosts of payments. Drafts and rollbacks leave them alone. */
export const FIXED_FIELDS = ['capabilities', 'paymentHosts'] as const

/** The fields of a record by name; each policy, and of each language the texts and each policy, is a field. */
export function fieldsOf({ policies = {}, translations = {}, ...record }: StoreRecord): Map<string, unknown> {
  const translated = Object.entries(translations).flatMap(([language, { policies: own = {}, texts }]) => [
    [`translations.${language}.texts`, texts] as const,
    ...policyFields(`translations.${language}.policies`, own),
  ])
  const fields = [...Object.entries(record), ...policyFields('policies', policies), ...translated]
  return new Map(fields.filter(([, value]) => value !== undefined))
}

function policyFields(path: string, policies: Record<string, string>): (readonly [string, unknown])[] {
  return Object.entries(policies).map(([slug, html]) => [`${path}.${slug}`, html] as const)
}

/** The record with these fields changed; `undefined` removes a field, and the last of a group its group. */
export function withFields(record: StoreRecord, changes: ReadonlyMap<string, unknown>): StoreRecord {
  const changed: StoreRecord = structuredClone(record)
  for (const [field, value] of changes) setField(changed, field.split('.'), value)
  return changed
}

function setField(parent: object, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === undefined) Reflect.deleteProperty(parent, name)
    else Reflect.set(parent, name, value)
    return
  }
  const known: unknown = Reflect.get(parent, name)
  const group = typeof known === 'object' && known !== null ? known : {}
  setField(group, rest, value)
  Reflect.set(parent, name, group)
  if (Object.keys(group).length === 0) Reflect.deleteProperty(parent, name)
}

/** The record with the fields that are no content as another one has them. */
export function withFixedFields(record: StoreRecord, other: StoreRecord): StoreRecord {
  const own = fieldsOf(other)
  return withFields(record, new Map(FIXED_FIELDS.map((field) => [field, own.get(field)])))
}

/** The names of the fields in which two records differ. */
export function changedFields(before: StoreRecord, after: StoreRecord): string[] {
  const [one, other] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (field) => !isDeepStrictEqual(one.get(field), other.get(field)),
  )
}

/** The document that has a field. The record's own policies are in the shop's first language. */
function documentOf(field: string, record: StoreRecord): DocumentName {
  const [, language = firstLanguage(record), slug = ''] =
    /^(?:translations\.(\w+)\.)?policies\.(\w+)$/.exec(field) ?? []
  return POLICY_DOCUMENTS.find((name) => name === `policies/${slug}/${language}`) ?? STORE_INFO
}

/** The field with the HTML of a policy. */
export function policyField(slug: string, language: string, record: StoreRecord): string {
  return language === firstLanguage(record) ? `policies.${slug}` : `translations.${language}.policies.${slug}`
}

function firstLanguage({ language }: StoreRecord): Language {
  return readLanguage(language) ?? FIRST_LANGUAGE
}

const POLICY_DOCUMENTS = POLICY_SLUGS.flatMap((slug) =>
  LANGUAGE_CODES.map((language) => `policies/${slug}/${language}` as const),
)

export const DOCUMENTS: readonly DocumentName[] = [STORE_INFO, ...POLICY_DOCUMENTS]

/** A document's fields that editors change. */
export function fieldsOfDocument(record: StoreRecord, document: DocumentName): Map<string, unknown> {
  const fixed: readonly string[] = FIXED_FIELDS
  return new Map(
    [...fieldsOf(record)].filter(
      ([field]) => documentOf(field, record) === document && !fixed.includes(field),
    ),
  )
}

/** The version of a document's content. */
export function documentVersion(record: StoreRecord, document: DocumentName): string {
  return versionOf(Object.fromEntries(fieldsOfDocument(record, document)))
}
