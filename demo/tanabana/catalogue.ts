import { toCatalogueProduct } from '../catalogue-product.ts'
import { hindi } from './hindi.ts'
import { withFirst } from '../garment.ts'
import { accessories } from './accessories.ts'
import { menIndian } from './men-indian.ts'
import { menWestern } from './men-western.ts'
import { sarees } from './sarees.ts'
import { womenKurtas } from './women-kurtas.ts'
import { womenWestern } from './women-western.ts'
import type { CatalogueProduct } from '../../api/db/catalogue-product.ts'

/** One of each kind for the home page. */
const first = [
  'madder-handloom-cotton-saree',
  'handloom-cotton-kurta-indigo',
  'olive-everyday-kurta-set',
  'sage-gathered-cotton-top',
]

export const garments = withFirst(first, [
  ...sarees,
  ...womenKurtas,
  ...womenWestern,
  ...menIndian,
  ...menWestern,
  ...accessories,
])

export const products: CatalogueProduct[] = garments.map((garment) =>
  toCatalogueProduct(garment, hindi[garment.key]),
)
