import type { SizeGuide } from '../schemas/size-guide.ts'
import type { Product } from './product.ts'

const CENTIMETRES_PER_INCH = 2.54
const NUMBER = /\d+(?:\.\d+)?/g

/**
 * The guide for a product: one that names its category or parent category and at least one of its sizes, in any case;
 * that for the parent category before that for the category.
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

/** A measure in centimetres with each of its numbers in inches, to half an inch: `86-91` is `34-36`. */
export function inInches(measure: string): string {
  return measure.replace(NUMBER, (number) =>
    String(Math.round((Number(number) / CENTIMETRES_PER_INCH) * 2) / 2),
  )
}

function names(list: string[], name: string): boolean {
  return list.some((one) => one.toLowerCase() === name.toLowerCase())
}
