import type { SizeGuide, StoreInfo } from '../contract/store-info.ts'
import type { Product } from './product.ts'

const CENTIMETRES_PER_INCH = 2.54
const NUMBER = /\d+(?:\.\d+)?/g

/**
 * Returns the guide of a product: one with its category or parent category and at least one of its sizes, ignoring
 * case. The parent category takes precedence.
 */
export function sizeGuideFor(
  { category, parentCategory, sizes }: Pick<Product, 'category' | 'parentCategory' | 'sizes'>,
  guides: SizeGuide[],
): SizeGuide | undefined {
  const knowing = guides.filter(({ rows }) => rows.some(([size = '']) => names(sizes, size)))
  return [parentCategory, category]
    .map((name) => name && knowing.find(({ categories }) => names(categories, name)))
    .find((guide) => typeof guide === 'object')
}

/** Converts the numbers of a measure from centimetres to half inches: `86-91` becomes `34-36`. */
export function inInches(measure: string): string {
  return measure.replace(NUMBER, (number) =>
    String(Math.round((Number(number) / CENTIMETRES_PER_INCH) * 2) / 2),
  )
}

/** Returns the maximum days until delivery by the shop's shipping policy: longest handling plus longest transit. */
export function longestDelivery(store: Pick<StoreInfo, 'shippingPolicy'> | undefined): number | undefined {
  const policy = store?.shippingPolicy
  return policy && policy.handlingDays.max + policy.transitDays.max
}

function names(list: string[], name: string): boolean {
  return list.some((one) => one.toLowerCase() === name.toLowerCase())
}
