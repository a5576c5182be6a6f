import { expect, test } from 'vitest'

import { toProduct } from '../../../src/lib/catalogue/product.ts'
import { receivedProductSchema } from '@tanabana/contract/product.ts'
import { productThings } from '../../../src/lib/seo/structured-data.ts'

const SITE = { origin: 'https://shop.example', store: undefined, pictureUrl: (src: string) => src }

test('structured data has the barcodes that are GTINs, and no others', () => {
  const variant = (size: string, barcode: string) => ({
    ...{ id: size, options: { Size: size }, regularPrice: 900, available: true, barcode },
  })
  const variants = [variant('S', '4006381333931'), variant('M', '4006381333932'), variant('L', '4.00638E+12')]
  const options = [{ name: 'Size', values: ['S', 'M', 'L'] }]
  const received = receivedProductSchema.parse({
    id: 'p',
    title: 'Kurta',
    regularPrice: 900,
    options,
    variants,
  })
  const [group] = productThings(toProduct(received, SITE.origin, true), undefined, SITE)
  expect(group?.hasVariant).toMatchObject([
    { gtin: '4006381333931' },
    { gtin: undefined },
    { gtin: undefined },
  ])
})
