import type { Product } from '../catalogue/product.ts'
import { type Choices, lineChoice, picturesOfChoice, shownPrice } from '../catalogue/variants.ts'
import type { CardData } from './card.ts'

/** Returns the data of a product's card; size and colour are set only when there is exactly one. docs/requirements.md#42-cart */
export function cardData(product: Product): CardData {
  const { id, name, image, price, sizes, colors, variants } = product
  const [only, ...others] = variants
  return {
    id,
    name,
    image,
    price,
    selectedSize: sizes.length === 1 ? sizes[0] : undefined,
    selectedColor: colors.length === 1 ? colors[0] : undefined,
    ...(only && others.length === 0 ? { ...lineChoice(only.options), variantId: only.id } : {}),
  }
}

/** Returns the data of a product's card with picture, price and colour of the choice that is shown, for the wishlist. */
export function shownCardData(product: Product, choices: Choices): CardData {
  const { price, originalPrice } = shownPrice(product.variants, choices) ?? product
  return {
    ...cardData(product),
    image: picturesOfChoice(product, choices)[0] ?? '',
    price,
    originalPrice,
    shownColor: lineChoice(choices).selectedColor,
  }
}
