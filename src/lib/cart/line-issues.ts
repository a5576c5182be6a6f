import { isSoldOut, type Product } from '../catalogue/product.ts'
import { matchingVariants, type Choices } from '../catalogue/variants.ts'
import { isColorOption, isSizeName } from '../contract/product.ts'
import type { CartLine, LineKey } from './cart.ts'

type CheckedLine = Omit<LineKey, 'id'> & Partial<Pick<CartLine, 'quantity'>>

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

export function hasIssues(issues: LineIssues): boolean {
  return Object.keys(issues).length > 0
}

/** Returns the choice of a line by option name. */
export function choicesOf(
  { selectedSize, selectedColor, otherOptions = {} }: CheckedLine,
  options: readonly { name: string }[],
): Choices {
  return Object.fromEntries(
    options.map(({ name }) => {
      if (isSizeName(name)) return [name, selectedSize]
      return [name, isColorOption(name) ? selectedColor : otherOptions[name]]
    }),
  )
}

function variantIssues(
  line: CheckedLine,
  { options, variants }: Exclude<CurrentProduct, 'gone'>,
): LineIssues {
  const choices = choicesOf(line, options)
  const open = options.filter(
    ({ name, values }) =>
      values.length > 1 && (choices[name] === undefined || !values.includes(choices[name])),
  )
  if (open.length > 0) {
    return open.reduce<LineIssues>((issues, { name }) => {
      const issue = choices[name] === undefined ? 'missing' : 'unavailable'
      if (isSizeName(name)) return { ...issues, size: issue }
      return isColorOption(name) ? { ...issues, color: issue } : { ...issues, option: issue }
    }, {})
  }
  const named = Object.entries(choices).filter(([name]) => optionOf(options, name).values.length > 1)
  const [variant] = matchingVariants(variants, Object.fromEntries(named))
  // The first option is chosen again: most often it is the size.
  const first = options.find(({ values }) => values.length > 1)?.name ?? ''
  const kind = isSizeName(first) ? 'size' : isColorOption(first) ? 'color' : 'option'
  if (!variant) return { [kind]: 'unavailable' }
  if (!variant.isAvailable) return kind === 'size' ? { size: 'sold-out' } : { [kind]: 'unavailable' }
  const isFew = variant.stock !== undefined && (line.quantity ?? 1) > variant.stock
  return isFew ? { stock: 'few' } : {}
}

function optionOf(options: Product['options'], name: string): { values: string[] } {
  return options.find((option) => option.name === name) ?? { values: [] }
}

function choiceIssue(chosen: string | undefined, offered: string[]): ChoiceIssue | undefined {
  if (!chosen) return offered.length > 1 ? 'missing' : undefined
  return offered.includes(chosen) ? undefined : 'unavailable'
}
