import type { StoreInfo } from '../schemas/store-info.ts'
import { categoryImage } from './categories.ts'
import { toImageUrl } from './product.ts'

/** Returns the shop's picture for share cards: its hero, else its default category picture, else its logo; else empty. */
export function shopPicture(store: StoreInfo | undefined, imageBase: string): string {
  return (
    toImageUrl(store?.heroImages?.wide ?? '', imageBase) ||
    categoryImage(store, 'default', imageBase) ||
    toImageUrl(store?.companyLogoUrl ?? '', imageBase)
  )
}
