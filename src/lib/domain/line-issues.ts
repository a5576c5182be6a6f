import type { CartLine } from './cart.ts'
import { isSoldOut, type Product } from './product.ts'

/** What the store API says of a product now; `gone` when it has none of that id. */
export type CurrentProduct = Pick<Product, 'price' | 'sizes' | 'colors' | 'soldOut'> | 'gone'

/** What keeps a cart line from being ordered; nothing where it is empty. */
export interface LineIssues {
  /** The line can only be removed. */
  removal?: 'gone' | 'sold-out'
  size?: 'missing' | 'sold-out' | 'unavailable'
  color?: 'missing' | 'unavailable'
}

/**
 * Compares a cart line with its product of now; a product that is not known raises no issue. A line may leave out the
 * only size or colour: the store API knows which it is.
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
