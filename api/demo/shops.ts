import * as dhaaga from './dhaaga/catalogue.ts'
import { renderDemoPictures } from './pictures.ts'
import * as tanabana from './tanabana/catalogue.ts'
import type { CatalogueProduct } from './catalogue-product.ts'
import type { PictureSource, RenderOptions } from './pictures.ts'

export interface DemoShop {
  id: string
  /** The store record; its policies name files beside it. */
  storeFile: URL
  products: CatalogueProduct[]
  /** Writes the pictures that `/media/…` of this shop names, into the shop's own media directory. */
  renderPictures: (outDirectory: string, onProgress?: RenderOptions['onProgress']) => Promise<number>
}

const TANABANA: PictureSource = {
  id: 'tanabana',
  garments: tanabana.garments,
  tiles: {
    'tile-women.webp': 'rust-anarkali-kurta',
    'tile-men.webp': 'maroon-silk-kurta-men',
    'tile-accessories.webp': 'indigo-jhola-bag',
    'tile-sarees.webp': 'mustard-tussar-silk-saree',
    'tile-kurtas.webp': 'handloom-cotton-kurta-indigo',
    'tile-kurta-sets.webp': 'ivory-floral-palazzo-set',
    'tile-shirts.webp': 'indigo-block-camp-shirt',
    'tile-t-shirts.webp': 'navy-breton-stripe-tee',
    'tile-dresses.webp': 'terracotta-tiered-dress',
    'tile-nehru-jackets.webp': 'ikat-nehru-jacket',
    'tile-bottomwear.webp': 'indigo-leheriya-palazzo',
    'tile-default.webp': 'ajrakh-madder-kurta',
  },
  rail: [
    'handloom-cotton-kurta-indigo',
    'maroon-silk-kurta-men',
    'ivory-short-kurta-men',
    'rust-anarkali-kurta',
    'ajrakh-madder-kurta',
  ],
}

const DHAAGA: PictureSource = {
  id: 'dhaaga',
  garments: dhaaga.garments,
  tiles: {
    'tile-t-shirts.webp': 'night-sun-oversized-tee',
    'tile-dresses.webp': 'marigold-tiered-dress',
    'tile-kurta-sets.webp': 'marigold-mirror-kurta-set',
    'tile-hoodies-sweatshirts.webp': 'violet-pullover-hoodie',
    'tile-shirts.webp': 'hibiscus-camp-shirt',
    'tile-jackets.webp': 'washed-denim-jacket',
    'tile-bottoms.webp': 'mid-blue-straight-jeans',
    'tile-festive.webp': 'violet-mirror-lehenga',
    'tile-accessories.webp': 'rani-mirror-potli',
    'tile-default.webp': 'tie-dye-coral-tee',
  },
  rail: [
    'night-sun-oversized-tee',
    'cobalt-floral-wrap-dress',
    'washed-denim-jacket',
    'violet-pullover-hoodie',
    'marigold-tiered-dress',
  ],
}

export const demoShops: DemoShop[] = [
  toDemoShop(TANABANA, tanabana.products),
  toDemoShop(DHAAGA, dhaaga.products),
]

function toDemoShop(source: PictureSource, products: CatalogueProduct[]): DemoShop {
  return {
    id: source.id,
    storeFile: new URL(`./${source.id}/store.json`, import.meta.url),
    products,
    renderPictures: (outDirectory, onProgress) =>
      renderDemoPictures(source, outDirectory, onProgress ? { onProgress } : {}),
  }
}
