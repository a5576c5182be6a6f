import type { StoreRecord } from '../../db/store-record.ts'
import { checkPolicyHtml, targetsOfHtml } from './check-html.ts'
import { linkProblem, type LinkTargets } from './check-links.ts'
import { contradictionsOf } from './contradictions.ts'
import { factProblems } from './facts.ts'
import { legalGaps } from './india.ts'
import { lineOfText } from './line-of-text.ts'
import { pictureProblems, type MeasurePicture } from './pictures.ts'
import { mainLanguage, policiesOf, type Policy } from './policies.ts'
import { inOrderOfRank, type ProblemPlace, type StoreProblem } from './problem.ts'
import { recordSchema } from './record-schema.ts'

/** What a check knows of the shop besides its record. */
export interface CheckedShop extends Pick<LinkTargets, 'hosts' | 'products' | 'categories'> {
  /** Without it, pictures are not measured. */
  measurePicture?: MeasurePicture | undefined
}

/** Every problem of a shop's record, the gravest first. docs/requirements.md#1210-checks-of-a-shop */
export async function findProblems(record: StoreRecord, shop: CheckedShop): Promise<StoreProblem[]> {
  const policies = policiesOf(record)
  const targetsIn = createTargetLookup(record, policies, shop)
  return inOrderOfRank<StoreProblem>([
    ...fieldProblems(record),
    ...linkProblems(record, targetsIn(mainLanguage(record))),
    ...policies.flatMap((policy) => policyProblems(policy, record, targetsIn(policy.language))),
    ...[...contradictionsOf(record), ...factProblems(record)].map(({ place, text, rank, says }) => ({
      place: placeOf(place, text, policies, record),
      rank: rank ?? ('wrong' as const),
      says,
    })),
    ...legalGaps(record).map(({ field, rule, says }) => ({
      place: placeOf(field, undefined, policies, record),
      rank: 'law' as const,
      says: `${rule}: ${says}`,
    })),
    ...(shop.measurePicture ? await pictureProblems(record, shop.measurePicture) : []),
  ])
}

/** The problems of a draft that its published record does not have already; those that do no harm are left out. */
export function newProblems(
  draft: readonly StoreProblem[],
  published: readonly StoreProblem[],
): StoreProblem[] {
  const known = new Set(published.map(problemKey))
  return draft.filter((problem) => problem.rank !== 'harmless' && !known.has(problemKey(problem)))
}

/** Lines move when a text above them is edited. */
function problemKey({ place: { document, language, field }, says }: StoreProblem): string {
  return JSON.stringify([document, language, field, says])
}

/** A problem as a sentence that begins with its place; the language of a policy is named if it is not the shop's first. */
export function problemSentence({ place, says }: StoreProblem, first: string): string {
  const { document, language = first, field, line } = place
  const policy = `${document.replace('policies/', '')}${language === first ? '' : ` (${language})`}`
  return `${field ?? policy}${line === undefined ? '' : `, line ${line}`}: ${says}.`
}

/** Fields that the schema of a store info file refuses, such as a theme with too little contrast. */
function fieldProblems(record: StoreRecord): StoreProblem[] {
  // Each policy has a check of its own.
  const translations = Object.entries(record.translations ?? {})
  const texts = Object.fromEntries(translations.map(([language, one]) => [language, { texts: one.texts }]))
  const { error } = recordSchema.safeParse({
    ...record,
    policies: undefined,
    translations: translations.length > 0 ? texts : undefined,
  })
  return (error?.issues ?? []).map(({ path, message }) => ({
    place: { document: 'store-info', field: path.map(String).join('.') || 'record' },
    rank: 'breaks',
    says: message,
  }))
}

function linkProblems({ heroLink }: StoreRecord, targets: LinkTargets): StoreProblem[] {
  const says = heroLink && linkProblem(heroLink.url, targets)
  if (says === undefined) return []
  return [{ place: { document: 'store-info', field: 'heroLink.url' }, rank: 'wrong', says }]
}

function policyProblems(
  { slug, language, html }: Policy,
  record: StoreRecord,
  targets: LinkTargets,
): StoreProblem[] {
  return checkPolicyHtml(html, record, targets).map(({ line, column, rank, says }) => ({
    place: { document: `policies/${slug}`, language, line, column },
    rank,
    says,
  }))
}

/** Returns a function from language to what links of its texts may lead to. Parses each policy once. */
function createTargetLookup(
  record: StoreRecord,
  policies: readonly Policy[],
  { hosts, products, categories = [] }: CheckedShop,
): (language: string) => LinkTargets {
  const parsed = policies.map(({ html, ...policy }) => ({ ...policy, ids: targetsOfHtml(html) }))
  return (language) => ({
    ...{ hosts, products, categories: [...record.categories, ...categories] },
    policyTargets: new Map(
      parsed.flatMap((policy) => (policy.language === language ? [[policy.slug, policy.ids]] : [])),
    ),
  })
}

/** The place of a field such as `companyName` or `policies.return`, or of a text in it. */
function placeOf(
  field: string,
  text: string | undefined,
  policies: readonly Policy[],
  record: StoreRecord,
): ProblemPlace {
  const [, translated, slug] = /^(?:translations\.(\w+)\.)?policies\.(\w+)$/.exec(field) ?? []
  if (slug === undefined) return { document: 'store-info', field }
  const language = translated ?? mainLanguage(record)
  const html = policies.find((policy) => policy.slug === slug && policy.language === language)?.html ?? ''
  return { document: `policies/${slug}`, language, line: text === undefined ? 1 : lineOfText(html, text) }
}
