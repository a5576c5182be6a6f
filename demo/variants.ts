import { createHash } from 'node:crypto'

import { SCARCE } from './scarce-variants.ts'
import type { CatalogueOption, CataloguePicture, CatalogueVariant } from '../api/db/catalogue-product.ts'
import type { ColorName } from './color-art.ts'
import type { Garment } from './garment.ts'

/** Pieces of a variant of which there are many. */
const STOCK = { min: 60, max: 240 }
/** One product in this many is made to order: its pieces are not counted. */
const UNCOUNTED_ONE_IN = 9

interface Combination {
  size: string | undefined
  color: ColorName
}

/** Options and variants of a garment: each size in each color, except combinations that do not exist. */
export function toVariants(
  garment: Garment,
  pictures: ReadonlyMap<ColorName, CataloguePicture[]>,
): { options: CatalogueOption[]; variants: CatalogueVariant[] } {
  const { key, sizes, colors } = garment
  const scarce = SCARCE[key] ?? {}
  const combinations = colors.flatMap((color) =>
    (sizes.length > 0 ? sizes : [undefined]).map((size): Combination => ({ size, color })),
  )
  return {
    options: [
      ...(sizes.length > 0 ? [{ name: 'Size', values: [...sizes] }] : []),
      { name: 'Colour', values: [...colors] },
    ],
    variants: combinations.flatMap((combination) => {
      const pieces = scarce[nameOf(combination)]
      if (pieces === 'none') return []
      return [toVariant(garment, combination, { pieces, images: pictures.get(combination.color) ?? [] })]
    }),
  }
}

function toVariant(
  { key, price, salePrice, surcharges = {} }: Garment,
  { size, color }: Combination,
  { pieces, images }: { pieces: number | undefined; images: CataloguePicture[] },
): CatalogueVariant {
  const surcharge = (surcharges[size ?? ''] ?? 0) + (surcharges[color] ?? 0)
  const sku = [key, color, ...(size === undefined ? [] : [size])].join('-').replaceAll(' ', '-').toUpperCase()
  const stock = pieces ?? countedStock(key, sku)
  return {
    options: { ...(size === undefined ? {} : { Size: size }), Colour: color },
    regularPrice: price + surcharge,
    ...(salePrice === undefined ? {} : { discountedPrice: salePrice + surcharge }),
    sku,
    ...(stock === undefined ? {} : { stock }),
    images,
  }
}

/** The same number for the same variant in each seeding; `undefined` for products that are made to order. */
function countedStock(key: string, sku: string): number | undefined {
  if (numberOf(key) % UNCOUNTED_ONE_IN === 0) return undefined
  return STOCK.min + (numberOf(sku) % (STOCK.max - STOCK.min))
}

function nameOf({ size, color }: Combination): string {
  return size === undefined ? color : `${size} ${color}`
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}
