import { isColorOption, isSizeName, plainKey } from '@tanabana/contract/attribute-names.ts'
import type {
  CatalogueAttribute,
  CataloguePicture,
  CatalogueProduct,
  CatalogueVariant,
  KnownProduct,
  KnownVariant,
} from '../../db/catalogue-product.ts'
import type { CatalogueField, NamedFields } from './named-fields.ts'
import { withVariantFields } from './variants.ts'

/** Number of emptied values by field: of products, or of variants for the fields of variants. */
export type FieldCounts = ReadonlyMap<CatalogueField, number>

/** A variant of the shop keeps its id; a new one has none yet. */
export type MergedVariant = CatalogueVariant & { id?: string }

export interface MergedProduct {
  product: CatalogueProduct & { variants?: MergedVariant[] }
  /** Values of the shop that the file names and has empty, and variants that it lacks. */
  removed: FieldCounts
  /** Filled fields of the shop that the file does not name. */
  kept: ReadonlySet<CatalogueField>
  /** Variants that keep the shop's stock although the file has another. docs/import.md#stock */
  stockKept: number
}

export interface MergeOptions {
  /** The fields that the file names; all without it. */
  named?: NamedFields | undefined
  /** Takes the file's stock of variants that the shop counts, too. */
  setsStock: boolean
}

/**
 * The product of the shop with the fields that a file names; any other field keeps the shop's value. A sentence where the
 * file does not say which of several variants it means. docs/import.md#fields
 */
export function mergeProduct(
  known: KnownProduct,
  given: CatalogueProduct,
  { named, setsStock }: MergeOptions,
): MergedProduct | string {
  const merge = new Merge(named, setsStock)
  const variants = merge.has('variants')
    ? merge.namedVariants(known, given)
    : merge.unnamedVariants(known, given)
  if (typeof variants === 'string') return variants
  const options = merge.has('variants') ? given.options : (known.options ?? given.options)
  const category = merge.pick('category', known.category, given.category)
  const product: MergedProduct['product'] = {
    key: known.key,
    title: given.title,
    description: merge.pick('description', known.description, given.description),
    category,
    parentCategory:
      merge.has('parentCategory') || category !== known.category
        ? given.parentCategory
        : known.parentCategory,
    gender: merge.pick('gender', known.gender, given.gender),
    ...merge.price(known, given),
    imgUrl: merge.has('mainPicture') ? given.imgUrl : known.imgUrl,
    images: merge.pictures('pictures', known, known.images, given.images),
    attributes: merge.attributes(known, given),
    ...(options ? { options } : {}),
    ...(variants.length > 0 ? { variants } : {}),
    tags: merge.pick('tags', known.tags ?? [], given.tags ?? []),
    ...withoutUndefined({
      translations: mergeTranslations(known.translations, given.translations),
      seoTitle: merge.pick('seoTitle', known.seoTitle, given.seoTitle),
      seoDescription: merge.pick('seoDescription', known.seoDescription, given.seoDescription),
    }),
  }
  return {
    product: withVariantFields(product),
    removed: merge.removed,
    kept: merge.kept,
    stockKept: merge.stockKept,
  }
}

/** Languages that the file does not name keep the shop's texts. */
function mergeTranslations(
  known: CatalogueProduct['translations'],
  given: CatalogueProduct['translations'],
): CatalogueProduct['translations'] {
  return given ? { ...known, ...given } : known
}

type Price = Pick<CatalogueProduct, 'regularPrice' | 'discountedPrice'>
type NewPrice = Pick<CatalogueVariant, 'regularPrice' | 'discountedPrice'>

class Merge {
  readonly removed = new Map<CatalogueField, number>()
  readonly kept = new Set<CatalogueField>()
  stockKept = 0
  readonly #named: NamedFields | undefined
  readonly #setsStock: boolean

  constructor(named: NamedFields | undefined, setsStock: boolean) {
    this.#named = named
    this.#setsStock = setsStock
  }

  has(field: CatalogueField): boolean {
    return this.#named?.fields.has(field) ?? true
  }

  /** The file's value of a named field, else the shop's. */
  pick<T>(field: CatalogueField, known: T, given: T): T {
    if (!this.has(field)) {
      if (!isEmpty(known)) this.kept.add(field)
      return known
    }
    if (!isEmpty(known) && isEmpty(given)) this.#remove(field)
    return given
  }

  /** A price without its other half keeps that of the shop as far as the two fit together. */
  price(known: Price, given: Price): NewPrice {
    const hasRegular = this.has('regularPrice')
    if (hasRegular === this.has('sellingPrice')) return priceOf(given.regularPrice, given.discountedPrice)
    if (hasRegular) return priceOf(given.regularPrice, known.discountedPrice)
    const before = known.discountedPrice === undefined ? undefined : known.regularPrice
    const now = given.discountedPrice ?? given.regularPrice
    return before !== undefined && before > now ? priceOf(before, now) : priceOf(now, undefined)
  }

  pictures(
    field: 'pictures' | 'variantPictures',
    { images, variants = [] }: KnownProduct,
    known: CataloguePicture[],
    given: CataloguePicture[],
  ): CataloguePicture[] {
    const picked = this.pick(field, known, given)
    if (!this.has(field)) return picked
    const texts = new Map(
      [...images, ...variants.flatMap((variant) => variant.images)].flatMap(({ url, alt }) =>
        alt ? [[url, alt] as const] : [],
      ),
    )
    if (!this.has('pictureTexts')) {
      return picked.map(({ url, alt = texts.get(url) }) => ({ url, ...(alt ? { alt } : {}) }))
    }
    if (field === 'pictures' && picked.some(({ url, alt }) => !alt && texts.has(url)))
      this.#remove('pictureTexts')
    return picked
  }

  attributes(known: KnownProduct, given: CatalogueProduct): CatalogueAttribute[] {
    const ofOptions = new Set(
      [known, this.has('variants') ? given : known].flatMap(({ options = [] }) =>
        options.map(({ name }) => attributeKind(name)),
      ),
    )
    const own = known.attributes.filter(({ key }) => !ofOptions.has(attributeKind(key)))
    const names = new Set((this.#named?.attributes ?? []).map(attributeKind))
    const isNamed = ({ key }: CatalogueAttribute) => this.has('attributes') || names.has(attributeKind(key))
    const filled = new Set(given.attributes.map(({ key }) => attributeKind(key)))
    if (own.some((attribute) => !isNamed(attribute))) this.kept.add('attributes')
    const emptied = own.filter((attribute) => isNamed(attribute) && !filled.has(attributeKind(attribute.key)))
    this.#remove('attributes', emptied.length)
    if (this.has('attributes')) return given.attributes
    // Attributes of options follow the variants.
    const isReplaced = (attribute: CatalogueAttribute) =>
      ofOptions.has(attributeKind(attribute.key)) ? this.has('variants') : isNamed(attribute)
    const rest = Map.groupBy(given.attributes.filter(isReplaced), ({ key }) => attributeKind(key))
    const merged = known.attributes.flatMap((attribute) => {
      if (!isReplaced(attribute)) return [attribute]
      const kind = attributeKind(attribute.key)
      const replacement = rest.get(kind) ?? []
      rest.delete(kind)
      return replacement
    })
    return [...merged, ...[...rest.values()].flat()]
  }

  /** The file's variants with the ids of the shop's; those that the file lacks are removed. */
  namedVariants(known: KnownProduct, { variants: given = [] }: CatalogueProduct): MergedVariant[] {
    const { variants = [] } = known
    const matches = matchVariants(variants, given)
    this.#remove('variants', variants.length - matches.filter((match) => match !== undefined).length)
    return given.map((variant: MergedVariant, at) => {
      const match = matches[at]
      if (match) return { ...this.#variant(known, match, variant), options: variant.options }
      const added = { ...variant }
      delete added.id
      return added
    })
  }

  /** The shop's variants with what the file says of them: by SKU, of the only one, or one price for all. */
  unnamedVariants(known: KnownProduct, given: CatalogueProduct): MergedVariant[] | string {
    const { variants = [] } = known
    const rows = given.variants ?? []
    if (variants.length === 0) return rows.some((row) => !isBare(row)) ? rows : []
    this.kept.add('variants')
    const [only, ...others] = variants
    const [
      row = { ...priceOf(given.regularPrice, given.discountedPrice), options: {}, images: [] },
      ...more
    ] = rows
    const bySku = variantsBySku(variants)
    const targets = rows.map(({ sku }) => (sku === undefined ? undefined : bySku.get(sku)))
    if (rows.length > 0 && targets.every((target) => target !== undefined)) {
      const rowOf = new Map(targets.map((target, at) => [target, rows[at]]))
      return variants.map((variant) => {
        const its = rowOf.get(variant)
        return its ? this.#variant(known, variant, its) : variant
      })
    }
    if (more.length === 0 && only && others.length === 0) return [this.#variant(known, only, row)]
    const isOnePrice = variants.every(
      ({ regularPrice, discountedPrice }) =>
        regularPrice === only?.regularPrice && discountedPrice === only.discountedPrice,
    )
    if (more.length === 0 && isBare(row) && isOnePrice) {
      return variants.map((variant) => withPrice(variant, this.price(variant, row)))
    }
    return (
      `the shop has ${variants.length} variants of it, and the file does not say which it means: ` +
      `add their SKUs, or the columns of their options (${(known.options ?? []).map(({ name }) => name).join(', ')})`
    )
  }

  #variant(known: KnownProduct, match: KnownVariant, given: CatalogueVariant): KnownVariant {
    return {
      id: match.id,
      options: match.options,
      ...this.price(match, given),
      ...withoutUndefined({
        sku: this.pick('sku', match.sku, given.sku),
        barcode: this.pick('barcode', match.barcode, given.barcode),
        stock: this.#stock(match.stock, given.stock),
      }),
      ...((this.has('sellsBeyondStock') ? given : match).sellsBeyondStock ? { sellsBeyondStock: true } : {}),
      images: this.pictures('variantPictures', known, match.images, given.images),
    }
  }

  #stock(known: number | undefined, given: number | undefined): number | undefined {
    if (given === undefined) {
      // Back in stock at a shop that counts no pieces.
      if (this.has('availability') && known !== undefined && known <= 0) return undefined
      return this.pick('stock', known, given)
    }
    if (known === undefined || known === given || this.#setsStock) return given
    this.stockKept += 1
    return known
  }

  #remove(field: CatalogueField, count = 1): void {
    if (count > 0) this.removed.set(field, (this.removed.get(field) ?? 0) + count)
  }
}

/**
 * The shop's variant of each given one: by id, which an edit has, else by SKU, which survives a renamed value, else by the
 * same options.
 */
function matchVariants(
  known: readonly KnownVariant[],
  given: readonly MergedVariant[],
): (KnownVariant | undefined)[] {
  const byId = given.map(({ id }) => known.find((variant) => id !== undefined && variant.id === id))
  const unnamed = known.filter((variant) => !byId.includes(variant))
  const givenSkus = variantsBySku(given)
  const knownSkus = variantsBySku(unnamed)
  const sure = given.map((variant, at) => {
    const { sku } = variant
    return byId[at] ?? (sku !== undefined && givenSkus.get(sku) === variant ? knownSkus.get(sku) : undefined)
  })
  const free = new Map(
    known.filter((variant) => !sure.includes(variant)).map((variant) => [combination(variant), variant]),
  )
  return given.map((variant, at) => sure[at] ?? free.get(combination(variant)))
}

/** Variants by SKU, without those that share one. */
function variantsBySku<T extends CatalogueVariant>(variants: readonly T[]): ReadonlyMap<string, T> {
  const groups = Map.groupBy(variants, ({ sku }) => sku)
  return new Map(
    [...groups].flatMap(([sku, [variant, ...more]]) =>
      sku !== undefined && variant && more.length === 0 ? [[sku, variant] as const] : [],
    ),
  )
}

function combination({ options }: CatalogueVariant): string {
  return JSON.stringify(Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A row with nothing but a price. */
function isBare({ sku, barcode, stock, images }: CatalogueVariant): boolean {
  return sku === undefined && barcode === undefined && stock === undefined && images.length === 0
}

/** All spellings of sizes are one attribute, and so are those of colours. */
function attributeKind(name: string): string {
  if (isSizeName(name)) return 'size'
  if (isColorOption(name)) return 'color'
  return plainKey(name) || name.trim().toLowerCase()
}

function priceOf(regularPrice: number, discountedPrice: number | undefined): NewPrice {
  return {
    regularPrice,
    ...(discountedPrice !== undefined && discountedPrice < regularPrice ? { discountedPrice } : {}),
  }
}

function withPrice(variant: KnownVariant, price: NewPrice): KnownVariant {
  const priced = { ...variant, ...price }
  if (price.discountedPrice === undefined) delete priced.discountedPrice
  return priced
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(values: T): WithoutUndefined<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}
