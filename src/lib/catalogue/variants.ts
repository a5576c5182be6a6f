import { isColorOption, isSizeName } from '../contract/product.ts'
import { isSoldOut, type Product, type ProductVariant } from './product.ts'

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
export function productVariants(
  product: Pick<Product, 'id' | 'sizes' | 'colors' | 'soldOut' | 'variants'>,
): Variant[] {
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

/** Option name → chosen value. */
export type Choices = Readonly<Record<string, string | undefined>>

/** Returns the variants that have every chosen value. */
export function matchingVariants(variants: readonly ProductVariant[], choices: Choices): ProductVariant[] {
  const chosen = Object.entries(choices).filter(([, value]) => value !== undefined)
  return variants.filter(({ options }) => chosen.every(([name, value]) => options[name] === value))
}

/** Returns the lowest and highest price of the variants that can be ordered, in rupees; of all where none can be. */
export function priceRange({ price, variants }: Pick<Product, 'price' | 'variants'>): {
  min: number
  max: number
} {
  const available = variants.filter(({ isAvailable }) => isAvailable)
  const prices = (available.length > 0 ? available : variants).map((variant) => variant.price)
  return prices.length > 0
    ? { min: Math.min(...prices), max: Math.max(...prices) }
    : { min: price, max: price }
}

/** Size and colour of a variant, as a cart line of the specification has them, and its other options. */
export function lineChoice(options: Readonly<Record<string, string>>): {
  selectedSize?: string
  selectedColor?: string
  otherOptions: Record<string, string>
} {
  const entries = Object.entries(options)
  const size = entries.find(([name]) => isSizeName(name))
  const color = entries.find(([name]) => isColorOption(name))
  return {
    selectedSize: size?.[1],
    selectedColor: color?.[1],
    otherOptions: Object.fromEntries(entries.filter((entry) => entry !== size && entry !== color)),
  }
}
