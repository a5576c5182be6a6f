import type { CartLine } from './cart.ts'
import type { Product } from './product.ts'

/** A cart line without its quantity, in the `data-card` of a product's card and form. */
export type CardLine = Omit<CartLine, 'quantity'>

/** The part of a cart line that a product form starts from, in its `data-line`; the shopper chooses the rest. */
export type FormLine = Pick<CartLine, 'id' | 'name' | 'image' | 'price'>

/** Returns the line of a product; size and colour are set only when there is exactly one. docs/requirements.md#42-cart */
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
