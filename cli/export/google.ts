import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { toCsvRow, escapeXml, toXmlText } from '@tanabana/contract/feed-formats.ts'
import { isGtin } from '@tanabana/contract/gtin.ts'
import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { colorsOf, sizesOf, soldOutSizesOf } from '../../api/modules/catalogue/attributes.ts'
import { isAvailable } from '../../api/modules/catalogue/variants.ts'
import type { CatalogueProduct, CatalogueVariant } from '../../api/db/catalogue-product.ts'
import type { StoredProduct } from '../../api/modules/catalogue/stored-products.ts'
import {
  GOOGLE_GENDERS,
  GOOGLE_NAMESPACE,
  joinDetails,
  splitDetails,
  toDetails,
  type Detail,
} from '../import/google-fields.ts'
import { splitAddresses } from '../import/google.ts'
import { readGoogleProduct } from '../import/google-item.ts'
import { OPTION_SECTION, type NotedItem } from '../import/google-variants.ts'
import {
  formatOwnNotes,
  OWN_COLUMN,
  OWN_ELEMENT,
  OWN_NAMESPACE,
  productNotes,
  restore,
  variantNotes,
  type OwnNotes,
} from '../import/google-own.ts'
import { cleanDescription } from '../import/html.ts'
import { importableDescription, pictureAddress, picturesOf, type Feed, type ShopAddresses } from './feed.ts'

const MORE_PICTURES_MAX = 10
const COLUMNS = [
  ...(['id', 'item_group_id', 'title', 'description', 'link', 'image_link'] as const),
  ...(['additional_image_link', 'availability', 'quantity', 'condition', 'price', 'sale_price'] as const),
  ...(['product_type', 'brand', 'gtin', 'mpn', 'gender', 'size', 'color', 'identifier_exists'] as const),
] as const
const FIELDS = [
  ...(['key', 'title', 'description', 'category', 'parentCategory', 'gender'] as const),
  ...(['regularPrice', 'discountedPrice', 'imgUrl', 'images', 'attributes'] as const),
  ...(['options', 'variants', 'tags', 'seoTitle', 'seoDescription'] as const),
]

type Values = Partial<Record<(typeof COLUMNS)[number], string | string[]>>
type OptionFields = NonNullable<OwnNotes['options']>

interface Item {
  values: Values
  details: Detail[]
  /** The variant of the item; absent for a size and colour of a product without variants. */
  variant?: CatalogueVariant
}

interface WrittenItem extends Item {
  notes: OwnNotes
}

/** Returns the fields of an item as an import reads them back. */
type ReadBack = (item: Item) => Pick<NotedItem, 'values' | 'details'>

/** RSS 2.0 with Google Merchant's namespace: one item per variant, or per size and colour. */
export function googleXml(shop: ShopAddresses): Feed {
  const items = itemsOf(shop, ({ values, details }) => ({
    values: toValues(values, (texts) => texts.map(toXmlText)),
    details: details.map(({ section, name, value }) => ({
      section: toXmlText(section).trim(),
      name: toXmlText(name).trim(),
      value: toXmlText(value).trim(),
    })),
  }))
  return {
    head: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<rss version="2.0" xmlns:g="${GOOGLE_NAMESPACE}" xmlns:tanabana="${OWN_NAMESPACE}">`,
      '<channel>',
      `<title>${escapeXml(shop.storeName)}</title>`,
      `<link>${escapeXml(shop.shop)}</link>`,
      `<description>${escapeXml(shop.description)}</description>`,
    ],
    lines: (product) => items.written(product).flatMap(toXml),
    tail: ['</channel>', '</rss>'],
    lost: items.lost,
  }
}

/** The same items as a tab-separated table. */
export function googleTsv(shop: ShopAddresses): Feed {
  const items = itemsOf(shop, ({ values, details }) => ({
    values: toValues(values, (texts, name) =>
      name === 'additional_image_link' ? splitAddresses(texts.join(',')) : texts,
    ),
    details: splitDetails(joinDetails(details).trim()),
  }))
  return {
    head: [[...COLUMNS, 'product_detail', OWN_COLUMN].join('\t')],
    lines: (product) =>
      items
        .written(product)
        .map(({ values, details, notes }) =>
          toCsvRow(
            [
              ...COLUMNS.map((name) => [values[name] ?? ''].flat().join(',')),
              joinDetails(details),
              formatOwnNotes(notes),
            ],
            { delimiter: '\t' },
          ),
        ),
    tail: [],
    lost: items.lost,
  }
}

function itemsOf(shop: ShopAddresses, readBack: ReadBack) {
  const known = new WeakMap<StoredProduct, WrittenItem[]>()
  const written = (product: StoredProduct) => {
    const items = known.get(product) ?? toNotedItems(product, shop, readBack)
    known.set(product, items)
    return items
  }
  return {
    written,
    /** Fields of a product that an import of the items would change. */
    lost: (product: StoredProduct): string[] => {
      const items = written(product)
      const { product: found, problems } = readItems(product, items, shop, readBack)
      if (problems.length > 0) return [...FIELDS]
      const read = restore(found, items[0]?.notes.product)
      const whole = { ...read, description: cleanDescription(read.description) ?? '' }
      return FIELDS.filter((field) => !isDeepStrictEqual(whole[field], product[field]))
    },
  }
}

/** The items with notes of all that their fields change, so that an import restores the product. */
function toNotedItems(product: StoredProduct, shop: ShopAddresses, readBack: ReadBack): WrittenItem[] {
  const fields = optionFields(product)
  const bare = toItems(product, fields, shop).map((item) => ({
    ...item,
    notes: fields ? { options: fields } : {},
  }))
  const found = readItems(product, bare, shop, readBack).product.variants ?? []
  const items = bare.map((item, at) => {
    const read = found[at]
    const variant = read && item.variant && variantNotes(read, item.variant)
    return variant ? { ...item, notes: { ...item.notes, variant } } : item
  })
  const [head, ...others] = items
  if (!head) return []
  const whole: CatalogueProduct = { ...product, description: importableDescription(product.description) }
  const notes = productNotes(readItems(product, items, shop, readBack).product, whole)
  return notes ? [{ ...head, notes: { ...head.notes, product: notes } }, ...others] : items
}

function readItems(
  { key }: StoredProduct,
  items: readonly WrittenItem[],
  { api }: ShopAddresses,
  readBack: ReadBack,
) {
  const noted = items.map((item, at) => ({ line: at + 1, ...readBack(item), notes: item.notes }))
  return readGoogleProduct(key.trim(), noted, api)
}

function toValues(values: Values, read: (texts: string[], name: string) => string[]): Map<string, string[]> {
  return new Map(
    COLUMNS.flatMap((name) => {
      const texts = read([values[name] ?? []].flat(), name)
        .map((text) => text.trim())
        .filter((text) => text !== '')
      return texts.length > 0 ? [[name, texts] as const] : []
    }),
  )
}

/** The field of each option's value: Google has fields for one size and one colour. */
function optionFields({ options = [], variants = [] }: StoredProduct): OptionFields | undefined {
  if (variants.length === 0) return undefined
  const size = options.find(({ name }) => isSizeName(name))
  const color = options.find(({ name }) => isColorOption(name))
  return options.map((option) => ({
    name: option.name,
    field: option === size ? 'size' : option === color ? 'color' : 'detail',
  }))
}

function toItems(product: StoredProduct, fields: OptionFields | undefined, shop: ShopAddresses): Item[] {
  const { attributes, category, parentCategory, gender } = product
  const brand = attributes.find((attribute) => attribute.key.toLowerCase() === 'brand')?.value[0] ?? ''
  const shared = {
    title: product.title,
    description: product.description,
    link: `${shop.shop}/product/${encodeURIComponent(product.id)}`,
    condition: 'new',
    product_type: category === parentCategory ? category : `${category} > ${parentCategory}`,
    brand,
    gender: gender === null ? '' : GOOGLE_GENDERS[gender],
  }
  const details = toDetails(attributes)
  return fields
    ? variantItems(product, fields, shop).map(({ values, details: own, variant }) => ({
        values: { ...shared, ...values },
        details: [...own, ...details],
        variant,
      }))
    : choiceItems(product, shop).map((values) => ({ values: { ...shared, ...values }, details }))
}

function variantItems(product: StoredProduct, fields: OptionFields, shop: ShopAddresses) {
  const { id, key, variants = [], variantIds = [] } = product
  const ofVariants = new Set(variants.flatMap(({ images }) => images.map(({ url }) => url)))
  const ofAll = picturesOf(product).filter((url) => !ofVariants.has(url))
  return variants.map((variant, at) => {
    const { options, sku = '', barcode = '', stock, sellsBeyondStock = false } = variant
    const own = variant.images.map(({ url }) => url)
    const pictures = own.length > 0 ? [...own, ...ofAll] : picturesOf(product)
    const valueOf = (field: string) =>
      options[fields.find((option) => option.field === field)?.name ?? ''] ?? ''
    const gtin = isGtin(barcode) ? barcode : ''
    const brand = product.attributes.some((attribute) => attribute.key.toLowerCase() === 'brand')
    return {
      values: {
        ...groupIds(key, variants.length, Object.values(options).join('/')),
        ...pictureValues(pictures, shop),
        ...priceValues(variant),
        link: `${shop.shop}/product/${encodeURIComponent(id)}?variant=${encodeURIComponent(variantIds[at] ?? '')}`,
        availability: isAvailable({ stock: stock ?? null, sellsBeyondStock }) ? 'in_stock' : 'out_of_stock',
        quantity: stock === undefined || sellsBeyondStock ? '' : String(stock),
        gtin,
        mpn: sku,
        size: valueOf('size'),
        color: valueOf('color'),
        identifier_exists: gtin || (sku && brand) ? '' : 'no',
      },
      details: fields
        .filter(({ field }) => field === 'detail')
        .map(({ name }) => ({ section: OPTION_SECTION, name, value: options[name] ?? '' })),
      variant,
    }
  })
}

/** One item per size and colour of a product without variants. */
function choiceItems(product: StoredProduct, shop: ShopAddresses): Values[] {
  const { attributes, key } = product
  const sizes = [...new Set(sizesOf(attributes))]
  const colors = [...new Set(colorsOf(attributes))]
  const soldOut = soldOutSizesOf(attributes)
  const choices = orNothing(colors).flatMap((color) => orNothing(sizes).map((size) => ({ size, color })))
  return choices.map(({ size, color }) => ({
    ...groupIds(key, choices.length, `${size}/${color}`),
    ...pictureValues(picturesOf(product), shop),
    ...priceValues(product),
    availability: soldOut.includes(size) ? 'out_of_stock' : 'in_stock',
    size,
    color,
    identifier_exists: 'no',
  }))
}

function groupIds(key: string, items: number, choice: string) {
  return items === 1 ? { id: key } : { id: `${key}-${shortName(choice)}`, item_group_id: key }
}

function pictureValues(pictures: readonly string[], shop: ShopAddresses) {
  const [main = '', ...more] = pictures.map((url) => pictureAddress(url, shop))
  return { image_link: main, additional_image_link: more.slice(0, MORE_PICTURES_MAX) }
}

function priceValues({
  regularPrice,
  discountedPrice,
}: Pick<CatalogueVariant, 'regularPrice'> & { discountedPrice?: number | undefined }) {
  return {
    price: amount(regularPrice),
    sale_price: discountedPrice === undefined ? '' : amount(discountedPrice),
  }
}

function orNothing(values: string[]): string[] {
  return values.length > 0 ? values : ['']
}

/** Stable when other sizes are added or removed; Google allows 50 characters for an id. */
function shortName(choice: string): string {
  return createHash('sha256').update(choice).digest('hex').slice(0, 8)
}

function amount(rupees: number): string {
  return `${rupees.toFixed(2)} INR`
}

function toXml({ values, details, notes }: WrittenItem): string[] {
  const fields = COLUMNS.flatMap((name) =>
    [values[name] ?? []]
      .flat()
      .filter((value) => value !== '')
      .map((value) => `<g:${name}>${escapeXml(value)}</g:${name}>`),
  )
  const facts = details.map(
    ({ section, name, value }) =>
      `<g:product_detail><g:section_name>${escapeXml(section)}</g:section_name>` +
      `<g:attribute_name>${escapeXml(name)}</g:attribute_name>` +
      `<g:attribute_value>${escapeXml(value)}</g:attribute_value></g:product_detail>`,
  )
  return [
    '<item>',
    ...fields,
    ...facts,
    `<${OWN_ELEMENT}>${escapeXml(formatOwnNotes(notes))}</${OWN_ELEMENT}>`,
    '</item>',
  ]
}
