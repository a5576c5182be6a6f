import { readFile } from 'node:fs/promises'

import * as z from 'zod'

import { ImportRefused } from './import-refused.ts'
import type { Columns } from './table.ts'

const column = z.string().min(1)

/** A column's name; or a column with how to take it apart; or several of these joined by spaces; or a fixed text. */
const simpleRule = z.union([
  column,
  z.strictObject({
    column,
    /** Cuts the cell into several values. */
    split: z.string().min(1).optional(),
    /** The cell is a JSON list of texts. */
    as: z.literal('json').optional(),
    /** Only cells, as they stand in the file, in which this regular expression is found. */
    pattern: z.string().refine(isPattern, 'is not a regular expression').optional(),
  }),
])
const rule = z.union([
  simpleRule,
  z.strictObject({ join: z.array(simpleRule).min(1), case: z.literal('title').optional() }),
  z.strictObject({ constant: z.string() }),
])

/** How the columns of a generic CSV become products. Documented for merchants in the README. */
const mappingSchema = z.strictObject({
  /** Files whose header has all these columns take this mapping by themselves. */
  match: z.array(column).default([]),
  /** Cells that mean "nothing", whatever their letter case. */
  empty: z.array(z.string()).default([]),
  skipBlankRows: z.boolean().default(true),
  /** What happens to a row without any price. */
  withoutPrice: z.enum(['refuse', 'leave-out']).default('refuse'),
  /** One column with an id of its own, or columns that together describe the product. */
  key: z.union([column, z.strictObject({ from: z.array(column).min(1) })]),
  title: rule,
  description: rule.optional(),
  regularPrice: column,
  discountedPrice: column.optional(),
  /** Columns, then specifications, that name who it is for: the first that does decides. */
  gender: z
    .strictObject({ columns: z.array(column).default([]), specifications: z.array(z.string()).default([]) })
    .optional(),
  /** Tried in this order: a category tree, a column, the garment words in a text; `otherwise` when none gives one. */
  category: z.strictObject({
    tree: z.strictObject({ column, separator: z.string().min(1) }).optional(),
    column: column.optional(),
    words: rule.optional(),
    otherwise: z.string().min(1).default('Clothing'),
    /** Category of whatever is for children. */
    kids: z.string().min(1).optional(),
  }),
  parentCategory: rule.optional(),
  images: rule.optional(),
  sizes: rule.optional(),
  colors: rule.optional(),
  /** Shown name → where the value stands. */
  attributes: z.record(z.string().min(1), rule).default({}),
  specifications: z.strictObject({ column, as: z.literal('ruby-hash') }).optional(),
})

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text))
  } catch {
    return false
  }
}

export type Mapping = z.output<typeof mappingSchema>
export type Rule = z.output<typeof rule>

export const READY_MAPPINGS = ['flipkart', 'myntra', 'myntra-sizes'] as const

/** A ready mapping by its name, or a mapping file. */
export async function loadMapping(nameOrPath: string): Promise<Mapping> {
  const isReady = READY_MAPPINGS.some((name) => name === nameOrPath)
  const path = isReady ? new URL(`mappings/${nameOrPath}.json`, import.meta.url) : nameOrPath
  let content: unknown
  try {
    content = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? `is not valid JSON (${error.message})` : "can't be read"
    throw new ImportRefused(
      `The mapping ${nameOrPath} ${reason}. Give a mapping file or one of: ${READY_MAPPINGS.join(', ')}.`,
    )
  }
  const result = mappingSchema.safeParse(content)
  if (result.success) return result.data
  throw new ImportRefused(`The mapping ${nameOrPath} has mistakes:\n${z.prettifyError(result.error)}`)
}

/** The ready mapping whose columns the file has, if any; of several, the one that asks for the most columns. */
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

/** Columns that the mapping names and the file lacks. */
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
