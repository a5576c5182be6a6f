import * as z from 'zod'

import { isColorOption } from '@tanabana/contract/attribute-names.ts'
import { sizesOf } from '../../api/modules/catalogue/attributes.ts'
import {
  isTaggedFeatured,
  metafieldsOf,
  OPTION_NUMBERS,
  OWN_COLUMN,
  SHOPIFY,
  splitList,
} from './shopify-columns.ts'
import { cleanText } from './text.ts'
import { translationsSchema } from './translations.ts'
import type { CatalogueAttribute } from '../../api/db/catalogue-product.ts'
import type { CsvRow } from './csv.ts'
import type { Columns } from './table.ts'

/**
 * Data of a shop's own export that Shopify's columns cannot hold: order, spelling and units of attributes, and values
 * or pictures that differ from the columns. Everything else comes from the columns that a merchant edits.
 */
const ownNotesSchema = z.object({
  facts: z.array(
    z.object({
      key: z.string(),
      metricUnit: z.string().optional(),
      value: z.array(z.string()).optional(),
    }),
  ),
  /** True where the rows are variants; without it, they only list the sizes and colours of the attributes. */
  hasVariants: z.boolean().optional(),
  /** Only where the order of the rows gives other options. */
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })).optional(),
  /** Only where the column differs. */
  tags: z.array(z.string()).optional(),
  /** Indices into the product's pictures, from 1; 0 means none. */
  pictures: z.object({ main: z.int(), all: z.array(z.int()) }).optional(),
  /** The same indices for each variant, in the order of the rows. Only where a variant has several pictures. */
  variantPictures: z.array(z.array(z.int())).optional(),
  translations: translationsSchema.optional(),
})

export type OwnNotes = z.output<typeof ownNotesSchema>

/** Reads the notes; `undefined` for a product that no shop of ours exported. */
export function ownNotesOf(columns: Columns, first: CsvRow): OwnNotes | undefined {
  const cell = columns.raw(first, OWN_COLUMN)
  if (cell === '') return undefined
  try {
    return ownNotesSchema.safeParse(JSON.parse(cell)).data
  } catch {
    return undefined
  }
}

/** The attributes in the columns by `factName`: raw values with their units. */
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

/** The attributes in the order and spelling of the notes, followed by those that the merchant added. */
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

/** The column values of an attribute; `undefined` when the columns lack it. */
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

/** All spellings of sizes share one column, and so do those of colours. */
function factName(key: string): string {
  const fact = [{ key, value: ['x'] }]
  if (sizesOf(fact).length > 0) return 'size'
  if (isColorOption(key)) return 'color'
  return cleanText(key).toLowerCase()
}
