import { PRODUCT_FIELDS, VARIANT_FIELDS, type CatalogueField } from '../catalogue/named-fields.ts'
import type { FieldCounts } from '../catalogue/merge-product.ts'
import { count } from '@tanabana/contract/text.ts'

const LABELS: Record<CatalogueField, string> = {
  description: 'description',
  category: 'category',
  parentCategory: 'parent category',
  gender: 'gender',
  regularPrice: 'regular price',
  sellingPrice: 'selling price',
  mainPicture: 'main picture',
  pictures: 'pictures',
  pictureTexts: 'texts of pictures',
  attributes: 'facts',
  tags: 'tags',
  seoTitle: 'SEO title',
  seoDescription: 'SEO description',
  variants: 'variants',
  sku: 'SKU',
  barcode: 'barcode',
  stock: 'counted stock',
  availability: 'availability',
  sellsBeyondStock: 'sale beyond stock',
  variantPictures: 'pictures of variants',
}

/** Fields whose number is one of their own values. */
const COUNTED: readonly CatalogueField[] = ['variants', 'attributes']
const OF_VARIANTS: readonly CatalogueField[] = VARIANT_FIELDS

/** `description (2 products), variants (3), SKU (4 variants)`. */
export function describeEmptied(counts: FieldCounts): string {
  return inOrder(counts)
    .map(([field, number]) => {
      const unit = OF_VARIANTS.includes(field) ? 'variant' : 'product'
      const amount = COUNTED.includes(field) ? number.toLocaleString('en-IN') : count(number, unit)
      return `${LABELS[field]} (${amount})`
    })
    .join(', ')
}

/** `description (2 products), SKU (1 product)`. */
export function describeKept(counts: FieldCounts): string {
  return inOrder(counts)
    .map(([field, number]) => `${LABELS[field]} (${count(number, 'product')})`)
    .join(', ')
}

function inOrder(counts: FieldCounts): (readonly [CatalogueField, number])[] {
  return [...PRODUCT_FIELDS, ...VARIANT_FIELDS].flatMap((field) => {
    const number = counts.get(field)
    return number === undefined ? [] : [[field, number] as const]
  })
}
