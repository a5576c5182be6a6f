import * as dhaaga from './dhaaga/catalogue.ts'
import * as tanabana from './tanabana/catalogue.ts'
import type { NewOffer } from '../api/modules/offers/offers.ts'
import type { CatalogueProduct } from '../api/db/catalogue-product.ts'

export interface DemoShop {
  id: string
  /** The store record; its policies name files beside it. */
  storeFile: URL
  products: CatalogueProduct[]
  offers?: Omit<NewOffer, 'id'>[]
  /** The folder of the pictures that `/media/…` of this shop names; `npm run draw` draws them anew. */
  pictures: URL
}

/** The code is in the first highlight of the shop. */
const WELCOME: Omit<NewOffer, 'id'> = {
  code: 'WELCOME10',
  label: 'Welcome offer',
  kind: 'percent',
  value: 10,
}

export const demoShops: DemoShop[] = [
  { ...toDemoShop('tanabana', tanabana.products), offers: [WELCOME] },
  toDemoShop('dhaaga', dhaaga.products),
]

function toDemoShop(id: string, products: CatalogueProduct[]): DemoShop {
  return {
    id,
    storeFile: new URL(`./${id}/store.json`, import.meta.url),
    products,
    pictures: new URL(`./${id}/pictures/`, import.meta.url),
  }
}
