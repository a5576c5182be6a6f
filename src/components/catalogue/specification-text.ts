import type { Specification } from '../../lib/catalogue/product.ts'
import { t } from '../../lib/i18n/translate.ts'

/** Units that the pages can name in their language; others stay. */
const unitNames = ['cm', 'mm', 'm', 'g', 'kg', 'ml']

/** Returns the values of a specification on one line, each with its unit; a flag is Yes or No. */
export function specificationText({ values, unit }: Specification): string {
  const end = unit === undefined ? '' : ` ${unitNames.includes(unit) ? t(unit) : unit}`
  return values
    .map((value) => (typeof value === 'string' ? t(value) + end : t(value ? 'Yes' : 'No')))
    .join(', ')
}
