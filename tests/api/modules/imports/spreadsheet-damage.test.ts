import { describe, expect, it, test } from 'vitest'

import { badOf, catalogueFile, productsOf, readEvents, warningsOf } from './catalogue-file.ts'

const HEADER =
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Inventory Tracker,Variant Inventory Qty,Variant Price'

const NO_DECIMALS = 'has more than 2 decimals; a dot separates paise, not thousands'
const errorFor = (expected: string) =>
  `is an error of the spreadsheet in the place of ${expected}: mend the formula of the cell and export the file again`

const shopify = (...rows: string[]) => readEvents([HEADER, ...rows].join('\n'))

describe('a price with more than 2 decimals is refused', () => {
  it('in a Shopify export', async () => {
    const events = await shopify('dupatta,Red Dupatta,,,,,,,2.499')
    expect(badOf(events)).toEqual([`row 2: "dupatta" (Red Dupatta): "2.499" ${NO_DECIMALS}`])
  })

  it('in a Google feed', async () => {
    const events = await readEvents(
      'id,title,price,image_link\nd,Red Dupatta,2.499 INR,https://a.example/d.jpg',
    )
    expect(badOf(events)).toEqual([`row 2: "d" (Red Dupatta): the price "2.499" ${NO_DECIMALS}`])
  })

  it('in a JSON list', async () => {
    const events = await readEvents(
      JSON.stringify([
        { key: 'd', title: 'Red Dupatta', category: 'Dupattas', regularPrice: 2.499 },
        { key: 'e', title: 'Blue Dupatta', category: 'Dupattas', regularPrice: 0.1 + 0.2 },
      ]),
    )
    expect(badOf(events)).toEqual([
      'row 1: "d" (Red Dupatta): regularPrice: the price has more than 2 decimals',
    ])
    expect(productsOf(events)).toMatchObject([{ key: 'e', regularPrice: 0.3 }])
  })

  it('also as the price before the discount', async () => {
    const events = await readEvents(
      'Handle,Title,Variant Price,Variant Compare At Price\ndupatta,Red Dupatta,499,1.999',
    )
    expect(badOf(events)).toEqual([`row 2: "dupatta" (Red Dupatta): "1.999" ${NO_DECIMALS}`])
  })
})

describe('a cell that a spreadsheet broke is refused', () => {
  test.each([
    ['1e2', '"1e2" is not a number of pieces: write its digits, without an exponent'],
    ['0x10', '"0x10" is not a number of pieces'],
    ['1,5', '"1,5" is not a number of pieces'],
    ['#N/A', `"#N/A" ${errorFor('a number of pieces')}`],
    ['#REF!', `"#REF!" ${errorFor('a number of pieces')}`],
  ])('as a stock: %s', async (stock, reason) => {
    const events = await shopify(`dupatta,Red Dupatta,,,,,shopify,"${stock}",499`)
    expect(badOf(events)).toEqual([`row 2: "dupatta" (Red Dupatta): ${reason}`])
  })

  test.each([
    ['12', 12],
    ['-2', -2],
    ['1,200', 1200],
    ['7.00', 7],
  ])('but not the stock %s', async (stock, pieces) => {
    const events = await shopify(`dupatta,Red Dupatta,,,,,shopify,"${stock}",499`)
    expect(productsOf(events)[0]?.variants).toMatchObject([{ stock: pieces }])
  })

  it('as the quantity of a Google feed', async () => {
    const events = await readEvents(
      'id,title,price,image_link,quantity\nd,Red Dupatta,499 INR,https://a.example/d.jpg,1e2',
    )
    expect(badOf(events)).toEqual([
      'row 2: "d" (Red Dupatta): "1e2" is not a number of pieces: write its digits, without an exponent',
    ])
  })

  it('as a price', async () => {
    const events = await shopify('dupatta,Red Dupatta,,,,,,,#REF!')
    expect(badOf(events)).toEqual([`row 2: "dupatta" (Red Dupatta): "#REF!" ${errorFor('a price')}`])
  })

  it('as a text that shoppers would read', async () => {
    const events = await shopify('dupatta,#NAME?,,,,,,,499', 'frock,Pink Frock,Size,#VALUE!,#N/A,,,,499')
    expect(badOf(events)).toEqual([
      `row 2: "dupatta" (#NAME?): "#NAME?" ${errorFor('the title')}`,
      `row 3: "frock" (Pink Frock): "#VALUE!" ${errorFor('the Size')}; "#N/A" ${errorFor('the SKU')}`,
    ])
  })
})

describe('sizes, barcodes and SKUs that a spreadsheet changed are imported with a warning', () => {
  it('at the row of each', { tags: ['@req-12.5'] }, async () => {
    const events = await shopify(
      'frock,Pink Frock,Size,03-May,F-1,8.90712E+12,,,499',
      'frock,,,4-6,F-2,8901234567890,,,499',
      'frock,,,Jun-08,F-3,8901234567894,,,499',
      'frock,,,10/12/2025,1.2E+5,890712,,,499',
    )
    expect(badOf(events)).toEqual([])
    expect(productsOf(events)[0]?.variants?.map(({ barcode }) => barcode)).toEqual([
      '8.90712E+12',
      '8901234567890',
      '8901234567894',
      '890712',
    ])
    const DATE = 'looks like a date: a spreadsheet makes dates of sizes such as 2-4'
    const SHORT = 'is shortened by a spreadsheet: format the column as text and enter it again'
    const LEFT_OUT = 'feeds and search engines do not get it'
    expect(warningsOf(events)).toEqual([
      `row 2: "frock" (Pink Frock): the Size "03-May" ${DATE}`,
      `row 2: "frock" (Pink Frock): the barcode "8.90712E+12" ${SHORT}; ${LEFT_OUT}`,
      `row 4: "frock" (Pink Frock): the Size "Jun-08" ${DATE}`,
      `row 4: "frock" (Pink Frock): the barcode "8901234567894" has a wrong check digit; ${LEFT_OUT}`,
      `row 5: "frock" (Pink Frock): the Size "10/12/2025" ${DATE}`,
      `row 5: "frock" (Pink Frock): the SKU "1.2E+5" ${SHORT}`,
      `row 5: "frock" (Pink Frock): the barcode "890712" is no GTIN of 8, 12, 13 or 14 digits; ${LEFT_OUT}`,
    ])
  })

  it('also where sizes are a list in one cell', async () => {
    expect(warningsOf(await mappedSizes('S,03-May'))).toEqual([
      'row 2: "7" (Pink Frock): the size "03-May" looks like a date: a spreadsheet makes dates of sizes such as 2-4',
    ])
  })
})

function mappedSizes(sizes: string) {
  const mapping = {
    key: 'id',
    title: 'name',
    regularPrice: 'mrp',
    category: { words: 'name' },
    sizes: { column: 'sizes', split: ',' },
  }
  return readEvents(`id,name,mrp,sizes\n7,Pink Frock,499,"${sizes}"`, {
    mapping: catalogueFile(JSON.stringify(mapping), 'mapping.json'),
  })
}
