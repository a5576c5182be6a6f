import * as z from 'zod'

import { colorsOf, sizesOf } from '../catalogue/attributes.ts'
import {
  isTaggedFeatured,
  metafieldsOf,
  OPTION_NUMBERS,
  OWN_COLUMN,
  SHOPIFY,
  splitList,
} from './shopify-columns.ts'
import { cleanText } from './text.ts'
import type { CatalogueAttribute } from '../catalogue/catalogue-product.ts'
import type { CsvRow } from './csv.ts'
import type { Columns } from './table.ts'

/**
 * What a shop's own export adds, because Shopify's columns alone don't hold it: the order of the facts, how their keys
 * are written, their units, and values or pictures that the other columns can't say. Everything else is read from the
 * columns that a merchant edits.
 */
const ownNotesSchema = z.object({
  facts: z.array(
    z.object({
      key: z.string(),
      metricUnit: z.string().optional(),
      value: z.array(z.string()).optional(),
    }),
  ),
  /** Places among the product's pictures, from 1; 0 is none. */
  pictures: z.object({ main: z.int(), all: z.array(z.int()) }).optional(),
})

export type OwnNotes = z.output<typeof ownNotesSchema>

/** `undefined` for a product that no shop of ours has written. */
export function ownNotesOf(columns: Columns, first: CsvRow): OwnNotes | undefined {
  const cell = columns.raw(first, OWN_COLUMN)
  if (cell === '') return undefined
  try {
    return ownNotesSchema.safeParse(JSON.parse(cell)).data
  } catch {
    return undefined
  }
}

/** What the columns say of each fact, by its `factName`: values as they stand, with their units. */
export function columnFacts(
  columns: Columns,
  rows: readonly CsvRow[],
  first: CsvRow,
): Map<string, CatalogueAttribute> {
  const facts = new Map<string, CatalogueAttribute>()
  const add = (key: string, value: string[]) => {
    if (value.length > 0 && !facts.has(factName(key))) facts.set(factName(key), { key, value })
  }
  for (const number of OPTION_NUMBERS) {
    const name = columns.text(first, `Option${number} Name`)
    const values = rows.map((row) => columns.text(row, `Option${number} Value`))
    const isNone = name === '' || (name === 'Title' && values[0] === 'Default Title')
    if (!isNone) add(name, [...new Set(values.filter((value) => value !== ''))])
  }
  for (const { column, key } of metafieldsOf(columns)) add(key, splitList(columns.text(first, column)))
  add(
    'Brand',
    [columns.text(first, ...SHOPIFY.vendor)].filter((vendor) => vendor !== ''),
  )
  if (isTaggedFeatured(columns, first)) add('featured', ['true'])
  return facts
}

/** The facts in the order and writing of the notes, and behind them those that the merchant has added since. */
export function noteFacts(
  { facts }: OwnNotes,
  found: ReadonlyMap<string, CatalogueAttribute>,
): CatalogueAttribute[] {
  const noted = facts.flatMap(({ key, metricUnit, value }) => {
    const values = value ?? valuesOf(found, key, metricUnit)
    return values === undefined ? [] : [{ key, value: values, ...(metricUnit ? { metricUnit } : {}) }]
  })
  const names = new Set(facts.map(({ key }) => factName(key)))
  return [...noted, ...[...found].flatMap(([name, fact]) => (names.has(name) ? [] : [fact]))]
}

/** `undefined` for a fact that the columns don't have (any more). */
export function valuesOf(
  found: ReadonlyMap<string, CatalogueAttribute>,
  key: string,
  metricUnit: string | undefined,
): string[] | undefined {
  const values = found.get(factName(key))?.value
  const unit = ` ${metricUnit}`
  if (!metricUnit) return values
  return values?.map((value) => (value.endsWith(unit) ? value.slice(0, -unit.length) : value))
}

/** All spellings of sizes and of colours are one column. */
function factName(key: string): string {
  const fact = [{ key, value: ['x'] }]
  if (sizesOf(fact).length > 0) return 'size'
  if (colorsOf(fact).length > 0) return 'color'
  return cleanText(key).toLowerCase()
}
