import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import type { NamedFields } from '../catalogue/named-fields.ts'
import { withVariantFields } from '../catalogue/variants.ts'
import { DESCRIPTION_MAX_LENGTH } from '@tanabana/contract/constants.ts'
import { cleanDescription } from './html.ts'
import type { ImportEvent } from './import-event.ts'
import { damageOf, spreadsheetProblems } from './check-cells.ts'
import { productName } from './text.ts'
import type { Catalogue } from './open-catalogue.ts'

const TITLE_MAX_LENGTH = 500
const PRICE_MAX = 10_000_000
const VARIANTS_MAX = 2000
const STOCK_MAX = 10_000_000

const UNCLEANABLE_HTML =
  "the HTML of the description can't be read: it has too many or too deeply nested elements"

/**
 * The events of a catalogue with every product checked and its description cleaned: one that breaks a rule, or whose key
 * another product has, becomes a bad row. Values that a spreadsheet has probably changed become warnings.
 */
export async function* checkedEvents(catalogue: Catalogue): AsyncGenerator<ImportEvent> {
  const lineOfKey = new Map<string, number>()
  for await (const event of catalogue.events()) {
    if (event.kind !== 'product') {
      yield event
      continue
    }
    const { line } = event
    const description = cleanDescription(event.product.description)
    const product = withVariantFields({ ...event.product, description: description ?? '' })
    const problems = [
      ...problemsOf(product, event.named),
      ...(description === undefined ? [UNCLEANABLE_HTML] : []),
    ]
    const name = productName(product.key, product.title)
    const earlier = lineOfKey.get(product.key)
    if (problems.length > 0) yield { kind: 'bad', line, reason: `${name}: ${problems.join('; ')}` }
    else if (earlier !== undefined) {
      yield {
        kind: 'bad',
        line,
        reason: `${name}: the key "${product.key}" was already used at ${catalogue.unit} ${earlier}`,
      }
    } else {
      lineOfKey.set(product.key, line)
      yield { ...event, product: withoutEmptyDiscount(product) }
      for (const { reason, ...place } of damageOf(product, line, event.lines)) {
        yield { kind: 'warning', ...place, reason: `${name}: ${reason}` }
      }
    }
  }
}

/** Returns the rules that the product breaks, as sentences; empty for a valid product. */
export function problemsOf(product: CatalogueProduct, named?: NamedFields): string[] {
  const problems: string[] = []
  if (!product.key) problems.push('it has no handle, id or key')
  if (!product.title) problems.push('the title is empty')
  if (product.title.length > TITLE_MAX_LENGTH)
    problems.push(`the title is longer than ${TITLE_MAX_LENGTH} characters`)
  if (product.description.length > DESCRIPTION_MAX_LENGTH) {
    problems.push(
      `the description is longer than ${DESCRIPTION_MAX_LENGTH.toLocaleString('en-IN')} characters`,
    )
  }
  const variants = product.variants ?? []
  problems.push(...spreadsheetProblems(product))
  problems.push(...(variants.length > 0 ? variantProblems(product, named) : priceProblems(product)))
  const pictures = [...product.images, ...variants.flatMap(({ images }) => images)]
  for (const url of new Set([product.imgUrl, ...pictures.map((image) => image.url)])) {
    if (url && !isImageAddress(url)) {
      problems.push(`the image address "${url.slice(0, 80)}" must begin with https://, http:// or /`)
    }
  }
  return problems
}

function priceProblems({
  regularPrice,
  discountedPrice,
}: Pick<CatalogueProduct, 'regularPrice' | 'discountedPrice'>): string[] {
  const problems: string[] = []
  if (!(regularPrice > 0)) problems.push('the price must be more than 0')
  if (regularPrice > PRICE_MAX) problems.push(`the price ${regularPrice} is above ${PRICE_MAX}`)
  if (discountedPrice !== undefined && !(discountedPrice > 0)) {
    problems.push('the discounted price must be more than 0')
  }
  if (discountedPrice !== undefined && discountedPrice > regularPrice) {
    problems.push(`the discounted price ${discountedPrice} is higher than the regular price ${regularPrice}`)
  }
  return problems
}

/** Options without values, combinations that are incomplete, unknown or repeated, wrong prices and stocks. */
function variantProblems(
  { options = [], variants = [] }: CatalogueProduct,
  named: NamedFields | undefined,
): string[] {
  if (variants.length > VARIANTS_MAX) {
    return [`it has more than ${VARIANTS_MAX.toLocaleString('en-IN')} variants`]
  }
  const problems = new Set<string>()
  const names = new Set(options.map(({ name }) => name))
  if (names.size < options.length) problems.add('two options have the same name')
  for (const { name, values } of options) {
    if (name === '') problems.add('an option has no name')
    if (values.length === 0 || values.includes('')) problems.add(`the option "${name}" has no value`)
    if (new Set(values).size < values.length) problems.add(`the option "${name}" has a value twice`)
  }
  const combinations = new Set<string>()
  for (const variant of variants) {
    const chosen = options.map(({ name }) => variant.options[name] ?? '')
    const place = chosen.length > 0 ? `the variant ${chosen.join(' / ')}` : 'the variant'
    const isComplete =
      Object.keys(variant.options).length === options.length &&
      options.every(({ values }, at) => values.includes(chosen[at] ?? ''))
    if (!isComplete) problems.add(`${place} must have one of the values of each option`)
    const combination = JSON.stringify(chosen)
    const isNamed = named?.fields.has('variants') ?? true
    if (isNamed && combinations.has(combination)) problems.add(`${place} appears twice`)
    combinations.add(combination)
    for (const problem of priceProblems(variant)) problems.add(`${place}: ${problem}`)
    const { stock = 0 } = variant
    if (!Number.isInteger(stock) || Math.abs(stock) > STOCK_MAX) {
      problems.add(`${place}: the stock ${stock} must be a whole number up to ${STOCK_MAX}`)
    }
  }
  return [...problems]
}

function isImageAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) ? URL.canParse(url) : /^\/(?![/\\])/.test(url)
}

/** Drops a discounted price that is not below the regular price. */
function withoutEmptyDiscount(product: CatalogueProduct): CatalogueProduct {
  const { discountedPrice, ...rest } = product
  return discountedPrice === undefined || discountedPrice === product.regularPrice ? rest : product
}
