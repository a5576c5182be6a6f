import { parsePieces } from './pieces.ts'
import { describePriceFault, parsePrice } from '../../tables/price.ts'
import { OPTION_NUMBERS, SHOPIFY, shopifyFields } from './shopify-columns.ts'
import { withoutOrigin } from './text.ts'
import type { CatalogueOption, CatalogueVariant } from '../../db/catalogue-product.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { Columns } from '../../tables/columns.ts'

interface OptionColumn {
  number: (typeof OPTION_NUMBERS)[number]
  name: string
}

export interface ShopifyVariants {
  options: CatalogueOption[]
  variants: CatalogueVariant[]
  /** Line of each variant. */
  lines: number[]
  problems: { line: number; reason: string }[]
}

/**
 * The options and variants of one product's rows, with names and values as in the file. `ownOrigin` is removed from
 * addresses of the shop's own pictures, and `alts` holds the text of each picture.
 */
export function toShopifyVariants(
  columns: Columns,
  rows: readonly CsvRow[],
  ownOrigin: string,
  alts: ReadonlyMap<string, string>,
): ShopifyVariants {
  const [first] = rows
  const named = first ? optionColumns(columns, rows, first) : []
  const lines = new Map<string, number>()
  const variants: CatalogueVariant[] = []
  const variantLines: number[] = []
  const problems: ShopifyVariants['problems'] = []
  for (const row of rows) {
    const read = first && toVariant({ columns, row, first, named, ownOrigin, alts })
    if (read === undefined) continue
    if (typeof read === 'string') {
      problems.push({ line: row.line, reason: read })
      continue
    }
    const combination = JSON.stringify(Object.entries(read.options))
    const earlier = lines.get(combination)
    // Without option columns, a row says by its SKU which of the shop's variants it means.
    const isBySku = !shopifyFields(columns).has('variants') && read.sku !== undefined
    if (earlier !== undefined && !isBySku) {
      problems.push({ line: row.line, reason: `the options are those of row ${earlier}` })
      continue
    }
    lines.set(combination, row.line)
    variantLines.push(row.line)
    variants.push(read)
  }
  const options = named.map(({ name }) => ({
    name,
    values: [...new Set(variants.map((variant) => variant.options[name] ?? ''))],
  }))
  return { options, variants, lines: variantLines, problems }
}

/** The named options; Shopify gives a product without options the option Title with the value Default Title. */
function optionColumns(columns: Columns, rows: readonly CsvRow[], first: CsvRow): OptionColumn[] {
  const named = OPTION_NUMBERS.flatMap((number) => {
    const name = columns.text(first, `Option${number} Name`)
    return name === '' ? [] : [{ number, name }]
  })
  const isOnly =
    named.length === 1 &&
    named[0]?.name.toLowerCase() === 'title' &&
    rows.every((row) => /^(?:default title)?$/i.test(columns.text(row, `Option${named[0]?.number} Value`)))
  return isOnly ? [] : named
}

interface VariantSource {
  columns: Columns
  row: CsvRow
  first: CsvRow
  named: readonly OptionColumn[]
  ownOrigin: string
  alts: ReadonlyMap<string, string>
}

/** The variant of a row, or an error message; `undefined` for a row that only adds a picture. */
function toVariant(source: VariantSource): CatalogueVariant | string | undefined {
  const { columns, row, first, ownOrigin, alts } = source
  const hasValue = OPTION_NUMBERS.some((number) => columns.text(row, `Option${number} Value`) !== '')
  if (row !== first && !hasValue && columns.text(row, ...SHOPIFY.price) === '') return undefined
  const options = chosenOptions(source)
  if (typeof options === 'string') return options
  const price = variantPrice(columns, row)
  if (typeof price === 'string') return price
  const stock = variantStock(columns, row)
  if (typeof stock === 'string') return stock
  const sku = columns.text(row, ...SHOPIFY.sku)
  const barcode = columns.text(row, ...SHOPIFY.barcode)
  const url = withoutOrigin(columns.text(row, ...SHOPIFY.variantImage), ownOrigin)
  const alt = alts.get(url)
  return {
    options,
    ...price,
    ...(sku ? { sku } : {}),
    ...(barcode ? { barcode } : {}),
    ...stock,
    images: url ? [{ url, ...(alt ? { alt } : {}) }] : [],
  }
}

function chosenOptions({ columns, row, first, named }: VariantSource): Record<string, string> | string {
  for (const number of OPTION_NUMBERS) {
    const before = columns.text(first, `Option${number} Name`)
    const name = columns.text(row, `Option${number} Name`)
    if (name !== '' && name !== before) {
      return `option ${number} is named "${name}" here, but "${before}" in the first row of the product`
    }
    const value = columns.text(row, `Option${number} Value`)
    if (value !== '' && before === '') {
      return `"${value}" is a value of option ${number}, which the first row of the product does not name`
    }
  }
  const values = named.map(({ number, name }) => [name, columns.text(row, `Option${number} Value`)] as const)
  const [missing] = values.find(([, value]) => value === '') ?? []
  if (missing !== undefined) return `the variant has no value for the option "${missing}"`
  return Object.fromEntries(values)
}

/** The variant's price, or an error message. A compare-at price applies only when it is higher. */
function variantPrice(
  columns: Columns,
  row: CsvRow,
): Pick<CatalogueVariant, 'regularPrice' | 'discountedPrice'> | string {
  const price = parsePrice(columns.raw(row, ...SHOPIFY.price))
  const compareAt = parsePrice(columns.raw(row, ...SHOPIFY.compareAtPrice))
  if (price === undefined) return 'the variant has no price'
  if (price === null) return describePriceFault(columns.raw(row, ...SHOPIFY.price))
  if (compareAt === null) {
    return describePriceFault(columns.raw(row, ...SHOPIFY.compareAtPrice), 'a compare-at price')
  }
  return compareAt !== undefined && compareAt > price
    ? { regularPrice: compareAt, discountedPrice: price }
    : { regularPrice: price }
}

/** Stock is counted only where a tracker is named. */
function variantStock(
  columns: Columns,
  row: CsvRow,
): Pick<CatalogueVariant, 'stock' | 'sellsBeyondStock'> | string {
  const policy = columns.text(row, ...SHOPIFY.policy)
  const beyond = /^(?:continue|true|yes)$/i.test(policy) ? { sellsBeyondStock: true } : {}
  const cell = columns.text(row, ...SHOPIFY.quantity)
  if (columns.text(row, ...SHOPIFY.tracker) === '' || cell === '') return beyond
  const stock = parsePieces(cell)
  return typeof stock === 'string' ? stock : { stock, ...beyond }
}
