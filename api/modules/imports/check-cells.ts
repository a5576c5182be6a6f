import { sizesOf } from '../catalogue/attributes.ts'
import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import { hasGtinLength, isGtin } from '@tanabana/contract/gtin.ts'
import type { Remark } from './remark.ts'
import {
  isDateLike,
  isShortenedNumber,
  isSpreadsheetError,
  describeSpreadsheetError,
} from '../../tables/spreadsheet.ts'

const LOOKS_LIKE_DATE = 'looks like a date: a spreadsheet makes dates of sizes such as 2-4'
const SHORTENED = 'is shortened by a spreadsheet: format the column as text and enter it again'
const NOT_PASSED_ON = 'feeds and search engines do not get it'

/** Returns the texts for shoppers and the SKUs that are errors of a spreadsheet, as sentences. */
export function spreadsheetProblems(product: CatalogueProduct): string[] {
  const { title, description, category, parentCategory, attributes, options = [], variants = [] } = product
  const chosen = new Set(options.flatMap(({ values }) => values))
  const texts: [name: string, text: string][] = [
    ['the title', title],
    ['the description', description],
    ['the category', category],
    ['the category', parentCategory],
    ...options.flatMap(({ name, values }) => values.map((text): [string, string] => [`the ${name}`, text])),
    ...attributes.flatMap(({ key, value }) =>
      value.filter((text) => !chosen.has(text)).map((text): [string, string] => [`the ${key}`, text]),
    ),
    ...variants.map(({ sku = '' }): [string, string] => ['the SKU', sku]),
  ]
  const problems = texts.flatMap(([name, text]) =>
    isSpreadsheetError(text) ? [describeSpreadsheetError(text, name)] : [],
  )
  return [...new Set(problems)]
}

/**
 * Finds the sizes, SKUs and barcodes of a product that a spreadsheet has probably changed, and barcodes that are no
 * GTIN. `lines` are those of the variants; without them, a remark has the product's `line`.
 */
export function damageOf(product: CatalogueProduct, line: number, lines: readonly number[] = []): Remark[] {
  const { variants = [], attributes } = product
  if (variants.length === 0) {
    return sizesOf(attributes)
      .filter(isDateLike)
      .map((size) => ({ line, reason: `the size "${size}" ${LOOKS_LIKE_DATE}` }))
  }
  const dates = new Set<string>()
  return variants.flatMap(({ options, sku, barcode }, at) => {
    const reasons = Object.entries(options).flatMap(([name, value]) => {
      if (!isDateLike(value) || dates.has(value)) return []
      dates.add(value)
      return [`the ${name} "${value}" ${LOOKS_LIKE_DATE}`]
    })
    if (sku !== undefined && isShortenedNumber(sku)) reasons.push(`the SKU "${sku}" ${SHORTENED}`)
    if (barcode !== undefined && !isGtin(barcode)) {
      reasons.push(`the barcode "${barcode}" ${barcodeFault(barcode)}; ${NOT_PASSED_ON}`)
    }
    return reasons.map((reason) => ({ line: lines[at] ?? line, reason }))
  })
}

function barcodeFault(barcode: string): string {
  if (isShortenedNumber(barcode)) return SHORTENED
  return hasGtinLength(barcode) ? 'has a wrong check digit' : 'is no GTIN of 8, 12, 13 or 14 digits'
}
