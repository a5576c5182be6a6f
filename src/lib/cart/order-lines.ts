import type { OrderLine } from '@tanabana/contract/requests.ts'
import type { CartLine } from './cart.ts'

/** Converts cart lines for orders and quotes; with `hasVariants` (capability `variants`) each names its variant. */
export function toOrderLines(lines: readonly CartLine[], hasVariants: boolean): OrderLine[] {
  return lines.map(({ id, quantity, selectedSize, selectedColor, variantId }) => ({
    productId: id,
    ...(hasVariants && variantId && { variantId }),
    quantity,
    selectedSize,
    selectedColor,
  }))
}
