import { diff, isDeepStrictEqual } from 'node:util'

import type { StoreRecord } from '../../db/store-record.ts'
import type { Tenant } from '../../tenant.ts'
import { fieldsOf } from './record-fields.ts'

const SHOWN_MAX = 60
/** Unchanged lines around a change. */
const CONTEXT_LINES = 2
/** Time and memory of a diff grow with the square of the lines that differ: more of them are all removed and all added. */
const COMPARED_MAX = 2000

/** A field that differs between two states of a shop, with a sentence about the difference. */
export interface Difference {
  field: string
  says: string
  before: unknown
  after: unknown
}

/** Differences between two states of a shop: texts by line, other fields by value. */
export function differencesOf(before: Tenant, after: Tenant): Difference[] {
  return differencesOfFields(shopFields(before), shopFields(after))
}

/** Differences between two records. */
export function differencesOfRecords(before: StoreRecord, after: StoreRecord): Difference[] {
  return differencesOfFields(fieldsOf(before), fieldsOf(after))
}

/** Differences between two sets of fields. */
export function differencesOfFields(
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
): Difference[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((field) => {
    const [before, after] = [one.get(field), other.get(field)]
    return isDeepStrictEqual(before, after) ? [] : [{ field, says: describe(before, after), before, after }]
  })
}

function shopFields({ hosts, payee, record }: Tenant): Map<string, unknown> {
  return new Map<string, unknown>([
    ['hosts', hosts],
    ...(payee.upiId ? [['payee', payee] as const] : []),
    ...fieldsOf(record),
  ])
}

function describe(before: unknown, after: unknown): string {
  if (isText(before) && isText(after) && `${before}${after}`.includes('\n')) {
    const changes = changedLines(before, after)
    const [added, removed] = ['+', '-'].map(
      (sign) => changes.filter((line) => line.startsWith(`${sign} `)).length,
    )
    return `${added} lines added, ${removed} removed`
  }
  return `${short(before)} → ${short(after)}`
}

/**
 * The lines of a difference: `+ ` added, `- ` removed, two unchanged ones around each change, `…` for the rest.
 */
export function differenceLines({ before, after }: Pick<Difference, 'before' | 'after'>): string[] {
  const lines = changedLines(toText(before), toText(after))
  const isNear = (at: number) =>
    lines
      .slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1)
      .some((line) => !line.startsWith('  '))
  return lines.flatMap((line, at) => {
    if (isNear(at)) return [line]
    return at === 0 || isNear(at - 1) ? ['…'] : []
  })
}

const SIGNS = { [-1]: '+', 0: ' ', 1: '-' }

function changedLines(before: string, after: string): string[] {
  const [one, other] = [toLines(before), toLines(after)]
  const head = countEqual(one, other)
  const tail = countEqual(one.slice(head).toReversed(), other.slice(head).toReversed())
  const [removed, added] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)]
  const same = (lines: string[]) => lines.map((line) => `  ${line}`)
  return [
    ...same(one.slice(0, head)),
    ...comparedLines(removed, added),
    ...same(one.slice(one.length - tail)),
  ]
}

function comparedLines(removed: string[], added: string[]): string[] {
  const isCompared = removed.length > 0 && added.length > 0 && removed.length + added.length <= COMPARED_MAX
  return isCompared
    ? diff(removed, added).map(([operation, line]) => `${SIGNS[operation]} ${line}`)
    : [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]
}

/** The number of equal lines at the start of two texts. */
function countEqual(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((line, at) => line !== other[at])
  return first === -1 ? one.length : first
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function toText(value: unknown): string {
  return isText(value) ? value : value === undefined ? '' : JSON.stringify(value, null, 2)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function short(value: unknown): string {
  if (value === undefined) return 'nothing'
  const json = JSON.stringify(value)
  return json.length > SHOWN_MAX ? `${json.slice(0, SHOWN_MAX)}…` : json
}
