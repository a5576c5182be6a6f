import { isSoldOut, type Product } from './product.ts'

/** One thing that can be ordered of a product. */
export interface Variant {
  /** The product's id with the choice, the same in feeds and on the page. */
  sku: string
  size?: string
  color?: string
  isSoldOut: boolean
}

/** A product with more choices is described as a whole. */
const VARIANTS_MAX = 60

/** Every size in every colour that the product page lets choose: one without choices is one variant. */
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
