import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { ORDER_LINES_MAX, QUANTITY_MAX } from '@tanabana/contract/constants.ts'
import type { OrderLine } from '@tanabana/contract/requests.ts'
import { ApiError } from '../../errors.ts'
import { colorsOf, sizesOf, soldOutSizesOf, taxFactsOf } from '../catalogue/attributes.ts'
import { isLow, priceOf } from '../catalogue/variants.ts'
import { chooseVariant, optionOf } from './choose-variant.ts'
import {
  choiceOf,
  notAvailable,
  type OrderItem,
  type Problem,
  type QuotedProduct,
  type QuotedVariant,
} from './order-item.ts'
import { findShortages, piecesLeft } from './shortages.ts'

/** A line of an order at current prices. */
export interface DecidedLine {
  productId: string
  quantity: number
  product?: QuotedProduct | undefined
  hasVariants: boolean
  variant?: QuotedVariant | undefined
  /** What the order takes; absent where the line names nothing that the shop has. */
  item?: OrderItem
  /** Why the line can't be ordered. */
  problem?: Problem | undefined
  /** Paise, for one piece; absent for a product that is gone. */
  unitPrice?: number
  /** The price before a reduction. */
  compareAt?: number
  /** Pieces that can be ordered, where few are left or the lines want more. */
  left?: number
}

/** @throws {ApiError} 422 too many lines, or a quantity that no order may have */
export function checkLines(lines: readonly OrderLine[]): void {
  if (lines.length === 0) throw new ApiError(422, 'The order has no products.')
  if (lines.length > ORDER_LINES_MAX) {
    throw new ApiError(422, `An order may have at most ${ORDER_LINES_MAX} lines.`)
  }
  if (lines.some(({ quantity }) => quantity < 1 || quantity > QUANTITY_MAX)) {
    throw new ApiError(422, `Each line of an order may have 1 to ${QUANTITY_MAX} pieces.`)
  }
}

/**
 * The lines at current prices. With `hasChoices` they name sizes and colours: a product with several sizes needs one, a
 * single size is filled in, a colour is optional.
 */
export function decideLines(
  lines: readonly OrderLine[],
  products: ReadonlyMap<string, QuotedProduct>,
  variants: ReadonlyMap<string, readonly QuotedVariant[]>,
  hasChoices: boolean,
): DecidedLine[] {
  const decided = lines.map((line, index) => {
    const product = products.get(line.productId)
    const own = variants.get(line.productId)
    return product && own
      ? decideVariantLine(product, own, line, index, hasChoices)
      : decidePlainLine(product, line, index, hasChoices)
  })
  const stock = new Map(decided.flatMap(({ variant }) => (variant ? [[variant.id, variant]] : [])))
  const items = decided.flatMap(({ item }) => (item ? [item] : []))
  const shortages = new Map(findShortages(items, stock).map(({ item, left }) => [item.line, left]))
  return decided.map((line, index) => {
    const short = shortages.get(index + 1)
    const left = short ?? (line.variant && piecesLeft(line.variant))
    const isTold = short !== undefined || (line.variant !== undefined && isLow(line.variant))
    const problem = line.problem ?? (line.item && short !== undefined ? shortOf(line.item, short) : undefined)
    return { ...line, problem, ...(isTold && { left }) }
  })
}

function decideVariantLine(
  product: QuotedProduct,
  variants: readonly QuotedVariant[],
  line: OrderLine,
  index: number,
  hasChoices: boolean,
): DecidedLine {
  const { variant, problem } = chooseVariant(product, variants, line, hasChoices)
  const { productId, quantity } = line
  const decided = {
    productId,
    quantity,
    product,
    hasVariants: true,
    variant,
    problem,
    ...pricesOf(variant ?? product),
  }
  if (!variant || problem) return decided
  const item = {
    ...itemOf(product, line, index),
    price: priceOf(variant),
    selectedSize: optionOf(variant, isSizeName) ?? null,
    selectedColor: optionOf(variant, isColorOption) ?? null,
    variantId: variant.id,
    variantOptions: variant.options,
    sku: variant.sku,
    imgUrl: variant.images[0]?.url ?? (product.imgUrl || null),
    holdsStock: variant.stock !== null,
  }
  return { ...decided, item }
}

/** A line of a product without variants, or of one that is gone. */
function decidePlainLine(
  product: QuotedProduct | undefined,
  line: OrderLine,
  index: number,
  hasChoices: boolean,
): DecidedLine {
  const { productId, quantity } = line
  if (!product) {
    const message = 'A product of the order is no longer in the shop. Please remove it from your cart.'
    return { productId, quantity, hasVariants: false, problem: { code: 'product-gone', message } }
  }
  const selectedColor = line.selectedColor?.trim() || null
  const selectedSize = line.selectedSize?.trim() || (hasChoices && onlySizeOf(product)) || null
  const problem: Problem | undefined =
    line.variantId === undefined
      ? findProblem(product, { selectedSize, selectedColor, hasChoices })
      : { code: 'variant-unavailable', message: notAvailable(product.title, 'this choice') }
  const decided = { productId, quantity, product, hasVariants: false, problem, ...pricesOf(product) }
  return problem
    ? decided
    : { ...decided, item: { ...itemOf(product, line, index), selectedSize, selectedColor } }
}

function itemOf(product: QuotedProduct, { productId, quantity }: OrderLine, index: number): OrderItem {
  return {
    line: index + 1,
    productId,
    productTitle: product.title,
    quantity,
    price: priceOf(product),
    selectedSize: null,
    selectedColor: null,
    variantId: null,
    variantOptions: null,
    sku: null,
    imgUrl: product.imgUrl || null,
    holdsStock: false,
    ...taxFactsOf(product.attributes),
  }
}

function pricesOf(priced: Pick<QuotedVariant, 'regularPrice' | 'discountedPrice'>) {
  const unitPrice = priceOf(priced)
  return { unitPrice, ...(priced.regularPrice > unitPrice && { compareAt: priced.regularPrice }) }
}

function onlySizeOf({ attributes }: QuotedProduct): string | undefined {
  const sizes = new Set(sizesOf(attributes))
  return sizes.size === 1 ? [...sizes][0] : undefined
}

function findProblem(
  { title, attributes }: QuotedProduct,
  choice: { selectedSize: string | null; selectedColor: string | null; hasChoices: boolean },
): Problem | undefined {
  const { selectedSize, selectedColor, hasChoices } = choice
  if (selectedColor !== null && !colorsOf(attributes).includes(selectedColor)) {
    return { code: 'color-unavailable', message: notAvailable(title, selectedColor) }
  }
  const sizes = sizesOf(attributes)
  const soldOut = soldOutSizesOf(attributes)
  if (sizes.length > 0 && sizes.length === soldOut.length) {
    return { code: 'sold-out', message: `${title} is sold out. Please remove it from your cart.` }
  }
  if (selectedSize === null) {
    const isMissing = hasChoices && sizes.length > 0
    return isMissing ? { code: 'size-missing', message: `Please select a size of ${title}.` } : undefined
  }
  if (!sizes.includes(selectedSize)) {
    return { code: 'size-unavailable', message: notAvailable(title, selectedSize) }
  }
  return soldOut.includes(selectedSize)
    ? { code: 'sold-out', message: `${title} is sold out in ${selectedSize}. Please select another size.` }
    : undefined
}

function shortOf({ productTitle, variantOptions }: OrderItem, left: number): Problem {
  const choice = choiceOf(variantOptions ?? {})
  const shown = choice ? `${productTitle} in ${choice}` : productTitle
  const message =
    left === 0
      ? `${shown} is sold out. Please remove it from your cart.`
      : `Only ${left === 1 ? '1 piece' : `${left} pieces`} of ${shown} ${left === 1 ? 'is' : 'are'} left. Please change the quantity.`
  return { code: 'not-enough-stock', message, left }
}
