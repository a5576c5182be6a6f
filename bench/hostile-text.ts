import { cleanDescription } from '../cli/import/html.ts'
import { checkPolicyHtml } from '../cli/policies/check-html.ts'
import { DESCRIPTION_MAX_LENGTH } from '@tanabana/contract/constants.ts'
import { HTML_MAX_LENGTH, isHtml, POLICY_MAX_BYTES } from '@tanabana/contract/sanitize-html.ts'
import { cleanHtml, plainText, readPolicy } from '../src/server/rendering/shop-html.ts'
import { ENDLESS_PARTS, largeText, MEGABYTE } from '../tests/helpers/large-texts.ts'
import { fixed, printTable, verdict, type Row } from './kit/table.ts'

const TARGET_MS = 100
/** From this length on, the first pattern takes seconds. */
const BASELINE_LENGTH = 30_000

interface Place {
  place: string
  read: (text: string) => unknown
  /** The maximum length that the parser accepts, which is the worst case. */
  most: number
}

const COMPANY = { name: 'A', address: 'B', email: 'c@d.example', phone: '1', logoUrl: '' }
const PLACES: Place[] = [
  { place: 'description on its page', read: cleanHtml, most: DESCRIPTION_MAX_LENGTH },
  { place: 'summary of a description', read: plainText, most: MEGABYTE },
  { place: 'whether a text is HTML', read: isHtml, most: MEGABYTE },
  { place: 'imported description', read: cleanDescription, most: HTML_MAX_LENGTH },
  {
    // Between the parts of a longer policy, the event loop has a turn.
    place: 'part of a policy on its page',
    read: (text) => readPolicy(text.slice(0, HTML_MAX_LENGTH), COMPANY),
    most: HTML_MAX_LENGTH,
  },
  { place: 'check of policies', read: (text) => checkPolicyHtml(text, {}), most: POLICY_MAX_BYTES },
]
/** The patterns used until 2026, for comparison; on a thirtieth of the text. */
const BASELINES: [string, RegExp][] = [
  ['pattern of summaries', /<(?:br|\/p|\/li|\/div)[^>]*>/gi],
  ['pattern of imports', /<\/?[a-z][^>]*>/i],
]

/**
 * Prints how long the worst texts of a shop or a store API block the process; a time over the target does not fail
 * the bench.
 */
export function benchHostileText(): Promise<boolean> {
  const rows = PLACES.flatMap(({ place, read, most }): Row[] =>
    [...new Set([most, MEGABYTE])].map((length) => {
      const slowest = worst((text) => read(text), length)
      return { ...toRow(place, length, slowest), 'at most 100 ms': verdict(slowest.ms <= TARGET_MS) }
    }),
  )
  const baselines = BASELINES.map(([place, pattern]) =>
    toRow(
      `${place}, before`,
      BASELINE_LENGTH,
      worst((text) => text.replace(pattern, ' '), BASELINE_LENGTH),
    ),
  )
  printTable(`The slowest of ${ENDLESS_PARTS.length} endless texts, in processor time`, [
    ...rows,
    ...baselines,
  ])
  return Promise.resolve(true)
}

interface Slowest {
  part: string
  ms: number
}

function worst(read: (text: string) => unknown, length: number): Slowest {
  read(largeText('<p>a</p>', 1000))
  const times = ENDLESS_PARTS.map((part) => {
    const text = largeText(part, length)
    const before = process.cpuUsage()
    read(text)
    const { user, system } = process.cpuUsage(before)
    return { part, ms: (user + system) / 1000 }
  })
  return times.reduce((one, other) => (other.ms > one.ms ? other : one))
}

function toRow(place: string, length: number, { part, ms }: Slowest): Row {
  return { place, letters: length, 'slowest text': JSON.stringify(part), ms: fixed(ms) }
}
