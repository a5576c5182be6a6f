import { createHash } from 'node:crypto'

import { toCsvRow, escapeXml } from '../../src/lib/contract/feed-formats.ts'
import { colorsOf, sizesOf } from '../../api/modules/catalogue/attributes.ts'
import type { StoredProduct } from '../../api/modules/catalogue/stored.ts'
import {
  GOOGLE_GENDERS,
  GOOGLE_NAMESPACE,
  joinDetails,
  toDetails,
  type Detail,
} from '../import/google-fields.ts'
import { pictureAddress, picturesOf, type Feed, type ShopAddresses } from './feed.ts'

const MORE_PICTURES_MAX = 10
const COLUMNS = [
  ...['id', 'item_group_id', 'title', 'description', 'link', 'image_link', 'additional_image_link'],
  ...['availability', 'condition', 'price', 'sale_price', 'product_type', 'brand', 'gender', 'size', 'color'],
  ...['identifier_exists', 'product_detail'],
] as const

interface GoogleItem {
  values: Partial<Record<(typeof COLUMNS)[number], string | string[]>>
  details: Detail[]
}

/** RSS 2.0 with Google Merchant's namespace: one item per size and colour. */
export function googleXml(shop: ShopAddresses): Feed {
  return {
    head: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<rss version="2.0" xmlns:g="${GOOGLE_NAMESPACE}">`,
      '<channel>',
      `<title>${escapeXml(shop.storeName)}</title>`,
      `<link>${escapeXml(shop.shop)}</link>`,
      `<description>${escapeXml(shop.description)}</description>`,
    ],
    lines: (product) => toItems(product, shop).flatMap(toXml),
    tail: ['</channel>', '</rss>'],
    lost: lostFields,
  }
}

/** The same items as a tab-separated table. */
export function googleTsv(shop: ShopAddresses): Feed {
  return {
    head: [COLUMNS.join('\t')],
    lines: (product) =>
      toItems(product, shop).map(({ values, details }) =>
        toCsvRow(
          COLUMNS.map((name) =>
            name === 'product_detail' ? joinDetails(details) : [values[name] ?? ''].flat().join(','),
          ),
          { delimiter: '\t' },
        ),
      ),
    tail: [],
    lost: lostFields,
  }
}

/** Fields that the items leave out; an import of the feed would remove them from the product. */
function lostFields({ variants = [], tags, seoTitle, seoDescription, images }: StoredProduct): string[] {
  return [
    ...(variants.length > 0 ? ['variants'] : []),
    ...(tags ? ['tags'] : []),
    ...(seoTitle ? ['seoTitle'] : []),
    ...(seoDescription ? ['seoDescription'] : []),
    ...(images.some(({ alt }) => alt) ? ['image texts'] : []),
  ]
}

function toItems(product: StoredProduct, shop: ShopAddresses): GoogleItem[] {
  const { key, attributes, category, parentCategory, gender, regularPrice, discountedPrice } = product
  const [image = '', ...more] = picturesOf(product).map((url) => pictureAddress(url, shop))
  const choices = choicesOf(product)
  const brand = attributes.find((attribute) => attribute.key.toLowerCase() === 'brand')?.value[0]
  const shared = {
    title: product.title,
    description: product.description,
    link: `${shop.shop}/product/${encodeURIComponent(product.id)}`,
    image_link: image,
    additional_image_link: more.slice(0, MORE_PICTURES_MAX),
    availability: 'in_stock',
    condition: 'new',
    price: amount(regularPrice),
    sale_price: discountedPrice === undefined ? '' : amount(discountedPrice),
    product_type: category === parentCategory ? category : `${category} > ${parentCategory}`,
    brand: brand ?? '',
    gender: gender === null ? '' : GOOGLE_GENDERS[gender],
    identifier_exists: 'no',
  }
  return choices.map(({ size, color }) => ({
    values: {
      ...shared,
      id: choices.length === 1 ? key : `${key}-${shortName(`${size}/${color}`)}`,
      item_group_id: choices.length === 1 ? '' : key,
      size,
      color,
    },
    details: toDetails(attributes),
  }))
}

function choicesOf({ attributes }: StoredProduct): { size: string; color: string }[] {
  const sizes = [...new Set(sizesOf(attributes))]
  const colors = [...new Set(colorsOf(attributes))]
  return orNothing(colors).flatMap((color) => orNothing(sizes).map((size) => ({ size, color })))
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

function toXml({ values, details }: GoogleItem): string[] {
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
  return ['<item>', ...fields, ...facts, '</item>']
}
