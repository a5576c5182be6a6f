import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it, test } from 'vitest'

import { badOf, leftOutOf, productsOf, readFile } from './catalogue-file.ts'

const FOLDER = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))

/** Other people's files, which a clone may lack: every rule they show has a file of its own in the other tests. */
describe.runIf(existsSync(FOLDER))('files of third parties', () => {
  test.each([
    ['shopify-apparel.csv', 20, 0],
    ['shopify-jewelery.csv', 20, 0],
    ['shopify-ethnic-2025-columns.csv', 3, 0],
    ['flipkart-999-products.csv', 995, 3999],
    ['myntra-12491-products-cp1252.csv', 12491, 0],
    ['myntra-sizes-first-2600-rows.csv', 2600, 0],
  ])('%s has %i good products and %i rows left out', async (name, products, leftOut) => {
    const events = await readFile(FOLDER + name)
    expect(badOf(events)).toEqual([])
    expect(productsOf(events)).toHaveLength(products)
    expect(leftOutOf(events)).toHaveLength(leftOut)
  })

  it('flipkart: four products have no price, 3,995 rows are blank', async () => {
    const reasons = leftOutOf(await readFile(`${FOLDER}flipkart-999-products.csv`))
    expect(reasons.filter((reason) => reason.endsWith('row without a price'))).toHaveLength(4)
    expect(reasons.filter((reason) => reason.endsWith('blank row'))).toHaveLength(3995)
  })

  it('myntra: nearly every product is known by its name', async () => {
    const products = productsOf(await readFile(`${FOLDER}myntra-12491-products-cp1252.csv`))
    expect(products.filter(({ category }) => category === 'Clothing').length).toBeLessThan(125)
    expect(products.some(({ description }) => description.includes('\u00a0'))).toBe(false)
  })
})
