import type { CatalogueProduct } from '../../api/modules/catalogue/catalogue-product.ts'
import { DESCRIPTION_MAX_LENGTH } from '../../src/lib/contract/constants.ts'
import { cleanDescription } from './html.ts'
import type { ImportEvent } from './import-event.ts'
import type { Catalogue } from './open-catalogue.ts'

const TITLE_MAX_LENGTH = 500
const PRICE_MAX = 10_000_000

const UNCLEANABLE_HTML =
  "the HTML of the description can't be read: it has too many or too deeply nested elements"

/**
 * The events of a catalogue with every product checked and its description cleaned: one that breaks a rule, or whose key
 * another product has, becomes a bad row.
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
    const product = { ...event.product, description: description ?? '' }
    const problems = [...problemsOf(product), ...(description === undefined ? [UNCLEANABLE_HTML] : [])]
    const earlier = lineOfKey.get(product.key)
    if (problems.length > 0) yield { kind: 'bad', line, reason: problems.join('; ') }
    else if (earlier !== undefined) {
      yield {
        kind: 'bad',
        line,
        reason: `the key "${product.key}" was already used at ${catalogue.unit} ${earlier}`,
      }
    } else {
      lineOfKey.set(product.key, line)
      yield { kind: 'product', line, product: withoutEmptyDiscount(product) }
    }
  }
}

/** Returns the rules that the product breaks, as sentences; empty for a valid product. */
export function problemsOf(product: CatalogueProduct): string[] {
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
  if (!(product.regularPrice > 0)) problems.push('the price must be more than 0')
  if (product.regularPrice > PRICE_MAX)
    problems.push(`the price ${product.regularPrice} is above ${PRICE_MAX}`)
  if (product.discountedPrice !== undefined && !(product.discountedPrice > 0)) {
    problems.push('the discounted price must be more than 0')
  }
  if (product.discountedPrice !== undefined && product.discountedPrice > product.regularPrice) {
    problems.push(
      `the discounted price ${product.discountedPrice} is higher than the regular price ${product.regularPrice}`,
    )
  }
  for (const url of new Set([product.imgUrl, ...product.images.map((image) => image.url)])) {
    if (url && !isImageAddress(url)) {
      problems.push(`the image address "${url.slice(0, 80)}" must begin with https://, http:// or /`)
    }
  }
  return problems
}

function isImageAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) ? URL.canParse(url) : /^\/(?![/\\])/.test(url)
}

/** Drops a discounted price that is not below the regular price. */
function withoutEmptyDiscount(product: CatalogueProduct): CatalogueProduct {
  const { discountedPrice, ...rest } = product
  return discountedPrice === undefined || discountedPrice === product.regularPrice ? rest : product
}
