import type { CartLine } from './cart.ts'
import type { Product } from './product.ts'

/** What a product's buttons need to know of it: a cart line without its quantity. */
export type CardLine = Omit<CartLine, 'quantity'>

/** Size and colour are chosen only when there is exactly one. docs/requirements.md#42-cart */
export function cardLine(product: Product): CardLine {
  const { id, name, image, price, sizes, colors } = product
  return {
    id,
    name,
    image,
    price,
    selectedSize: sizes.length === 1 ? sizes[0] : undefined,
    selectedColor: colors.length === 1 ? colors[0] : undefined,
  }
}
