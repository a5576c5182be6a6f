import { toCatalogueProduct } from '../catalogue-product.ts'
import { accessories } from './accessories.ts'
import { menIndian } from './men-indian.ts'
import { menWestern } from './men-western.ts'
import { sarees } from './sarees.ts'
import { womenKurtas } from './women-kurtas.ts'
import { womenWestern } from './women-western.ts'
import type { CatalogueProduct } from '../../api/modules/catalogue/catalogue-product.ts'
import type { Garment } from '../garment.ts'

export const garments: Garment[] = [
  ...sarees,
  ...womenKurtas,
  ...womenWestern,
  ...menIndian,
  ...menWestern,
  ...accessories,
]

export const products: CatalogueProduct[] = garments.map(toCatalogueProduct)
