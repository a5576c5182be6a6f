import { FEATURED_COUNT } from '../constants.ts'
import type { Product } from './product.ts'

/** Returns other products, the nearest in price first; equal distances keep the store's order. */
export function relatedTo(product: Pick<Product, 'id' | 'price'>, others: Product[]): Product[] {
  const distance = ({ price }: Product) => Math.abs(price - product.price)
  return others
    .filter(({ id }) => id !== product.id)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, FEATURED_COUNT)
}
