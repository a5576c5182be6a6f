import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import type { OrderLine } from '@tanabana/contract/requests.ts'
import { cheapestVariant, isAvailable } from '../catalogue/variants.ts'
import { choiceOf, notAvailable, type Problem, type QuotedProduct, type QuotedVariant } from './order-item.ts'

/** The variant of a line, or why it can't be ordered; a problem may name the variant that it concerns. */
type Chosen = { variant: QuotedVariant; problem?: undefined } | { variant?: QuotedVariant; problem: Problem }

/**
 * The variant that a line orders: the named one, or the only one of its size and colour. A line of the plain contract
 * names no choice and gets the cheapest variant on sale. Either way it costs the price of that variant.
 * docs/requirements.md#1115-variants
 */
export function chooseVariant(
  { title, options }: QuotedProduct,
  variants: readonly QuotedVariant[],
  line: OrderLine,
  hasChoices: boolean,
): Chosen {
  const isPlain = !hasChoices && line.variantId === undefined
  const cheapest = isPlain ? cheapestVariant(variants) : undefined
  const named = variants.find(({ id }) => id === line.variantId)
  if (!variants.some(isAvailable)) {
    const problem = soldOut(`${title} is sold out. Please remove it from your cart.`)
    const variant = cheapest ?? named
    return variant ? { variant, problem } : { problem }
  }
  if (cheapest) return { variant: cheapest }
  const size = line.selectedSize?.trim() || undefined
  const color = line.selectedColor?.trim() || undefined
  const fits = (is: (name: string) => boolean, wanted: string | undefined) => (variant: QuotedVariant) =>
    wanted === undefined || optionOf(variant, is) === wanted
  if (line.variantId === undefined) {
    if (color !== undefined && !variants.some(fits(isColorOption, color))) {
      return { problem: { code: 'color-unavailable', message: notAvailable(title, color) } }
    }
    if (size !== undefined && !variants.some(fits(isSizeName, size))) {
      return { problem: { code: 'size-unavailable', message: notAvailable(title, size) } }
    }
  }
  const [variant, another] =
    line.variantId === undefined
      ? variants.filter(fits(isColorOption, color)).filter(fits(isSizeName, size))
      : [named]
  if (!variant) {
    return { problem: { code: 'variant-unavailable', message: notAvailable(title, 'this choice') } }
  }
  if (another) {
    const names = options.map(({ name }) => name.toLowerCase()).join(' and ')
    const message = `Please select ${names || 'a choice'} of ${title}.`
    return { problem: { code: 'variant-missing', message } }
  }
  if (!isAvailable(variant)) {
    const choice = choiceOf(variant.options)
    return {
      variant,
      problem: soldOut(`${title} is sold out in ${choice}. Please select another choice.`),
    }
  }
  return { variant }
}

function soldOut(message: string): Problem {
  return { code: 'sold-out', message }
}

/** The value of a variant's first option whose name fits. */
export function optionOf(
  { options }: Pick<QuotedVariant, 'options'>,
  is: (name: string) => boolean,
): string | undefined {
  return Object.entries(options).find(([name]) => is(name))?.[1]
}
