import { ACCESSORIES_FILTER } from './constants.ts'

/**
 * Returns the parameters of a category: gender for men and women, a filter for accessories, `category` for any other.
 * Ignores case. docs/requirements.md#105-categories-with-their-own-parameter
 */
export function categoryParameters(category: string | undefined): {
  gender?: string
  filter?: string
  category?: string | undefined
} {
  switch (category?.trim().toLowerCase()) {
    case 'men':
      return { gender: 'Men' }
    case 'women':
      return { gender: 'Women' }
    case 'accessories':
      return { filter: ACCESSORIES_FILTER }
    default:
      return { category: category?.trim() }
  }
}
