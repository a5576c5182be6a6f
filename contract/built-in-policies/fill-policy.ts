import type { POLICY_SLUGS } from '../policy-rules.ts'
import type { AddFacts, PolicyFacts, PolicyStore } from './policy-facts.ts'
import { addPrivacyFacts } from './privacy-facts.ts'
import { addCourts, addReturnCost } from './store-facts.ts'

const ADD_FACTS: Partial<Record<(typeof POLICY_SLUGS)[number], AddFacts>> = {
  terms: addCourts,
  privacy: addPrivacyFacts,
  return: addReturnCost,
}

/** Fills the marks of a built-in policy with what the store info says; placeholders of the company are filled later. */
export function fillPolicy(
  { slug, html, facts }: { slug: (typeof POLICY_SLUGS)[number]; html: string; facts: PolicyFacts },
  store: PolicyStore,
  translate: (text: string) => string,
): string {
  return ADD_FACTS[slug]?.(html, store, facts, translate) ?? html
}
