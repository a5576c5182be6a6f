import type { CatalogueProduct } from '../../api/db/catalogue-product.ts'
import { product } from '../api/helpers/store.ts'

const SOLD_OUT_KEY = 'Sold out'

function garment(key: string, regularPrice: number, sizes: string[], colors: string[]): CatalogueProduct {
  return product(key, {
    regularPrice,
    attributes: [
      ...(sizes.length > 0 ? [{ key: 'Sizes', value: sizes }] : []),
      ...(colors.length > 0 ? [{ key: 'Colors', value: colors }] : []),
    ],
  })
}

/** One of each kind: with and without sizes and colours to choose, one of them, none. */
export const CATALOGUE: readonly CatalogueProduct[] = [
  garment('kurta', 999.5, ['S', 'M', 'L'], ['Red', 'Indigo']),
  garment('shirt', 1249, ['M', 'L'], ['White']),
  garment('tee', 499.25, ['S', 'M', 'L', 'XL'], []),
  garment('cap', 299, ['One Size'], []),
  garment('stole', 1899, [], ['Red', 'Indigo']),
  garment('saree', 4999.75, [], []),
]

export function sizesOf(garment: CatalogueProduct | undefined): string[] {
  return garment?.attributes.find(({ key }) => key === 'Sizes')?.value ?? []
}

export function soldOutOf({ attributes }: CatalogueProduct): string[] {
  return attributes.find(({ key }) => key === SOLD_OUT_KEY)?.value ?? []
}

export function withSoldOut(garment: CatalogueProduct, sizes: string[]): CatalogueProduct {
  const others = garment.attributes.filter(({ key }) => key !== SOLD_OUT_KEY)
  return {
    ...garment,
    attributes: sizes.length > 0 ? [...others, { key: SOLD_OUT_KEY, value: sizes }] : others,
  }
}
