import { readFile } from 'node:fs/promises'

import { RE2JS } from 're2js'
import * as z from 'zod'

import { ImportRefused } from './import-event.ts'
import type { Columns } from '../../tables/columns.ts'

const column = z.string().min(1)

/** A column name; a column with parsing options; several of these, joined by spaces; or a fixed text. */
const simpleRule = z.union([
  column,
  z.strictObject({
    column,
    /** Separator of the values in the cell. */
    split: z.string().min(1).optional(),
    /** The cell is a JSON list of texts. */
    as: z.literal('json').optional(),
    /** Only raw cells that match this regular expression of RE2. */
    pattern: z.string().refine(isPattern, 'is not a regular expression').optional(),
  }),
])
const rule = z.union([
  simpleRule,
  z.strictObject({ join: z.array(simpleRule).min(1), case: z.literal('title').optional() }),
  z.strictObject({ constant: z.string() }),
])

/** Mapping from the columns of a generic CSV to products. docs/import.md documents it for merchants. */
const mappingSchema = z.strictObject({
  /** Detects files by these columns, all of which the header must have. */
  match: z.array(column).default([]),
  /** Cell values that mean "empty", case-insensitive. */
  empty: z.array(z.string()).default([]),
  skipBlankRows: z.boolean().default(true),
  /** Treatment of rows without a price. */
  withoutPrice: z.enum(['refuse', 'leave-out']).default('refuse'),
  /** A column with ids, or columns that together identify the product. */
  key: z.union([column, z.strictObject({ from: z.array(column).min(1) })]),
  title: rule,
  description: rule.optional(),
  regularPrice: column,
  discountedPrice: column.optional(),
  /** Columns, then specifications, that name the audience; the first match decides. */
  gender: z
    .strictObject({ columns: z.array(column).default([]), specifications: z.array(z.string()).default([]) })
    .optional(),
  /** Sources of the category in order: a category tree, a column, garment words in a text; then `otherwise`. */
  category: z.strictObject({
    tree: z.strictObject({ column, separator: z.string().min(1) }).optional(),
    column: column.optional(),
    words: rule.optional(),
    otherwise: z.string().min(1).default('Clothing'),
    /** Category of all children's wear. */
    kids: z.string().min(1).optional(),
  }),
  parentCategory: rule.optional(),
  images: rule.optional(),
  sizes: rule.optional(),
  colors: rule.optional(),
  /** Displayed attribute name → source of its value. */
  attributes: z.record(z.string().min(1), rule).default({}),
  specifications: z.strictObject({ column, as: z.literal('ruby-hash') }).optional(),
})

/**
 * Compiles the pattern of a mapping. RE2 matches in linear time, so that a mapping which staff sends can't stop the API.
 * @throws {Error} it is no regular expression of RE2
 */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern))
}

function isPattern(text: string): boolean {
  try {
    return Boolean(compilePattern(text))
  } catch {
    return false
  }
}

export type Mapping = z.output<typeof mappingSchema>
export type Rule = z.output<typeof rule>

export const READY_MAPPINGS = ['flipkart', 'myntra', 'myntra-sizes'] as const

/** Loads a ready mapping by name, or a mapping file. */
export async function loadMapping(nameOrPath: string): Promise<Mapping> {
  const isReady = READY_MAPPINGS.some((name) => name === nameOrPath)
  const path = isReady ? new URL(`mappings/${nameOrPath}.json`, import.meta.url) : nameOrPath
  const json = await readFile(path, 'utf8').catch(() => {
    throw unusable(nameOrPath, "can't be read")
  })
  return parseMapping(json, nameOrPath)
}

/**
 * Parses a mapping. `name` is for messages.
 * @throws {ImportRefused} it has mistakes
 */
export function parseMapping(json: string, name: string): Mapping {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch (error) {
    throw unusable(name, `is not valid JSON (${error instanceof Error ? error.message : String(error)})`)
  }
  const result = mappingSchema.safeParse(content)
  if (result.success) return result.data
  throw new ImportRefused(`The mapping ${name} has mistakes:\n${z.prettifyError(result.error)}`)
}

function unusable(name: string, reason: string): ImportRefused {
  return new ImportRefused(
    `The mapping ${name} ${reason}. Give a mapping file or one of: ${READY_MAPPINGS.join(', ')}.`,
  )
}

/** The ready mapping whose columns the file has; of several, the one with the most columns. */
export async function detectMapping(
  columns: Columns,
): Promise<{ name: string; mapping: Mapping } | undefined> {
  const all = await Promise.all(
    READY_MAPPINGS.map(async (name) => ({ name, mapping: await loadMapping(name) })),
  )
  return all
    .filter(({ mapping }) => mapping.match.length > 0 && mapping.match.every((name) => columns.has(name)))
    .toSorted((one, other) => other.mapping.match.length - one.mapping.match.length)[0]
}

/** Columns of the mapping that the file lacks. */
export function missingColumns(mapping: Mapping, columns: Columns): string[] {
  return [...new Set(columnsOf(mapping))].filter((name) => !columns.has(name))
}

function columnsOf(mapping: Mapping): string[] {
  const { key, category } = mapping
  const rules = [
    mapping.title,
    mapping.description,
    mapping.parentCategory,
    mapping.images,
    mapping.sizes,
    mapping.colors,
    category.words,
    ...Object.values(mapping.attributes),
  ]
  const single = [
    mapping.regularPrice,
    mapping.discountedPrice,
    category.tree?.column,
    category.column,
    mapping.specifications?.column,
  ]
  return [
    ...(typeof key === 'string' ? [key] : key.from),
    ...single.filter((name) => name !== undefined),
    ...(mapping.gender?.columns ?? []),
    ...rules.flatMap((each) => (each === undefined ? [] : columnsOfRule(each))),
  ]
}

function columnsOfRule(each: Rule): string[] {
  if (typeof each === 'string') return [each]
  if ('constant' in each) return []
  return 'join' in each ? each.join.flatMap(columnsOfRule) : [each.column]
}
