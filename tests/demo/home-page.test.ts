import { describe, expect, test } from 'vitest'

import * as dhaaga from '../../demo/dhaaga/catalogue.ts'
import * as tanabana from '../../demo/tanabana/catalogue.ts'
import { FEATURED_COUNT } from '@tanabana/contract/constants.ts'

/** docs/requirements.md#74-featured-products */
describe('featured products of the demo shops', () => {
  const ofFirstCategory = {
    tanabana: tanabana.garments.filter(({ gender }) => gender === 'Women'),
    dhaaga: dhaaga.garments.filter(({ category }) => category === 'T-Shirts'),
  }

  test.each(Object.entries(ofFirstCategory))('%s shows four garments of four cuts', (_, garments) => {
    const cuts = garments.slice(0, FEATURED_COUNT).map(({ art }) => art.garment)
    expect(new Set(cuts).size).toBe(4)
  })

  test.each(Object.entries(ofFirstCategory))('%s shows at most two garments on sale', (_, garments) => {
    const onSale = garments.slice(0, FEATURED_COUNT).filter(({ salePrice }) => salePrice !== undefined)
    expect(onSale.length).toBeLessThanOrEqual(2)
  })
})
