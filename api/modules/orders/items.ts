import type * as z from 'zod/mini'

import type { LineProblem, linesRefusedSchema } from '@tanabana/contract/order.ts'
import type { OrderLine } from '@tanabana/contract/requests.ts'
import { colorsOf, sizesOf, soldOutSizesOf, taxFactsOf } from '../catalogue/attributes.ts'
import type { products } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { priceOf, type VariantRow } from '../catalogue/variants.ts'
import { notAvailable, type OrderItem, type Problem } from './order-item.ts'
import { resolveVariant } from './resolve-variant.ts'

type ProductRow = typeof products.$inferSelect

type RefusedLine = Pick<LineProblem, 'code' | 'productId' | 'left'> & { line: number }

/**
 * The items of an order at current prices. With `hasChoices` the order names sizes and colours: a product with
 * several sizes needs one, a single size is filled in, a colour is optional.
 * @throws {ApiError} 422, or 409 where only stock is missing, with every line that cannot be ordered, and the sentence of
 *   the first one
 */
export function toItems(
  lines: OrderLine[],
  products: ReadonlyMap<string, ProductRow>,
  variants: ReadonlyMap<string, VariantRow[]>,
  hasChoices: boolean,
): OrderItem[] {
  const items: OrderItem[] = []
  const problems: (Problem & { productId: string; line: number })[] = []
  for (const [index, line] of lines.entries()) {
    const { productId, quantity } = line
    const product = products.get(productId)
    const own = variants.get(productId)
    if (product && own) {
      const resolved = resolveVariant(product, own, line, hasChoices)
      if ('problem' in resolved) problems.push({ ...resolved.problem, productId, line: index })
      else items.push({ line: index + 1, productId, quantity, ...resolved.item })
      continue
    }
    const selectedColor = line.selectedColor?.trim() || null
    const selectedSize = line.selectedSize?.trim() || (hasChoices && onlySizeOf(product)) || null
    const problem =
      product && line.variantId !== undefined
        ? { code: 'variant-unavailable' as const, message: notAvailable(product.title, 'this choice') }
        : problemOf({ product, selectedSize, selectedColor, hasChoices })
    if (problem) problems.push({ ...problem, productId, line: index })
    else if (product) {
      items.push({
        line: index + 1,
        productId,
        productTitle: product.title,
        quantity,
        price: priceOf(product),
        selectedSize,
        selectedColor,
        imgUrl: product.imgUrl || null,
        ...NO_VARIANT,
        ...taxFactsOf(product.attributes),
      })
    }
  }
  if (problems[0]) {
    const isOutOfStock = problems.every(
      ({ code, productId }) => code === 'sold-out' && variants.has(productId),
    )
    throw linesRefused(isOutOfStock ? 409 : 422, problems[0].message, problems, hasChoices)
  }
  return items
}

const NO_VARIANT = { variantId: null, variantOptions: null, sku: null, holdsStock: false }

function onlySizeOf(product: ProductRow | undefined): string | undefined {
  const sizes = new Set(product && sizesOf(product.attributes))
  return sizes.size === 1 ? [...sizes][0] : undefined
}

interface CheckedLine {
  product: ProductRow | undefined
  selectedSize: string | null
  selectedColor: string | null
  hasChoices: boolean
}

function problemOf({ product, selectedSize, selectedColor, hasChoices }: CheckedLine): Problem | undefined {
  if (!product) {
    return {
      code: 'product-gone',
      message: 'A product of the order is no longer in the shop. Please remove it from your cart.',
    }
  }
  const { title, attributes } = product
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

/** The refusal of lines, with a sentence for the shopper. */
export function linesRefused(
  status: 409 | 422,
  sentence: string,
  problems: RefusedLine[],
  hasChoices: boolean,
): ApiError {
  const details: z.input<typeof linesRefusedSchema> = {
    code: 'lines-refused',
    problems: problems.map(({ code, productId, left, line }) => ({
      code,
      productId,
      ...(left !== undefined && { left }),
      ...(hasChoices && { line }),
    })),
  }
  return new ApiError(status, sentence, {}, details)
}
