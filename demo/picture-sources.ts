import * as dhaaga from './dhaaga/catalogue.ts'
import * as tanabana from './tanabana/catalogue.ts'
import type { PictureSource } from './pictures.ts'

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

/** What is drawn for each demo shop, by `npm run draw`. */
export const pictureSources = [TANABANA, DHAAGA]
