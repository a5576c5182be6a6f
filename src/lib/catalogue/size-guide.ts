import type { SizeGuide } from '@tanabana/contract/store-info.ts'
import type { Product } from './product.ts'

const CENTIMETRES_PER_INCH = 2.54
const NUMBER = /\d+(?:\.\d+)?/g

/**
 * Returns the guide of a product: one with its category or parent category and at least one of its sizes, ignoring
 * case. A guide for one gender is for products of that gender alone. The parent category takes precedence.
 */
export function sizeGuideFor(
  {
    category,
    parentCategory,
    sizes,
    gender,
  }: Pick<Product, 'category' | 'parentCategory' | 'sizes' | 'gender'>,
  guides: SizeGuide[],
): SizeGuide | undefined {
  const knowing = guides.filter(
    (guide) =>
      (guide.gender === undefined || names([gender ?? ''], guide.gender)) &&
      guide.rows.some(([size = '']) => names(sizes, size)),
  )
  return [parentCategory, category]
    .map((name) => name && knowing.find(({ categories }) => names(categories, name)))
    .find((guide) => typeof guide === 'object')
}

/**
 * Returns the measures of a size in one sentence, such as `M = chest 94 cm, waist 78 cm`; empty for an unknown size.
 * `label` and `unit` are the shown texts of the size and of centimetres.
 */
export function measuresText(
  { columns, rows }: SizeGuide,
  size: string,
  { label = size, unit = 'cm' } = {},
): string {
  const [, ...measures] = rows.find(([one = '']) => names([one], size)) ?? []
  const texts = measures.map((measure, index) => {
    const suffix = /\d$/.test(measure) ? ` ${unit}` : ''
    return `${(columns[index + 1] ?? '').toLowerCase()} ${measure}${suffix}`
  })
  return texts.length > 0 ? `${label} = ${texts.join(', ')}` : ''
}

/** Converts the numbers of a measure from centimetres to half inches: `86-91` becomes `34-36`. */
export function inInches(measure: string): string {
  return measure.replace(NUMBER, (number) =>
    String(Math.round((Number(number) / CENTIMETRES_PER_INCH) * 2) / 2),
  )
}

function names(list: string[], name: string): boolean {
  return list.some((one) => one.toLowerCase() === name.toLowerCase())
}
