import type { Product } from '../catalogue/product.ts'
import { isSoldOut } from '../catalogue/sizes.ts'
import { choicesOfLine, quantityMax, variantOfLine } from '../catalogue/variants.ts'
import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { QUANTITY_MAX } from '@tanabana/contract/constants.ts'
import type { Sentence } from '../i18n/translate.ts'
import type { CartLine, LineKey } from './cart.ts'

type CheckedLine = Omit<LineKey, 'id'> & Partial<Pick<CartLine, 'quantity' | 'variantId'>>

/** Current data of a product; `gone` when the store API has no product with the id. */
export type CurrentProduct =
  Pick<Product, 'price' | 'sizes' | 'colors' | 'soldOut' | 'options' | 'variants'> | 'gone'

type ChoiceIssue = 'missing' | 'unavailable'

/** Reasons why a cart line can't be ordered; empty when it can. */
export interface LineIssues {
  /** The line can only be removed. */
  removal?: 'gone' | 'sold-out'
  size?: ChoiceIssue | 'sold-out'
  color?: ChoiceIssue
  /** The first option other than size and colour that needs a choice. */
  option?: ChoiceIssue
  /** Fewer pieces are left than the line has. */
  stock?: 'few'
  /** Those that are left, where the quote names them. */
  left?: number
  /** The store API refused the line, and its product does not show why. */
  refused?: Sentence
}

/**
 * Compares a cart line with its current product; an unknown product has no issues. A line may omit the only size or
 * colour, which the store API fills in.
 */
export function lineIssues(line: CheckedLine, product: CurrentProduct | undefined): LineIssues {
  if (product === undefined) return {}
  if (product === 'gone') return { removal: 'gone' }
  if (isSoldOut(product)) return { removal: 'sold-out' }
  if (product.variants.length > 0) return variantIssues(line, product)
  const { selectedSize, selectedColor } = line
  const { sizes, colors, soldOut } = product
  if ((selectedSize && sizes.length === 0) || (selectedColor && colors.length === 0))
    return { removal: 'gone' }
  const color = choiceIssue(selectedColor, colors)
  const size =
    selectedSize !== undefined && soldOut.includes(selectedSize)
      ? 'sold-out'
      : choiceIssue(selectedSize, sizes)
  return { ...(size && { size }), ...(color && { color }) }
}

/**
 * Returns the most pieces that a line may have: those left by its quote, else those of its variant, where the store API
 * names them.
 */
export function quantityLimit(
  line: CheckedLine,
  product: CurrentProduct | undefined,
  quoted?: { left?: number | undefined },
): number {
  if (quoted?.left !== undefined) return Math.min(QUANTITY_MAX, quoted.left)
  if (product === undefined || product === 'gone') return QUANTITY_MAX
  return quantityMax(variantOfLine(line, product))
}

export function hasIssues(issues: LineIssues): boolean {
  return Object.keys(issues).length > 0
}

function variantIssues(line: CheckedLine, product: Exclude<CurrentProduct, 'gone'>): LineIssues {
  const { options } = product
  const variant = variantOfLine(line, product)
  if (variant?.isAvailable) {
    const isFew = variant.stock !== undefined && (line.quantity ?? 1) > variant.stock
    return isFew ? { stock: 'few' } : {}
  }
  const choices = choicesOfLine(line, options)
  const open = options.flatMap(({ name, values }) => {
    const issue = choiceIssue(choices[name], values)
    return issue ? [{ name, issue }] : []
  })
  if (open.length > 0)
    return open.reduce<LineIssues>((issues, { name, issue }) => ({ ...issues, [kindOf(name)]: issue }), {})
  // The first option is chosen again: most often it is the size.
  const first = options.find(({ values }) => values.length > 1) ?? options[0]
  if (!first) return { removal: 'gone' }
  const kind = kindOf(first.name)
  return variant && kind === 'size' ? { size: 'sold-out' } : { [kind]: 'unavailable' }
}

function kindOf(option: string): 'size' | 'color' | 'option' {
  if (isSizeName(option)) return 'size'
  return isColorOption(option) ? 'color' : 'option'
}

function choiceIssue(chosen: string | undefined, offered: string[]): ChoiceIssue | undefined {
  if (!chosen) return offered.length > 1 ? 'missing' : undefined
  return offered.includes(chosen) ? undefined : 'unavailable'
}
