import type { Language, StoreInfo } from '@tanabana/contract/store-info.ts'
import type { PolicySlug } from '../../lib/shop/policies.ts'
import type { PolicyFacts } from './policy-facts.ts'
import { addPrivacyFacts } from './privacy-facts.ts'
import { addCourts, addReturnCost } from './store-facts.ts'

/** The files of each language. */
const POLICIES = import.meta.glob<string>('./*/*.html', { query: '?raw', import: 'default', eager: true })
const FACTS = import.meta.glob<PolicyFacts>('./*/facts.ts', { import: 'facts', eager: true })

/** Fill the marks of built-in policies that depend on the store info; placeholders are filled later. */
const ADD_FACTS: Partial<Record<PolicySlug, typeof addPrivacyFacts>> = {
  terms: addCourts,
  privacy: addPrivacyFacts,
  return: addReturnCost,
}

/**
 * Returns the HTML of a policy for a shop without its own, with placeholders for the company.
 * docs/requirements.md#218-policy-pages
 */
export function builtInPolicy(slug: PolicySlug, language: Language, store: StoreInfo | undefined): string {
  const html = POLICIES[`./${language}/${slug}.html`]
  const facts = FACTS[`./${language}/facts.ts`]
  if (html === undefined || facts === undefined)
    throw new Error(`src/components/policies/${language} has no ${slug}.html or no facts.ts.`)
  return ADD_FACTS[slug]?.(html, store, facts) ?? html
}
