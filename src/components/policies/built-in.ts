import { fillPolicy } from '@tanabana/contract/built-in-policies/fill-policy.ts'
import type { PolicyFacts } from '@tanabana/contract/built-in-policies/policy-facts.ts'
import type { Language, StoreInfo } from '@tanabana/contract/store-info.ts'
import { t } from '../../lib/i18n/translate.ts'
import type { PolicySlug } from '../../lib/shop/policies.ts'

/** The files of each language. */
const POLICIES = import.meta.glob<string>('../../../contract/built-in-policies/*/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const FACTS = import.meta.glob<PolicyFacts>('../../../contract/built-in-policies/*/facts.ts', {
  import: 'facts',
  eager: true,
})

/**
 * Returns the HTML of a policy for a shop without its own, with placeholders for the company.
 * docs/requirements.md#218-policy-pages
 */
export function builtInPolicy(slug: PolicySlug, language: Language, store: StoreInfo | undefined): string {
  const folder = `../../../contract/built-in-policies/${language}`
  const html = POLICIES[`${folder}/${slug}.html`]
  const facts = FACTS[`${folder}/facts.ts`]
  if (html === undefined || facts === undefined)
    throw new Error(`contract/built-in-policies/${language} has no ${slug}.html or no facts.ts.`)
  return fillPolicy({ slug, html, facts }, store ?? {}, t)
}
