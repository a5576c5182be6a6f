import { isSoldOut, type Product } from '../catalogue/product.ts'
import type { CartLine } from './cart.ts'

/** Current data of a product; `gone` when the store API has no product with the id. */
export type CurrentProduct = Pick<Product, 'price' | 'sizes' | 'colors' | 'soldOut' | 'variants'> | 'gone'

/** Reasons why a cart line can't be ordered; empty when it can. */
export interface LineIssues {
  /** The line can only be removed. */
  removal?: 'gone' | 'sold-out'
  size?: 'missing' | 'sold-out' | 'unavailable'
  color?: 'missing' | 'unavailable'
}

/**
 * Compares a cart line with its current product; an unknown product has no issues. A line may omit the only size or
 * colour, which the store API fills in.
 */
export function lineIssues(
  { selectedSize, selectedColor }: Pick<CartLine, 'selectedSize' | 'selectedColor'>,
  product: CurrentProduct | undefined,
): LineIssues {
  if (product === undefined) return {}
  if (product === 'gone') return { removal: 'gone' }
  const { sizes, colors, soldOut } = product
  if (isSoldOut(product)) return { removal: 'sold-out' }
  if ((selectedSize && sizes.length === 0) || (selectedColor && colors.length === 0))
    return { removal: 'gone' }
  const color = choiceIssue(selectedColor, colors)
  const size =
    selectedSize !== undefined && soldOut.includes(selectedSize)
      ? 'sold-out'
      : choiceIssue(selectedSize, sizes)
  return { ...(size && { size }), ...(color && { color }) }
}

export function hasIssues(issues: LineIssues): boolean {
  return Object.keys(issues).length > 0
}

function choiceIssue(chosen: string | undefined, offered: string[]): 'missing' | 'unavailable' | undefined {
  if (!chosen) return offered.length > 1 ? 'missing' : undefined
  return offered.includes(chosen) ? undefined : 'unavailable'
}
