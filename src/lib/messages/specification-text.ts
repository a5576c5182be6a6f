import type { Specification } from '../domain/product.ts'
import { t } from './translate.ts'

/** Returns the values of a specification on one line; a flag is Yes or No. */
export function specificationText({ values }: Specification): string {
  return values.map((value) => (typeof value === 'string' ? value : t(value ? 'Yes' : 'No'))).join(', ')
}
