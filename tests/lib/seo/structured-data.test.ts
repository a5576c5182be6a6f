import { describe, expect, test } from 'vitest'

import { toProduct } from '../../../src/lib/catalogue/product.ts'
import { receivedProductSchema } from '@tanabana/contract/product.ts'
import { receivedStoreInfoSchema, returnFeesOf } from '@tanabana/contract/store-info.ts'
import { builtInPolicy } from '../../../src/components/policies/built-in.ts'
import { wayBackMessages } from '../../../src/lib/orders/return-messages.ts'
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

describe('who pays the way back of a return', { tags: ['@req-11.25'] }, () => {
  const storeOf = (record: object) => receivedStoreInfoSchema.parse({ storeName: 'Rang', ...record })
  const received = receivedProductSchema.parse({ id: 'p', title: 'Kurta', regularPrice: 900 })

  test.each([
    ['free', 'FreeReturn', 'Sending it back is free', 'Returns are free, whatever the reason'],
    [
      'customer',
      'ReturnFeesCustomerResponsibility',
      'You pay the courier for the way back, unless the pieces are damaged, defective or wrong.',
      'We pay for the return of goods that are damaged, defective or wrong.',
    ],
  ] as const)('is the same in every place with the fees %s', (fees, inJsonLd, onScreen, inPolicy) => {
    const store = storeOf({ returnPolicy: { days: 7, fees } })
    const things = productThings(toProduct(received, SITE.origin, true), undefined, { ...SITE, store })
    expect(things.find((thing) => thing['@type'] === 'MerchantReturnPolicy')).toMatchObject({
      returnFees: `https://schema.org/${inJsonLd}`,
      itemDefectReturnFees: 'https://schema.org/FreeReturn',
    })
    expect(returnFeesOf(store)).toBe(fees)
    expect(wayBackMessages[fees]).toContain(onScreen)
    expect(builtInPolicy('return', 'en', store).replace(/\s+/g, ' ')).toContain(inPolicy)
  })

  test('is the shopper by the built-in policy, and unknown with a policy text of its own', () => {
    expect(returnFeesOf(storeOf({}))).toBe('customer')
    expect(returnFeesOf(undefined)).toBe('customer')
    expect(returnFeesOf(storeOf({ policies: { return: '<p>Write to us.</p>' } }))).toBeUndefined()
    expect(
      returnFeesOf(
        storeOf({ policies: { return: '<p>Ours.</p>' }, returnPolicy: { days: 7, fees: 'free' } }),
      ),
    ).toBe('free')
  })
})
