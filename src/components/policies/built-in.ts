import type { Language, StoreInfo } from '@tanabana/contract/store-info.ts'
import type { PolicySlug } from '../../lib/shop/policies.ts'
import about from './about.html?raw'
import hindiAbout from './hi/about.html?raw'
import hindiPrivacy from './hi/privacy.html?raw'
import hindiRefund from './hi/refund.html?raw'
import hindiReturn from './hi/return.html?raw'
import hindiShipping from './hi/shipping.html?raw'
import hindiTerms from './hi/terms.html?raw'
import { addPrivacyFacts } from './privacy-facts.ts'
import privacy from './privacy.html?raw'
import refund from './refund.html?raw'
import returnPolicy from './return.html?raw'
import shipping from './shipping.html?raw'
import { addCourts, addReturnCost } from './store-facts.ts'
import terms from './terms.html?raw'

const POLICIES: Record<Language, Record<PolicySlug, string>> = {
  en: { terms, privacy, refund, return: returnPolicy, shipping, about },
  hi: {
    terms: hindiTerms,
    privacy: hindiPrivacy,
    refund: hindiRefund,
    return: hindiReturn,
    shipping: hindiShipping,
    about: hindiAbout,
  },
}

/** What built-in policies take from the store info besides placeholders. */
const FACTS: Partial<Record<PolicySlug, typeof addPrivacyFacts>> = {
  terms: addCourts,
  privacy: addPrivacyFacts,
  return: addReturnCost,
}

/**
 * Returns the HTML of a policy for a shop without its own, with placeholders for the company.
 * docs/requirements.md#218-policy-pages
 */
export function builtInPolicy(slug: PolicySlug, language: Language, store: StoreInfo | undefined): string {
  const html = POLICIES[language][slug]
  return FACTS[slug]?.(html, store, language) ?? html
}
