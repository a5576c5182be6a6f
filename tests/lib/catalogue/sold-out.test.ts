import { expect, it } from 'vitest'

import { longestDelivery } from '../../../src/lib/shop/delivery.ts'
import { feedItems, googleFeed, metaFeed } from '../../../src/lib/seo/product-feed.ts'
import { toProduct } from '../../../src/lib/catalogue/product.ts'
import { isSoldOut } from '../../../src/lib/catalogue/sizes.ts'
import { jsonLd, productThings } from '../../../src/lib/seo/structured-data.ts'
import { productVariants } from '../../../src/lib/catalogue/variants.ts'

function productOf(...attributes: [key: string, ...value: string[]][]) {
  const received = {
    ...{
      id: 'p',
      title: 'Kurta',
      description: '',
      category: '',
      parentCategory: '',
      imgUrl: '/p.webp',
      images: [],
    },
    ...{ regularPrice: 900, discountedPrice: undefined, createdAt: undefined },
    ...{ options: [], variants: [], gender: undefined, seoTitle: undefined, seoDescription: undefined },
    attributes: attributes.map(([key, ...value]) => ({ key, value, metricUnit: '' })),
  }
  return toProduct(received, 'https://shop.example')
}

it.each(['Sold out', 'soldOut', ' SOLDOUT ', 'sold_out', 'Sold-Out'])(
  '%j names the sizes that are gone',
  (key) => {
    const product = productOf(['Size', 'S', 'M'], [key, 'm ', 'XXL'])
    expect(product.soldOut).toEqual(['M'])
    expect(isSoldOut(product)).toBe(false)
    expect(productVariants(product).map(({ options, isSoldOut: isGone }) => [options.Size, isGone])).toEqual([
      ['S', false],
      ['M', true],
    ])
  },
)

it('a product is sold out when every size is', () => {
  expect(isSoldOut(productOf(['Size', 'S', 'M'], ['Sold out', 'M', 'S']))).toBe(true)
  expect(isSoldOut(productOf(['Sold out', 'M']))).toBe(false)
})

it('feeds and structured data mark sold-out variants, and no others', { tags: ['@req-11.9'] }, () => {
  const product = productOf(['Size', 'S', 'M'], ['Sold out', 'M'])
  const site = { origin: 'https://shop.example', store: undefined, pictureUrl: (src: string) => src }
  const items = feedItems(product, { ...site, plainText: () => undefined })
  const google = items.map(googleFeed.item)
  expect(google[0]).toContain('<g:availability>in_stock</g:availability>')
  expect(google[1]).toContain('<g:availability>out_of_stock</g:availability>')
  expect(items.map(metaFeed.item)[1]).toContain('"out of stock"')
  const page = JSON.parse(jsonLd(productThings(product, undefined, site)))
  const offers = page.hasVariant.map((variant: { offers: { availability?: string } }) => variant.offers)
  expect(offers[0]).not.toHaveProperty('availability')
  expect(offers[1]).toHaveProperty('availability', 'https://schema.org/OutOfStock')
})

it('the longest handling plus the longest transit give the delivery time, where the shop has both', () => {
  const shippingPolicy = { handlingDays: { min: 0, max: 2 }, transitDays: { min: 0, max: 5 } }
  expect(longestDelivery({ shippingPolicy })).toBe(7)
  expect(longestDelivery({})).toBeUndefined()
})
