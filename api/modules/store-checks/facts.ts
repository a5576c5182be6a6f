import type { StoreRecord } from '../../db/store-record.ts'
import { sentencesOf, toContradiction, type Contradiction } from './contradictions.ts'
import { ECOMMERCE, METROLOGY } from './laws.ts'
import { mainLanguage, policiesOf } from './policies.ts'

interface FactRule {
  /** Finds a sentence with the fact; its first group is the value. */
  pattern: RegExp
  /** Leaves a sentence out. */
  except?: RegExp
  /** Why the shop or the law contradicts the value. */
  says: (value: string, record: StoreRecord) => string | undefined
  rank?: 'law'
}

const NEGATED = /\b(?:no|not|never|without|don't|do not|doesn't|nor|free of)\b/i
const GOODS_AT_FAULT = /defect|damag|wrong|faulty|incorrect|spurious|late/i
/** Rule 4(5): a complaint is acknowledged within 48 hours and redressed within a month. */
const ACKNOWLEDGED_WITHIN_HOURS = 48
const REDRESSED_WITHIN_DAYS = 31

/** The store info names its own value, which a text must not contradict. */
function differsFrom(field: keyof StoreRecord): FactRule['says'] {
  return (value, record) => {
    const own = record[field]
    if (typeof own !== 'string' || own.toLowerCase().includes(value.toLowerCase())) return undefined
    return `contradicts ${field}, which is "${own}"`
  }
}

function breaks(rule: string): () => string {
  return () => `is not allowed by the ${rule}`
}

/** Facts in English texts that the store info contradicts, or that Indian law does not allow. */
const RULES: FactRule[] = [
  { pattern: /\b(\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z])\b/, says: differsFrom('gstin') },
  { pattern: /\b([LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6})\b/, says: differsFrom('companyRegistration') },
  { pattern: /\bmade in ([A-Z][a-z]+)\b/, says: differsFrom('countryOfOrigin') },
  {
    pattern: /\bcourts? (?:of|in|at) (?:the district of )?([A-Z][a-z]+)\b/,
    says: differsFrom('courtDistrict'),
  },
  {
    pattern: /(\bcash on delivery\b|\bCOD\b)/,
    except: NEGATED,
    says: (_, { capabilities = [] }) =>
      capabilities.includes('cash-on-delivery')
        ? undefined
        : 'promises what the shop does not offer: it lacks the capability "cash-on-delivery"',
  },
  {
    pattern: /\b(?:cancellation (?:fee|charge)s?|(?:fee|charge)s? (?:for|of|on) cancell?\w+)\b/i,
    except: NEGATED,
    says: breaks(`${ECOMMERCE}, rule 4(8): a shop charges nothing for a cancellation`),
    rank: 'law',
  },
  {
    pattern:
      /\b(?:goods|items|products) once sold\b|\ball sales are final\b|\bno (?:returns?|refunds?|exchanges?)\b[^.]{0,60}\b(?:any|all|every|under no|whatsoever)\b/i,
    except: GOODS_AT_FAULT,
    says: breaks(`${ECOMMERCE}, rule 6(2): a seller takes back what is defective, wrong or late`),
    rank: 'law',
  },
  {
    pattern:
      /\b(?:gst|tax(?:es)?)\b[^.]{0,20}\b(?:extra|additional|added at checkout|not included)\b|\b(?:exclusive|excluding) of (?:gst|(?:all )?taxes)\b|\bplus (?:gst|taxes)\b/i,
    except: /\bno (?:extra|additional)\b|\binclu/i,
    says: breaks(`${METROLOGY}, rule 2(m): prices include all taxes`),
    rank: 'law',
  },
  {
    pattern:
      /\b(?:complaint|grievance)s?\b[^.]{0,120}?\b(?:within|in) (\d{1,3}) (?:working |business )?days?\b/i,
    except: /acknowledg|refund/i,
    says: (days) =>
      Number(days) > REDRESSED_WITHIN_DAYS
        ? `is longer than the ${ECOMMERCE}, rule 4(5), allow: one month`
        : undefined,
    rank: 'law',
  },
  {
    pattern: /\backnowledg\w*\b[^.]{0,80}?\b(?:within|in) (\d{1,3} (?:hours?|days?))\b/i,
    says: (time) =>
      Number.parseInt(time, 10) * (/day/i.test(time) ? 24 : 1) > ACKNOWLEDGED_WITHIN_HOURS
        ? `is longer than the ${ECOMMERCE}, rule 4(5), allow: ${ACKNOWLEDGED_WITHIN_HOURS} hours`
        : undefined,
    rank: 'law',
  },
]

/** Facts of English policies and highlights that the store info or the law contradicts. Not legal advice. */
export function factProblems(record: StoreRecord): Contradiction[] {
  const first = mainLanguage(record)
  const policies = policiesOf(record)
    .filter(({ language }) => language === 'en')
    .flatMap(({ slug, html }) =>
      sentencesOf(html).map((text) => ({
        place: first === 'en' ? `policies.${slug}` : `translations.en.policies.${slug}`,
        text,
      })),
    )
  const highlights = (record.highlights ?? []).map((text) => ({ place: 'highlights', text }))
  return [...policies, ...highlights].flatMap(({ place, text }) =>
    RULES.flatMap(({ pattern, except, says, rank }) => {
      const match = pattern.exec(text)
      if (!match || except?.test(text)) return []
      const reason = says(match[1] ?? '', record)
      if (reason === undefined) return []
      return [{ ...toContradiction({ place, text }, reason), ...(rank && { rank }) }]
    }),
  )
}
