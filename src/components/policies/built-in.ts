import type { PolicySlug } from '../../lib/domain/policies.ts'
import about from './about.html?raw'
import privacy from './privacy.html?raw'
import refund from './refund.html?raw'
import returnPolicy from './return.html?raw'
import shipping from './shipping.html?raw'
import terms from './terms.html?raw'

/** The texts of a shop that brings none of its own, with placeholders for the company. §2 Policy pages */
export const BUILT_IN_POLICIES: Record<PolicySlug, string> = {
  terms,
  privacy,
  refund,
  return: returnPolicy,
  shipping,
  about,
}
