import { readFile } from 'node:fs/promises'

import { fillPolicy } from '@tanabana/contract/built-in-policies/fill-policy.ts'
import type { PolicyFacts } from '@tanabana/contract/built-in-policies/policy-facts.ts'
import type { POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { StoreRecord } from '../../db/store-record.ts'

/** The text that pages show of a shop without this policy, with placeholders for the company. */
export async function readBuiltInPolicy(
  slug: (typeof POLICY_SLUGS)[number],
  language: Language,
  record: StoreRecord,
): Promise<string> {
  const module = `@tanabana/contract/built-in-policies/${language}/facts.ts`
  const html = await readFile(new URL(`${slug}.html`, import.meta.resolve(module)), 'utf8')
  const { facts } = (await import(module)) as { facts: PolicyFacts }
  const texts = record.translations?.[language]?.texts ?? {}
  return fillPolicy(
    { slug, html, facts },
    { ...record, analytics: record.analytics },
    (text) => texts[text] ?? text,
  )
}
