import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import type { OrderLine } from '@tanabana/contract/requests.ts'
import type { products } from '../../db/schema.ts'
import { taxFactsOf } from '../catalogue/attributes.ts'
import { cheapestVariant, isAvailable, priceOf, type VariantRow } from '../catalogue/variants.ts'
import { notAvailable, type OrderItem, type Problem } from './order-item.ts'

type ProductRow = typeof products.$inferSelect
type Resolved = { problem: Problem } | { item: Omit<OrderItem, 'line' | 'productId' | 'quantity'> }

/**
 * The variant that a line orders: the named one, or the only one of its size and colour. An order of the plain
 * contract names no choice and gets the cheapest variant on sale. Either way it costs the price of that variant.
 * docs/requirements.md#1115-variants
 */
export function resolveVariant(
  product: ProductRow,
  variants: readonly VariantRow[],
  line: OrderLine,
  hasChoices: boolean,
): Resolved {
  const { title } = product
  if (!variants.some(isAvailable)) {
    return refuse('sold-out', `${title} is sold out. Please remove it from your cart.`)
  }
  if (!hasChoices) {
    const cheapest = cheapestVariant(variants)
    return cheapest
      ? { item: toItem(product, cheapest) }
      : refuse('sold-out', `${title} is sold out. Please remove it from your cart.`)
  }
  const size = line.selectedSize?.trim() || undefined
  const color = line.selectedColor?.trim() || undefined
  const fits = (is: (name: string) => boolean, wanted: string | undefined) => (variant: VariantRow) =>
    wanted === undefined || valueOf(variant, is) === wanted
  if (line.variantId === undefined) {
    if (color !== undefined && !variants.some(fits(isColorOption, color))) {
      return refuse('color-unavailable', notAvailable(title, color))
    }
    if (size !== undefined && !variants.some(fits(isSizeName, size))) {
      return refuse('size-unavailable', notAvailable(title, size))
    }
  }
  const [variant, another] =
    line.variantId === undefined
      ? variants.filter(fits(isColorOption, color)).filter(fits(isSizeName, size))
      : variants.filter(({ id }) => id === line.variantId)
  if (!variant) return refuse('variant-unavailable', notAvailable(title, 'this choice'))
  if (another) {
    const names = product.options.map(({ name }) => name.toLowerCase()).join(' and ')
    return refuse('variant-missing', `Please select ${names || 'a choice'} of ${title}.`)
  }
  if (!isAvailable(variant)) {
    const choice = choiceOf(variant.options)
    return refuse('sold-out', `${title} is sold out in ${choice}. Please select another choice.`)
  }
  return { item: toItem(product, variant) }
}

/** The values of a variant's options, as sentences name them. */
export function choiceOf(options: Record<string, string>): string {
  return Object.values(options).join(', ')
}

function refuse(code: Problem['code'], message: string): Resolved {
  return { problem: { code, message } }
}

function toItem(product: ProductRow, variant: VariantRow) {
  const { id, options, sku, images, stock } = variant
  return {
    productTitle: product.title,
    price: priceOf(variant),
    selectedSize: valueOf(variant, isSizeName) ?? null,
    selectedColor: valueOf(variant, isColorOption) ?? null,
    variantId: id,
    variantOptions: options,
    sku,
    imgUrl: images[0]?.url ?? (product.imgUrl || null),
    holdsStock: stock !== null,
    ...taxFactsOf(product.attributes),
  }
}

function valueOf({ options }: VariantRow, is: (name: string) => boolean): string | undefined {
  return Object.entries(options).find(([name]) => is(name))?.[1]
}
