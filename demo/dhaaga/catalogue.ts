import { toCatalogueProduct } from '../catalogue-product.ts'
import { hindi } from './hindi.ts'
import { withFirst } from '../garment.ts'
import { accessories } from './accessories.ts'
import { bottoms } from './bottoms.ts'
import { dresses } from './dresses.ts'
import { festiveWear } from './festive.ts'
import { street } from './street.ts'
import { tees } from './tees.ts'
import type { CatalogueProduct } from '../../api/db/catalogue-product.ts'

/** One of each kind for the home page. */
const first = ['night-sun-oversized-tee', 'lilac-lotus-crop-tee', 'elephant-parade-tee', 'navy-tipped-polo']

export const garments = withFirst(first, [
  ...tees,
  ...dresses,
  ...festiveWear,
  ...street,
  ...bottoms,
  ...accessories,
])

export const products: CatalogueProduct[] = garments.map((garment) =>
  toCatalogueProduct(garment, hindi[garment.key]),
)
