import { describe, expect, it, test } from 'vitest'

import { openCatalogue } from '../../../../api/modules/imports/open-catalogue.ts'
import { badOf, catalogueFile, leftOutOf, productsOf, readEvents, warningsOf } from './catalogue-file.ts'

const HEADER = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?'],
  ...['Visibility in catalog', 'Short description', 'Description', 'Date sale price starts'],
  ...['Date sale price ends', 'Tax status', 'In stock?', 'Stock', 'Backorders allowed?', 'Weight (kg)'],
  ...['Sale price', 'Regular price', 'Categories', 'Tags', 'Images', 'Parent', 'Position', 'Brands'],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 1 global'],
  ...['Attribute 2 name', 'Attribute 2 value(s)', 'Attribute 2 visible', 'Attribute 2 global'],
  ...['Attribute 1 default'],
]

type Cells = Record<string, string | number>

function csv(...rows: Cells[]): string {
  const quoted = (value: string | number = '') => `"${String(value).replaceAll('"', '""')}"`
  return [HEADER, ...rows.map((cells) => HEADER.map((name) => cells[name] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n')
}

const read = (...rows: Cells[]) => readEvents(csv(...rows))

/** The events of a file without bad rows. */
async function readGood(...rows: Cells[]) {
  const events = await read(...rows)
  expect(badOf(events)).toEqual([])
  return events
}

async function onlyProduct(...rows: Cells[]) {
  const [product, another] = productsOf(await readGood(...rows))
  if (!product || another) throw new Error('there is not one product')
  return product
}

const notesOf = (events: Awaited<ReturnType<typeof read>>) =>
  events.flatMap((event) => (event.kind === 'note' ? [`row ${event.line}: ${event.reason}`] : []))

const COMMON = { Published: 1, 'Visibility in catalog': 'visible', 'Tax status': 'taxable', 'In stock?': 1 }
const BAG = { ...COMMON, ID: 7, Type: 'simple', SKU: 'BAG', Name: 'Jute Bag', 'Regular price': '649' }
const KURTA = {
  ...{ ...COMMON, ID: 20, Type: 'variable', SKU: 'KURTA', Name: 'Block Print Kurta' },
  ...{ 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S, M, L', 'Attribute 1 visible': 1 },
  ...{ 'Attribute 2 name': 'Fabric', 'Attribute 2 value(s)': 'Cotton', 'Attribute 2 visible': 1 },
}
const size = (value: string, more: Cells = {}) => ({
  ...{
    ...COMMON,
    Type: 'variation',
    Name: `Block Print Kurta - ${value}`,
    Parent: 'KURTA',
    SKU: `K-${value}`,
  },
  ...{ 'Regular price': '1499', 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': value, ...more },
})

it('is detected by its columns', async () => {
  const { description, unit } = await openCatalogue(catalogueFile(csv(BAG)))
  expect([description, unit]).toEqual([`a WooCommerce product export of ${HEADER.length} columns`, 'row'])
})

it('refuses another file that is called one', async () => {
  await expect(readEvents('a,b\n1,2', { format: 'woocommerce' })).rejects.toThrow(
    'This is not a WooCommerce product export: it needs the columns Type, SKU, Name, Published and Regular price.',
  )
})

it('reads a simple product with all that the shop has a place for', async () => {
  const product = await onlyProduct({
    ...BAG,
    'GTIN, UPC, EAN, or ISBN': '4006381333931',
    Name: 'Jute &amp; Cotton Bag',
    'Is featured?': 1,
    Description: '<p>Hand-woven.</p>\\n<p>With a zip.</p>',
    Stock: 12,
    'Sale price': '499.50',
    Categories: 'Accessories > Bags, Festive',
    Tags: 'jute, gift\\, wedding',
    Images: 'https://cdn.example/a.jpg, https://cdn.example/b\\,c.jpg',
    Brands: 'Weavers',
    ...{ 'Attribute 1 name': 'Care', 'Attribute 1 value(s)': 'Wipe\\, dry, Air', 'Attribute 1 visible': 1 },
    ...{ 'Attribute 2 name': 'Margin', 'Attribute 2 value(s)': '40 %', 'Attribute 2 visible': 0 },
  })
  expect(product).toEqual({
    key: 'BAG',
    title: 'Jute & Cotton Bag',
    description: '<p>Hand-woven.</p> <p>With a zip.</p>',
    category: 'Accessories',
    parentCategory: 'Bags',
    gender: null,
    regularPrice: 649,
    discountedPrice: 499.5,
    imgUrl: 'https://cdn.example/a.jpg',
    images: [{ url: 'https://cdn.example/a.jpg' }, { url: 'https://cdn.example/b,c.jpg' }],
    attributes: [
      { key: 'Care', value: ['Wipe, dry', 'Air'] },
      { key: 'Brand', value: ['Weavers'] },
      { key: 'featured', value: ['true'] },
    ],
    options: [],
    variants: [
      {
        options: {},
        regularPrice: 649,
        discountedPrice: 499.5,
        sku: 'BAG',
        barcode: '4006381333931',
        stock: 12,
        images: [],
      },
    ],
    tags: ['jute', 'gift, wedding', 'Festive'],
  })
})

describe('variations', () => {
  it('are the variants of their parent, named by SKU or id, wherever their rows are', async () => {
    const product = await onlyProduct(
      size('M', { 'Sale price': '1299', Images: 'https://cdn.example/m.jpg', Stock: 3 }),
      { ...KURTA, Images: 'https://cdn.example/k.jpg' },
      size('S', { Parent: 'id:20', 'In stock?': 0, Stock: 0 }),
    )
    expect(product).toMatchObject({
      key: 'KURTA',
      title: 'Block Print Kurta',
      regularPrice: 1499,
      discountedPrice: 1299,
      images: [{ url: 'https://cdn.example/k.jpg' }, { url: 'https://cdn.example/m.jpg' }],
      attributes: [
        { key: 'Fabric', value: ['Cotton'] },
        { key: 'Size', value: ['S', 'M'] },
      ],
      options: [{ name: 'Size', values: ['S', 'M'] }],
    })
    expect(product.variants).toEqual([
      {
        ...{ options: { Size: 'M' }, regularPrice: 1499, discountedPrice: 1299, sku: 'K-M', stock: 3 },
        images: [{ url: 'https://cdn.example/m.jpg' }],
      },
      { options: { Size: 'S' }, regularPrice: 1499, sku: 'K-S', stock: 0, images: [] },
    ])
  })

  it('of products without SKU are found by id, which is then the key', async () => {
    const product = await onlyProduct({ ...KURTA, SKU: '' }, size('M', { Parent: 'id:20' }))
    expect(product).toMatchObject({ key: 'id:20', variants: [{ sku: 'K-M' }] })
  })

  it('for any value of an attribute exist for each, except where another row has its own', async () => {
    const product = await onlyProduct(
      KURTA,
      size('', { SKU: 'K-ANY', 'Regular price': '1399' }),
      size('L', { 'Regular price': '1599' }),
    )
    expect(product.variants).toMatchObject([
      { options: { Size: 'L' }, regularPrice: 1599, sku: 'K-L' },
      { options: { Size: 'S' }, regularPrice: 1399, sku: 'K-ANY' },
      { options: { Size: 'M' }, regularPrice: 1399, sku: 'K-ANY' },
    ])
    expect(product.options).toEqual([{ name: 'Size', values: ['S', 'M', 'L'] }])
  })

  it('take the spelling of the parent', async () => {
    const product = await onlyProduct(KURTA, size('m', { 'Attribute 1 name': 'size' }))
    expect(product.variants).toMatchObject([{ options: { Size: 'M' } }])
  })

  it('that are not published are no variants', async () => {
    const events = await readGood(KURTA, size('S', { Published: 0 }), size('M'))
    expect(productsOf(events)[0]?.variants).toMatchObject([{ sku: 'K-M' }])
    expect(leftOutOf(events)).toEqual(['row 3: unpublished variation'])
  })

  test.each<[string, Cells[], string[]]>([
    [
      'without a parent in the file',
      [BAG, size('M', { Parent: 'OTHER' })],
      ['row 3: "K-M" (Block Print Kurta - M): the file has no variable product "OTHER", its parent'],
    ],
    [
      'without a value of an attribute that the parent has not either',
      [{ ...KURTA, 'Attribute 1 value(s)': '' }, size('M'), size('')],
      ['row 4: "KURTA" (Block Print Kurta): the variation has no value for the attribute "Size"'],
    ],
    [
      'with the attributes of another one',
      [KURTA, size('M'), size('M', { SKU: 'K-M2' })],
      ['row 4: "KURTA" (Block Print Kurta): the attributes are those of row 3'],
    ],
    [
      'without a price',
      [KURTA, size('M', { 'Regular price': '' })],
      ['row 3: "KURTA" (Block Print Kurta): the variation has no price'],
    ],
    [
      'of a parent whose SKU another row has',
      [KURTA, size('M'), { ...KURTA, ID: 21 }],
      ['row 4: "KURTA" (Block Print Kurta): the key "KURTA" was already used at row 2'],
    ],
  ])('are refused %s', async (_, rows, bad) => {
    expect(badOf(await read(...rows))).toEqual(bad)
  })

  it('of more than 2,000 combinations are refused', async () => {
    const values = Array.from({ length: 50 }, (_, at) => `V${at}`).join(', ')
    const both = { 'Attribute 1 value(s)': values, 'Attribute 2 value(s)': values }
    const any = size('', { 'Attribute 2 name': 'Fabric' })
    expect(badOf(await read({ ...KURTA, ...both }, any))).toEqual([
      'row 3: "KURTA" (Block Print Kurta): it stands for more than 2,000 variants',
    ])
  })
})

describe('what is not for sale is left out', () => {
  test.each<[string, Cells, string]>([
    ['a draft', { Published: '-1' }, 'draft product'],
    ['a draft whose cell is guarded against formulas', { Published: "'-1" }, 'draft product'],
    ['a private product', { Published: 0 }, 'private product'],
    ['a product to be reviewed', { Published: 2 }, 'product pending review'],
    ['a hidden product', { 'Visibility in catalog': 'hidden' }, 'hidden product'],
    ['a group', { Type: 'grouped' }, 'grouped product'],
    ['a product of another shop', { Type: 'external' }, 'external product'],
    ['a file', { Type: 'simple, downloadable, virtual' }, 'downloadable product'],
    ['a type of an extension', { Type: 'subscription' }, 'subscription product'],
  ])('%s', async (_, cells, reason) => {
    const events = await readGood({ ...BAG, ...cells })
    expect(events).toContainEqual({ kind: 'left-out', line: 2, reason, key: 'BAG' })
    expect(productsOf(events)).toEqual([])
  })

  it('with its variations', async () => {
    const events = await readGood({ ...KURTA, Published: -1 }, size('M', { Published: -1 }), size('L'))
    expect(events.filter(({ kind }) => kind !== 'not-imported')).toEqual([
      { kind: 'left-out', line: 2, reason: 'draft product', key: 'KURTA' },
    ])
  })

  it('as a variable product without any variation for sale', async () => {
    const events = await readGood(KURTA, size('M', { Published: 0 }))
    expect(events).toContainEqual({
      ...{ kind: 'left-out', line: 2, reason: 'variable product without variations', key: 'KURTA' },
    })
  })

  it('but an unreadable cell is refused', async () => {
    expect(badOf(await read({ ...BAG, Published: '#N/A' }))).toEqual([
      'row 2: "BAG" (Jute Bag): "#N/A" in the column Published is not 1, 0 or -1',
    ])
  })
})

describe('stock', () => {
  test.each<[string, Cells, object]>([
    ['in stock, not counted', {}, {}],
    ['counted', { Stock: 4 }, { stock: 4 }],
    ['out of stock, not counted', { 'In stock?': 0 }, { stock: 0 }],
    ['out of stock with pieces', { 'In stock?': 0, Stock: 4 }, { stock: 0 }],
    ['to be ordered later', { 'In stock?': 'backorder' }, { sellsBeyondStock: true }],
    [
      'beyond the pieces',
      { Stock: 0, 'Backorders allowed?': 'notify' },
      { stock: 0, sellsBeyondStock: true },
    ],
    ['no backorders', { Stock: -2, 'Backorders allowed?': 0 }, { stock: -2 }],
  ])('%s', async (_, cells, expected) => {
    const [variant] = (await onlyProduct({ ...BAG, ...cells })).variants ?? []
    const { stock, sellsBeyondStock } = variant ?? {}
    expect({
      ...(stock === undefined ? {} : { stock }),
      ...(sellsBeyondStock === undefined ? {} : { sellsBeyondStock }),
    }).toEqual(expected)
  })

  it('of the parent is that of each variation, with a warning', async () => {
    const events = await readGood(
      { ...KURTA, Stock: 5 },
      size('M', { Stock: 'parent' }),
      size('L', { Stock: 'parent' }),
    )
    expect(productsOf(events)[0]?.variants).toMatchObject([{ stock: 5 }, { stock: 5 }])
    expect(warningsOf(events)).toEqual([
      'row 2: "KURTA" (Block Print Kurta): the 5 pieces of the product are counted for each of its 2 variants; set them with store stock set',
    ])
  })

  test.each<[Cells, string]>([
    [{ Stock: '1e1' }, '"1e1" is not a number of pieces: write its digits, without an exponent'],
    [{ 'In stock?': 'maybe' }, '"maybe" in the column In stock? is not 1, 0 or backorder'],
    [
      { 'Regular price': '64.999' },
      '"64.999" has more than 2 decimals; a dot separates paise, not thousands',
    ],
    [{ 'Regular price': '' }, 'the product has no price'],
    [{ 'Sale price': 'ask' }, '"ask" is not a sale price'],
    [
      { 'Date sale price ends': 'soon', 'Sale price': 5 },
      '"soon" in the column Date sale price ends is not a date',
    ],
  ])('and prices that can not be read are refused: %j', async (cells, reason) => {
    expect(badOf(await read({ ...BAG, ...cells }))).toEqual([`row 2: "BAG" (Jute Bag): ${reason}`])
  })
})

describe('a sale price', () => {
  const SALE = { ...BAG, 'Sale price': '499' }
  test.each<[string, Cells, number | undefined, string[]]>([
    ['without dates', {}, 499, []],
    ['that has begun', { 'Date sale price starts': '2020-01-01 0:00:00' }, 499, []],
    [
      'that has ended',
      { 'Date sale price ends': '2020-01-31 23:59:59' },
      undefined,
      ['row 2: sale price that has ended: not imported'],
    ],
    [
      'that begins later',
      { 'Date sale price starts': '2999-01-01' },
      undefined,
      ['row 2: sale price that begins later: not imported'],
    ],
    [
      'that will end',
      { 'Date sale price ends': '2999-01-31' },
      499,
      ['row 2: sale price with an end date: the shop does not end it by itself'],
    ],
  ])('%s', async (_, dates, discountedPrice, notes) => {
    const events = await readGood({ ...SALE, ...dates })
    expect(productsOf(events)[0]).toMatchObject({ regularPrice: 649 })
    expect(productsOf(events)[0]?.discountedPrice).toBe(discountedPrice)
    expect(notesOf(events)).toEqual(notes)
  })
})

describe('texts and facts', () => {
  test.each([
    ['', 'Soft\\nand light\\n\\nWash cold', '<p>Soft<br>and light</p><p>Wash cold</p>'],
    ['', 'C:\\\\new', 'C:\\new'],
    ['Short', '', 'Short'],
    ['Short', 'Long', '<p>Short</p><p>Long</p>'],
    ['<p>Short</p>', '<p>Long</p>', '<p>Short</p><p>Long</p>'],
    ['Same', 'Same', 'Same'],
  ])('the descriptions %j and %j become %j', async (short, long, expected) => {
    const product = await onlyProduct({ ...BAG, 'Short description': short, Description: long })
    expect(product.description).toBe(expected)
  })

  test.each([
    ['Women > Sarees > Silk', 'Sarees', 'Silk'],
    ['Festive, Women > Sarees', 'Women', 'Sarees'],
    ['Tops\\, Tees', 'Tops, Tees', 'Tops, Tees'],
    ['Uncategorized, Kurtas', 'Kurtas', 'Kurtas'],
    ['Uncategorized', 'Accessories', 'Handbags'],
  ])('the categories %j give %s and %s', async (cell, category, parentCategory) => {
    const product = await onlyProduct({ ...BAG, Name: 'Tote Bag', Categories: cell })
    expect(product).toMatchObject({ category, parentCategory })
  })

  it('the one size or colour of a product is its choice; several are none', async () => {
    const facts = (name: string, values: string) => ({
      ...{ 'Attribute 1 name': name, 'Attribute 1 value(s)': values, 'Attribute 1 visible': 1 },
    })
    const events = await readGood(
      { ...BAG, SKU: 'A', ...facts('Colour', 'Indigo') },
      { ...BAG, SKU: 'B', ...facts('Colour', 'Indigo, Rose') },
      { ...BAG, SKU: 'C', ...facts('Size', 'S, M') },
    )
    const [one, colors, sizes] = productsOf(events)
    expect(one?.variants).toMatchObject([{ options: { Colour: 'Indigo' } }])
    expect(colors).toMatchObject({
      attributes: [{ key: 'Color pattern', value: ['Indigo', 'Rose'] }],
      options: [],
    })
    expect(sizes?.attributes).toEqual([])
    expect(notesOf(events)).toEqual([
      'row 4: sizes of a product without variations: not imported, because shoppers could not choose one',
    ])
  })

  it('names what has no place, but not the values that every row has', async () => {
    const events = await readGood({ ...BAG, 'Weight (kg)': '0.4', Position: 0 }, { ...BAG, SKU: 'B' })
    expect(events.filter(({ kind }) => kind === 'not-imported')).toEqual([
      { kind: 'not-imported', line: 2, column: 'Weight (kg)' },
    ])
  })

  it('a row that is cut off takes its product along, but no other', async () => {
    const cut = ['22', 'variation', '"K-M"'].join(',')
    expect(badOf(await readEvents(`${csv(BAG, { ...BAG, SKU: 'B' })}\n${cut}`))).toEqual([
      `row 4: "K-M": the row has 3 cells where the header has ${HEADER.length}: the file is cut off here or lacks a comma`,
    ])
    const wide = `${csv(size('M'))}\n`.split('\n')[1] ?? ''
    const events = await readEvents(`${csv(BAG, KURTA, size('L'))}\n${wide},more`)
    expect(badOf(events)).toEqual([
      `row 5: "KURTA" (Block Print Kurta): the row has ${HEADER.length + 1} cells where the header has ${HEADER.length}: a comma is not inside quotation marks`,
    ])
    expect(productsOf(events).map(({ key }) => key)).toEqual(['BAG'])
  })
})
