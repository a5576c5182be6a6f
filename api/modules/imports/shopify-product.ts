import { firstAudience, toGender } from './audience.ts'
import { garmentOf } from './garments.ts'
import { metafieldsOf, PARENT_CATEGORY_COLUMN, SHOPIFY, shopifyFields, tagsOf } from './shopify-columns.ts'
import { attributeName, toShopifyAttributes } from './shopify-options.ts'
import { toShopifyVariants } from './shopify-variants.ts'
import { productName, withoutOrigin } from './text.ts'
import { withVariantFields } from '../catalogue/variants.ts'
import type {
  CatalogueOption,
  CataloguePicture,
  CatalogueProduct,
  CatalogueVariant,
} from '../../db/catalogue-product.ts'
import type { NamedFields } from '../catalogue/named-fields.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { GarmentKind } from './garments.ts'
import type { ImportEvent } from './import-event.ts'
import type { Columns } from '../../tables/columns.ts'

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
  const name = productName(handle, columns.text(first, ...SHOPIFY.title))
  const broken = rows.filter((row) => row.problem)
  for (const row of broken) yield { kind: 'bad', line: row.line, reason: `${name}: the row ${row.problem}` }
  if (broken.length > 0) return

  const leaveOut = reasonToLeaveOut(columns, first)
  if (leaveOut) {
    yield { kind: 'left-out', line: first.line, reason: leaveOut, key: handle }
    return
  }
  const source = { columns, handle, rows, first, ownOrigin }
  const alts = altsOf(source)
  const { options, variants, lines, problems } = toShopifyVariants(columns, rows, ownOrigin, alts)
  for (const { line, reason } of problems) yield { kind: 'bad', line, reason: `${name}: ${reason}` }
  if (problems.length > 0) return
  for (const row of rows) {
    if (lacksTracker(columns, row)) yield { kind: 'note', line: row.line, reason: UNCOUNTED }
  }
  const product = toProduct(source, options, variants, alts)
  yield { kind: 'product', line: first.line, product, lines, named: namedBy(source, product) }
}

/** A gender that is guessed from other columns adds to the shop's, and removes none. */
function namedBy({ columns }: Source, { gender }: CatalogueProduct): NamedFields {
  const fields = shopifyFields(columns)
  const isGuess = gender !== null && (fields.has('category') || fields.has('tags'))
  return {
    fields: isGuess ? new Set([...fields, 'gender' as const]) : fields,
    attributes: [
      ...metafieldsOf(columns).map(({ key }) => attributeName(key)),
      ...(columns.has(SHOPIFY.vendor[0]) ? ['Brand'] : []),
      ...(fields.has('tags') ? ['featured'] : []),
    ],
  }
}

const UNCOUNTED = 'quantity without an inventory tracker: stock is not counted'

function lacksTracker(columns: Columns, row: CsvRow): boolean {
  return columns.text(row, ...SHOPIFY.quantity) !== '' && columns.text(row, ...SHOPIFY.tracker) === ''
}

interface Source {
  columns: Columns
  handle: string
  rows: readonly CsvRow[]
  first: CsvRow
  ownOrigin: string
}

function toProduct(
  source: Source,
  options: CatalogueOption[],
  variants: CatalogueVariant[],
  alts: ReadonlyMap<string, string>,
): CatalogueProduct {
  const { columns, handle, first } = source
  const text = (names: readonly string[]) => columns.text(first, ...names)
  const title = text(SHOPIFY.title)
  const kind = kindOf(text(SHOPIFY.type), text(SHOPIFY.productCategory), title)
  const declared = SHOPIFY.gender.map((name) => columns.text(first, name))
  const guessed = [text(SHOPIFY.tags), text(SHOPIFY.type), title, text(SHOPIFY.productCategory)]
  const tags = tagsOf(columns, first)
  const seoTitle = text(SHOPIFY.seoTitle)
  const seoDescription = text(SHOPIFY.seoDescription)
  const [one] = variants
  const product: CatalogueProduct = {
    key: handle,
    title,
    description: columns.raw(first, ...SHOPIFY.body),
    ...kind,
    parentCategory: columns.text(first, PARENT_CATEGORY_COLUMN) || kind.parentCategory,
    gender: toGender(firstAudience([...declared, ...guessed])),
    regularPrice: one?.regularPrice ?? 0,
    ...(one?.discountedPrice === undefined ? {} : { discountedPrice: one.discountedPrice }),
    ...picturesOf(source, alts),
    attributes: toShopifyAttributes(columns, first),
    ...(tags.length > 0 ? { tags } : {}),
    ...(seoTitle ? { seoTitle } : {}),
    ...(seoDescription ? { seoDescription } : {}),
  }
  return withVariantFields({ ...product, options, variants })
}

function reasonToLeaveOut(columns: Columns, first: CsvRow): string | undefined {
  const status = columns.text(first, ...SHOPIFY.status).toLowerCase()
  if (status === 'draft' || status === 'archived') return `${status} product`
  if (columns.text(first, ...SHOPIFY.published).toLowerCase() === 'false') return 'unpublished product'
  if (columns.text(first, ...SHOPIFY.giftCard).toLowerCase() === 'true') return 'gift card'
  return undefined
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
  alts: ReadonlyMap<string, string>,
): Pick<CatalogueProduct, 'imgUrl' | 'images'> {
  const urls = imagesOf(source)
  return { imgUrl: urls[0] ?? '', images: urls.map((url) => toPicture(url, alts)) }
}

function toPicture(url: string, alts: ReadonlyMap<string, string>): CataloguePicture {
  const alt = alts.get(url)
  return { url, ...(alt ? { alt } : {}) }
}

function altsOf({ columns, rows, ownOrigin }: Source): ReadonlyMap<string, string> {
  const alts = new Map<string, string>()
  for (const row of rows) {
    const url = withoutOrigin(columns.text(row, ...SHOPIFY.image), ownOrigin)
    const alt = columns.text(row, ...SHOPIFY.imageAlt)
    if (alt !== '' && !alts.has(url)) alts.set(url, alt)
  }
  return alts
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
