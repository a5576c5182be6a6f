import { isSoldOut, type Product } from './product.ts'

/** One combination of a product's sizes and colours. */
export interface Variant {
  /** The product's id with the choice, equal in feeds and on the page. */
  sku: string
  size?: string
  color?: string
  isSoldOut: boolean
}

/** A product with more combinations has a single variant. */
const VARIANTS_MAX = 60

/** Returns every size in every colour that the product page offers; one variant for a product without choices. */
export function productVariants(product: Pick<Product, 'id' | 'sizes' | 'colors' | 'soldOut'>): Variant[] {
  const { id, sizes, colors, soldOut } = product
  if (Math.max(1, sizes.length) * Math.max(1, colors.length) > VARIANTS_MAX)
    return [{ sku: id, isSoldOut: isSoldOut(product) }]
  const ofSize = (color: string | undefined) =>
    orNone(sizes).map((size) => ({
      sku: [
        id,
        ...(colors.length > 1 ? [skuPart(color)] : []),
        ...(sizes.length > 1 ? [skuPart(size)] : []),
      ].join('-'),
      size,
      color,
      isSoldOut: size !== undefined && soldOut.includes(size),
    }))
  return orNone(colors).flatMap(ofSize)
}

function orNone(values: string[]): (string | undefined)[] {
  return values.length > 0 ? values : [undefined]
}

function skuPart(value: string | undefined): string {
  return (value ?? '').replace(/\s+/g, '_')
}
