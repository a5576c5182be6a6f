import { firstAudience, toGender } from './audience.ts'
import { garmentOf } from './garments.ts'
import { parsePrice } from './price.ts'
import { PARENT_CATEGORY_COLUMN, SHOPIFY } from './shopify-columns.ts'
import { toShopifyAttributes } from './shopify-options.ts'
import { columnFacts, noteFacts, ownNotesOf, type OwnNotes } from './shopify-own.ts'
import { withoutOrigin } from './text.ts'
import type { CatalogueProduct } from '../../api/modules/catalogue/catalogue-product.ts'
import type { CsvRow } from './csv.ts'
import type { GarmentKind } from './garments.ts'
import type { ImportEvent } from './import-event.ts'
import type { Columns } from './table.ts'

interface VariantPrice {
  regularPrice: number
  discountedPrice?: number
}

/**
 * Yields the product of one handle's rows, or why it is bad or left out. `ownOrigin` is removed from addresses of the
 * shop's own pictures.
 */
export function* toShopifyEvents(
  columns: Columns,
  handle: string,
  rows: readonly CsvRow[],
  ownOrigin: string,
): Generator<ImportEvent> {
  const first = rows[0]
  if (!first) return
  const broken = rows.filter((row) => row.problem)
  for (const row of broken)
    yield { kind: 'bad', line: row.line, reason: `"${handle}": the row ${row.problem}` }
  if (broken.length > 0) return

  const leaveOut = reasonToLeaveOut(columns, first)
  if (leaveOut) {
    yield { kind: 'left-out', line: first.line, reason: leaveOut, key: handle }
    return
  }
  const variants = rows.filter((row) => isVariant(columns, row, first))
  const prices: VariantPrice[] = []
  for (const row of variants) {
    const price = variantPrice(columns, row)
    if (typeof price !== 'string') prices.push(price)
    else yield { kind: 'bad', line: row.line, reason: `"${handle}": ${price}` }
  }
  const [highest] = prices.toSorted((one, other) => payable(other) - payable(one))
  if (!highest || prices.length < variants.length) return
  if (prices.some((price) => payable(price) !== payable(highest))) {
    const reason = 'variants at different prices: the shop has one price for a product and takes the highest'
    yield { kind: 'note', line: first.line, reason }
  }
  yield {
    kind: 'product',
    line: first.line,
    product: toProduct({ columns, handle, rows, first, ownOrigin }, highest),
  }
}

interface Source {
  columns: Columns
  handle: string
  rows: readonly CsvRow[]
  first: CsvRow
  ownOrigin: string
}

function toProduct(source: Source, price: VariantPrice): CatalogueProduct {
  const { columns, handle, rows, first } = source
  const text = (names: readonly string[]) => columns.text(first, ...names)
  const title = text(SHOPIFY.title)
  const notes = ownNotesOf(columns, first)
  const kind = kindOf(text(SHOPIFY.type), text(SHOPIFY.productCategory), title)
  const declared = SHOPIFY.gender.map((name) => columns.text(first, name))
  const guessed = [text(SHOPIFY.tags), text(SHOPIFY.type), title, text(SHOPIFY.productCategory)]
  return {
    key: handle,
    title,
    description: columns.raw(first, ...SHOPIFY.body),
    ...kind,
    parentCategory: columns.text(first, PARENT_CATEGORY_COLUMN) || kind.parentCategory,
    // A shop's own export names the audience; an empty cell means none.
    gender: toGender(firstAudience(notes ? declared : [...declared, ...guessed])),
    ...price,
    ...picturesOf(source, notes),
    attributes: notes
      ? noteFacts(notes, columnFacts(columns, rows, first))
      : toShopifyAttributes(columns, rows, first),
  }
}

function reasonToLeaveOut(columns: Columns, first: CsvRow): string | undefined {
  const status = columns.text(first, ...SHOPIFY.status).toLowerCase()
  if (status === 'draft' || status === 'archived') return `${status} product`
  if (columns.text(first, ...SHOPIFY.published).toLowerCase() === 'false') return 'unpublished product'
  if (columns.text(first, ...SHOPIFY.giftCard).toLowerCase() === 'true') return 'gift card'
  return undefined
}

/** A row without option and price only adds a picture. */
function isVariant(columns: Columns, row: CsvRow, first: CsvRow): boolean {
  return (
    row === first || columns.text(row, 'Option1 Value') !== '' || columns.text(row, ...SHOPIFY.price) !== ''
  )
}

/** The variant's price, or an error message. A compare-at price applies only when it is higher. */
function variantPrice(columns: Columns, row: CsvRow): VariantPrice | string {
  const price = parsePrice(columns.raw(row, ...SHOPIFY.price))
  const compareAt = parsePrice(columns.raw(row, ...SHOPIFY.compareAtPrice))
  if (price === undefined) return 'the variant has no price'
  if (price === null) return `"${columns.text(row, ...SHOPIFY.price)}" is not a price`
  if (compareAt === null) return `"${columns.text(row, ...SHOPIFY.compareAtPrice)}" is not a compare-at price`
  return compareAt !== undefined && compareAt > price
    ? { regularPrice: compareAt, discountedPrice: price }
    : { regularPrice: price }
}

function payable(price: VariantPrice): number {
  return price.discountedPrice ?? price.regularPrice
}

/**
 * The kind of a product: the merchant's Type; otherwise the last two levels of the product category; otherwise the
 * title.
 */
export function kindOf(type: string, productCategory: string, title: string): GarmentKind {
  const levels = productCategory
    .split('>')
    .map((level) => level.trim())
    .filter(Boolean)
  const parentCategory = levels.at(-1)
  if (type) return { category: type, parentCategory: parentCategory ?? type }
  if (parentCategory && levels.length > 1)
    return { category: levels.at(-2) ?? parentCategory, parentCategory }
  return (
    garmentOf(title) ?? {
      category: parentCategory ?? 'Clothing',
      parentCategory: parentCategory ?? 'Clothing',
    }
  )
}

function picturesOf(
  source: Source,
  notes: OwnNotes | undefined,
): Pick<CatalogueProduct, 'imgUrl' | 'images'> {
  const urls = imagesOf(source)
  const { main = 1, all = urls.map((_, at) => at + 1) } = notes?.pictures ?? {}
  const noted = [main, ...all].map((place) => (place === 0 ? '' : urls[place - 1]))
  const isWhole = noted.every((url) => url !== undefined)
  const [imgUrl = '', ...images] = isWhole ? noted : [urls[0], ...urls]
  return { imgUrl, images: images.map((url = '') => ({ url })) }
}

function imagesOf({ columns, rows, ownOrigin }: Source): string[] {
  const placed = rows.map((row, at) => ({
    url: columns.text(row, ...SHOPIFY.image),
    position: Number(columns.text(row, ...SHOPIFY.imagePosition)) || at + 1,
  }))
  const inOrder = placed.toSorted((one, other) => one.position - other.position).map((image) => image.url)
  const all = [...inOrder, ...rows.map((row) => columns.text(row, ...SHOPIFY.variantImage))]
  return [...new Set(all.filter((url) => url !== '').map((url) => withoutOrigin(url, ownOrigin)))]
}
