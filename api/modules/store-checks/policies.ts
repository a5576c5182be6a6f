import { FIRST_LANGUAGE, readLanguage } from '@tanabana/contract/store-info.ts'
import type { StoreRecord } from '../../db/store-record.ts'

/** A policy of a shop's own in one language. */
export interface Policy {
  slug: string
  language: string
  html: string
}

/** Every policy of a shop and its translations. */
export function policiesOf(record: StoreRecord): Policy[] {
  const { policies = {}, translations = {} } = record
  return [
    ...inLanguage(mainLanguage(record), policies),
    ...Object.entries(translations).flatMap(([language, one]) => inLanguage(language, one.policies ?? {})),
  ]
}

/** The shop's first language, in which its own texts are. */
export function mainLanguage({ language }: Pick<StoreRecord, 'language'>): string {
  return readLanguage(language) ?? FIRST_LANGUAGE
}

function inLanguage(language: string, policies: Record<string, string>): Policy[] {
  return Object.entries(policies).map(([slug, html]) => ({ slug, language, html }))
}
