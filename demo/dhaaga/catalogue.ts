import { toCatalogueProduct } from '../catalogue-product.ts'
import { accessories } from './accessories.ts'
import { bottoms } from './bottoms.ts'
import { dresses } from './dresses.ts'
import { festiveWear } from './festive.ts'
import { street } from './street.ts'
import { tees } from './tees.ts'
import type { CatalogueProduct } from '../../api/modules/catalogue/catalogue-product.ts'
import type { Garment } from '../garment.ts'

export const garments: Garment[] = [
  ...tees,
  ...dresses,
  ...festiveWear,
  ...street,
  ...bottoms,
  ...accessories,
]

export const products: CatalogueProduct[] = garments.map(toCatalogueProduct)
