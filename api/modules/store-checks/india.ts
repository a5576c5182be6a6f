import type { StoreRecord } from '../../db/store-record.ts'
import { ECOMMERCE, METROLOGY } from './laws.ts'

/** A legal rule for shops in India that the store info does not meet, with its remedy. */
export interface LegalGap {
  /** The field that lacks it, such as `policies.privacy`. */
  field: string
  rule: string
  says: string
}

const DPDP = 'Digital Personal Data Protection Act 2023'

/** Fields of the store info that footer, contact page and built-in policies show. */
const FIELDS: { field: keyof StoreRecord; rule: string; what: string }[] = [
  { field: 'companyName', rule: `${ECOMMERCE}, rule 4(2)`, what: 'the legal name of the company' },
  { field: 'companyAddress', rule: `${ECOMMERCE}, rule 4(2)`, what: 'the address of its head office' },
  {
    field: 'companyEmail',
    rule: `${ECOMMERCE}, rule 4(2); ${METROLOGY}, rule 6(10)`,
    what: 'the customer care email',
  },
  {
    field: 'companyPhone',
    rule: `${ECOMMERCE}, rule 4(2); ${METROLOGY}, rule 6(10)`,
    what: 'the customer care phone number',
  },
]

/** Statements that a policy of the shop's own must contain; the built-in texts contain them. */
const SENTENCES: { slug: string; words: RegExp; rule: string; what: string }[] = [
  {
    slug: 'privacy',
    words: /grievance\s+(?:redressal\s+)?officer/i,
    rule: `${ECOMMERCE}, rule 4(4); SPDI Rules 2011, rule 5(9)`,
    what: 'who the grievance officer is, with name, designation and contact',
  },
  {
    slug: 'privacy',
    words: /withdraw/i,
    rule: `${DPDP}, section 6(4)`,
    what: 'how consent is withdrawn',
  },
  {
    slug: 'refund',
    words: /refund/i,
    rule: `${ECOMMERCE}, rules 5(3) and 7`,
    what: 'how and when refunds are paid',
  },
  {
    slug: 'return',
    words: /return/i,
    rule: `${ECOMMERCE}, rules 5(3) and 7`,
    what: 'how goods are returned',
  },
  {
    slug: 'shipping',
    words: /deliver|ship|dispatch/i,
    rule: `${ECOMMERCE}, rules 5(3) and 7`,
    what: 'how and when goods are delivered',
  },
]

/** Finds disclosures that the store info and its policies lack. Notes for an engineer or editor, not legal advice. */
export function legalGaps(record: StoreRecord): LegalGap[] {
  const fields = FIELDS.filter(({ field }) => !record[field]).map(({ field, rule, what }) => ({
    field,
    rule,
    says: `the store info lacks "${field}", ${what}`,
  }))
  const sentences = SENTENCES.filter(({ slug, words }) => {
    const html = record.policies?.[slug]
    return html !== undefined && !words.test(html)
  }).map(({ slug, rule, what }) => ({
    field: `policies.${slug}`,
    rule,
    says: `the policy ${slug} does not say ${what}`,
  }))
  return [...fields, ...sentences]
}
