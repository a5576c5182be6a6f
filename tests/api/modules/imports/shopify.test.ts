import { describe, expect, it, test } from 'vitest'

import { badOf, leftOutOf, productsOf, readEvents } from './catalogue-file.ts'

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image'

const WIDTH = HEADER.split(',').length

/** A row by column name; cells not named are empty. */
function row(cells: Record<string, string>, header = HEADER): string {
  return header
    .split(',')
    .map((name) => `"${(cells[name] ?? '').replaceAll('"', '""')}"`)
    .join(',')
}

const KURTA = { Handle: 'kurta', Title: 'Blue Kurta', 'Variant Price': '1499' }

function file(...rows: Record<string, string>[]): string {
  return [HEADER, ...rows.map((cells) => row(cells))].join('\r\n')
}

async function onlyProduct(...rows: Record<string, string>[]) {
  const events = await readEvents(file(...rows))
  expect(badOf(events)).toEqual([])
  const [product] = productsOf(events)
  if (!product) throw new Error('no product was read')
  return product
}

describe('descriptions', () => {
  it('of more than 20,000 letters are refused by their row', async () => {
    const events = await readEvents(
      file(
        { ...KURTA, 'Body (HTML)': `<p>${'soft '.repeat(4001)}</p>` },
        { ...KURTA, Handle: 'saree', 'Body (HTML)': '<p>Women&rsquo;s saree</p>' },
        { ...KURTA, Handle: 'shirt', 'Body (HTML)': '<br'.repeat(330_000) },
      ),
    )
    expect(badOf(events)).toEqual([
      'row 2: "kurta" (Blue Kurta): the description is longer than 20,000 characters',
      'row 4: "shirt" (Blue Kurta): the description is longer than 20,000 characters',
    ])
    expect(productsOf(events)).toMatchObject([{ key: 'saree', description: '<p>Women’s saree</p>' }])
  })

  it.each([
    ['too many elements', '<br>'.repeat(10_001)],
    ['too deeply nested elements', '<div>'.repeat(501)],
  ])('of %s are refused by their row', async (_case, body) => {
    const events = await readEvents(file({ ...KURTA, 'Body (HTML)': body }))
    expect(badOf(events)).toEqual([
      `row 2: "kurta" (Blue Kurta): the HTML of the description can't be read: it has too many or too deeply nested elements`,
    ])
  })
})

describe('variants', () => {
  it('become sizes and colours, whatever the case and spelling of the option', async () => {
    const product = await onlyProduct(
      {
        ...KURTA,
        'Option1 Name': 'SIZE',
        'Option1 Value': 'xs',
        'Option2 Name': 'Colour',
        'Option2 Value': ' navy blue',
      },
      { Handle: 'kurta', 'Option1 Value': 'm', 'Option2 Value': 'navy blue', 'Variant Price': '1499' },
      { Handle: 'kurta', 'Option1 Value': 'xs', 'Option2 Value': 'red', 'Variant Price': '1499' },
    )
    expect(product.attributes).toEqual([
      { key: 'SIZE', value: ['xs', 'm'] },
      { key: 'Color', value: ['navy blue', 'red'] },
    ])
  })

  it('without options carry no sizes', async () => {
    const product = await onlyProduct({ ...KURTA, 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' })
    expect(product.attributes).toEqual([])
  })

  it('turn other options into facts', async () => {
    const product = await onlyProduct({ ...KURTA, 'Option1 Name': 'fabric', 'Option1 Value': 'cotton' })
    expect(product.attributes).toEqual([{ key: 'fabric', value: ['cotton'] }])
  })

  it('at different prices keep their own, and the lowest is the price of the product', async () => {
    const events = await readEvents(
      file(
        { ...KURTA, 'Variant Price': '55', 'Option1 Name': 'Color', 'Option1 Value': 'Silver' },
        {
          Handle: 'kurta',
          'Option1 Value': 'Gold',
          'Variant Price': '69.99',
          'Variant Compare At Price': '85',
        },
      ),
    )
    expect(productsOf(events)[0]).toMatchObject({
      regularPrice: 55,
      options: [{ name: 'Color', values: ['Silver', 'Gold'] }],
      variants: [
        { options: { Color: 'Silver' }, regularPrice: 55 },
        { options: { Color: 'Gold' }, regularPrice: 85, discountedPrice: 69.99 },
      ],
    })
  })
})

describe('the variants of a product', () => {
  const header = `${HEADER},Option3 Name,Option3 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Barcode,Image Alt Text,SEO Title,SEO Description,Variant Grams`
  const whole = (...rows: Record<string, string>[]) =>
    readEvents([header, ...rows.map((cells) => row(cells, header))].join('\n'))
  const FIRST = {
    ...KURTA,
    Tags: 'new, women',
    'SEO Title': 'Kurta | Shop',
    'SEO Description': 'Soft kurta',
    'Option1 Name': 'Size',
    'Option1 Value': 'M',
    'Option2 Name': 'Colour',
    'Option2 Value': 'White/Yellow',
    'Option3 Name': 'Length',
    'Option3 Value': '44',
    'Variant SKU': 'K-1',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '0',
    'Variant Inventory Policy': 'deny',
    'Variant Barcode': '890123',
    'Variant Image': 'https://a.example/1.jpg',
    'Image Src': 'https://a.example/1.jpg',
    'Image Alt Text': 'Front',
    'Variant Grams': '200',
  }
  const OTHER = {
    Handle: 'kurta',
    'Option1 Value': 'M',
    'Option2 Value': 'Red',
    'Option3 Value': '44',
    'Variant Price': '1,299',
    'Variant Inventory Qty': '0',
    'Variant Inventory Policy': 'continue',
  }

  it('keep every option, price, stock, picture and text of the file', { tags: ['@fault-12'] }, async () => {
    const [product] = productsOf(await whole(FIRST, OTHER))
    expect(product).toMatchObject({
      regularPrice: 1299,
      tags: ['new', 'women'],
      seoTitle: 'Kurta | Shop',
      seoDescription: 'Soft kurta',
      images: [{ url: 'https://a.example/1.jpg', alt: 'Front' }],
      options: [
        { name: 'Size', values: ['M'] },
        { name: 'Colour', values: ['White/Yellow', 'Red'] },
        { name: 'Length', values: ['44'] },
      ],
    })
    expect(product?.variants).toEqual([
      {
        options: { Size: 'M', Colour: 'White/Yellow', Length: '44' },
        regularPrice: 1499,
        sku: 'K-1',
        barcode: '890123',
        stock: 0,
        images: [{ url: 'https://a.example/1.jpg', alt: 'Front' }],
      },
      {
        options: { Size: 'M', Colour: 'Red', Length: '44' },
        regularPrice: 1299,
        sellsBeyondStock: true,
        images: [],
      },
    ])
  })

  it('of a product without options are one, with its stock', async () => {
    const [product] = productsOf(
      await whole({
        ...KURTA,
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant SKU': 'K',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '7',
      }),
    )
    expect(product?.options).toEqual([])
    expect(product?.variants).toEqual([{ options: {}, regularPrice: 1499, sku: 'K', stock: 7, images: [] }])
  })

  it('say that a quantity without a tracker is not counted', async () => {
    const events = await whole({ ...KURTA, 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '0' })
    expect(events.filter((event) => event.kind === 'note')).toEqual([
      { kind: 'note', line: 2, reason: 'quantity without an inventory tracker: stock is not counted' },
    ])
    expect(productsOf(events)[0]?.variants).toMatchObject([{ regularPrice: 1499 }])
    expect(productsOf(events)[0]?.variants?.[0]?.stock).toBeUndefined()
  })

  it('say which columns have no place in the shop', async () => {
    const events = await whole(FIRST, OTHER)
    expect(events.filter((event) => event.kind === 'not-imported')).toEqual([
      { kind: 'not-imported', line: 2, column: 'Variant Grams' },
    ])
  })

  test.each<[string, Record<string, string>, string]>([
    ['a repeated combination', { 'Option2 Value': 'White/Yellow' }, 'the options are those of row 2'],
    ['a missing value', { 'Option3 Value': '' }, 'the variant has no value for the option "Length"'],
    [
      'another option name',
      { 'Option3 Name': 'Fit' },
      'option 3 is named "Fit" here, but "Length" in the first row of the product',
    ],
    [
      'no number of pieces',
      { 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': 'many' },
      '"many" is not a number of pieces',
    ],
  ])('are refused by their row: %s', async (_, cells, reason) => {
    expect(badOf(await whole(FIRST, { ...OTHER, ...cells }))).toEqual([
      `row 3: "kurta" (Blue Kurta): ${reason}`,
    ])
  })
})

test.each([
  ['1499', '2499', { regularPrice: 2499, discountedPrice: 1499 }],
  ['1499', '', { regularPrice: 1499 }],
  ['1499', '1499', { regularPrice: 1499 }],
  ['1499', '1000', { regularPrice: 1499 }],
])('a price of %s compared at %s', async (price, compareAt, expected) => {
  const product = await onlyProduct({
    ...KURTA,
    'Variant Price': price,
    'Variant Compare At Price': compareAt,
  })
  const { regularPrice, discountedPrice } = product
  expect({ regularPrice, ...(discountedPrice === undefined ? {} : { discountedPrice }) }).toEqual(expected)
})

it('gathers images by position, those of variants last, without repetitions', async () => {
  const product = await onlyProduct(
    {
      ...KURTA,
      'Image Src': 'https://a.example/2.jpg',
      'Image Position': '2',
      'Variant Image': 'https://a.example/v.jpg',
    },
    { Handle: 'kurta', 'Image Src': 'https://a.example/1.jpg', 'Image Position': '1' },
    { Handle: 'kurta', 'Image Src': 'https://a.example/3.jpg', 'Image Position': '3' },
  )
  expect(product.images.map(({ url }) => url)).toEqual([
    'https://a.example/1.jpg',
    'https://a.example/2.jpg',
    'https://a.example/3.jpg',
    'https://a.example/v.jpg',
  ])
  expect(product.imgUrl).toBe('https://a.example/1.jpg')
})

test.each([
  [{ Type: 'Bracelet' }, 'Bracelet', 'Bracelet'],
  [{}, 'Kurtas', 'Kurtas'],
  [{ Title: 'Something' }, 'Clothing', 'Clothing'],
])('with %j the category is %s and the finer type %s', async (cells, category, parentCategory) => {
  expect(await onlyProduct({ ...KURTA, ...cells })).toMatchObject({ category, parentCategory })
})

test.each([
  [{ Tags: 'cotton, women' }, 'Women'],
  [{ Type: "Men's Kurtas" }, 'Men'],
  [{ Title: "Women's Kurta" }, 'Women'],
  [{}, null],
])('with %j the gender is %j', async (cells, gender) => {
  expect((await onlyProduct({ ...KURTA, ...cells })).gender).toBe(gender)
})

it('takes the vendor as the brand and the tag featured as featured', async () => {
  const product = await onlyProduct({ ...KURTA, Vendor: 'Weavers', Tags: 'new, Featured' })
  expect(product.attributes).toEqual([
    { key: 'Brand', value: ['Weavers'] },
    { key: 'featured', value: ['true'] },
  ])
})

it('reads the columns of the 2025 export', async () => {
  const header =
    'Handle,Title,Product Category,Published,Option1 Name,Option1 Value,Option1 Linked To,Variant Price,Gift Card,Fabric (product.metafields.shopify.fabric),Color (product.metafields.shopify.color-pattern),Target gender (product.metafields.shopify.target-gender),Status'
  const cells = {
    Handle: 'suit',
    Title: 'Beautiful Suit',
    'Product Category': 'Apparel & Accessories > Clothing > Suits',
    'Option1 Name': 'Size',
    'Option1 Value': 's',
    'Variant Price': '1499.00',
    'Fabric (product.metafields.shopify.fabric)': 'cotton; silk',
    'Color (product.metafields.shopify.color-pattern)': 'pink',
    'Target gender (product.metafields.shopify.target-gender)': 'female',
    Status: 'active',
  }
  const [product] = productsOf(await readEvents(`${header}\n${row(cells, header)}`))
  expect(product).toMatchObject({
    category: 'Clothing',
    parentCategory: 'Suits',
    gender: 'Women',
    regularPrice: 1499,
  })
  expect(product?.attributes).toEqual([
    { key: 'Fabric', value: ['Cotton', 'Silk'] },
    { key: 'Color pattern', value: ['Pink'] },
    { key: 'Size', value: ['s'] },
  ])
})

it('tells shoppers nothing of what apps keep about a product, and names those columns', async () => {
  const apps = [
    'Product rating (product.metafields.reviews.rating)',
    'Product rating count (product.metafields.reviews.rating_count)',
    'Search product boosts (product.metafields.shopify--discovery--product_search_boost.queries)',
    'Related products (product.metafields.shopify--discovery--product_recommendation.related_products)',
    'Google: Custom Product (product.metafields.mm-google-shopping.custom_product)',
    'Badge (product.metafields.app--4711--badges.text)',
    'Hidden (product.metafields.seo.hidden)',
  ]
  const fabric = 'Fabric (product.metafields.custom.reviews_fabric)'
  const header = `Handle,Title,Variant Price,${fabric},${apps.join(',')}`
  const cells = Object.fromEntries(apps.map((name) => [name, '6']))
  const events = await readEvents(`${header}\n${row({ ...KURTA, [fabric]: 'silk', ...cells }, header)}`)
  expect(productsOf(events)[0]?.attributes).toEqual([{ key: 'Fabric', value: ['Silk'] }])
  expect(events.flatMap((event) => (event.kind === 'not-imported' ? [event.column] : []))).toEqual(apps)
})

it('leaves out drafts, archived and unpublished products, gift cards and blank rows', async () => {
  const header = `${HEADER},Status,Gift Card`
  const rows = [
    { ...KURTA, Handle: 'a', Status: 'draft' },
    { ...KURTA, Handle: 'b', Status: 'Archived' },
    { ...KURTA, Handle: 'c', Published: 'FALSE' },
    { ...KURTA, Handle: 'd', 'Gift Card': 'true' },
    {},
    { ...KURTA, Handle: 'e', Published: 'true', Status: 'active' },
  ]
  const events = await readEvents([header, ...rows.map((cells) => row(cells, header))].join('\n'))
  expect(leftOutOf(events)).toEqual([
    'row 2: draft product',
    'row 3: archived product',
    'row 4: unpublished product',
    'row 6: blank row',
    'row 5: gift card',
  ])
  expect(productsOf(events).map(({ key }) => key)).toEqual(['e'])
})

describe('a bad row is named by line and reason', () => {
  test.each<[string, Record<string, string>[], string[]]>([
    ['no handle', [{ ...KURTA, Handle: '' }], ['row 2: the row has no Handle']],
    ['no title', [{ ...KURTA, Title: '' }], ['row 2: "kurta": the title is empty']],
    [
      'no price',
      [{ ...KURTA, 'Variant Price': '' }],
      ['row 2: "kurta" (Blue Kurta): the variant has no price'],
    ],
    [
      'no number',
      [{ ...KURTA, 'Variant Price': 'ask' }],
      ['row 2: "kurta" (Blue Kurta): "ask" is not a price'],
    ],
    [
      'price 0',
      [{ ...KURTA, 'Variant Price': '0' }],
      ['row 2: "kurta" (Blue Kurta): the variant: the price must be more than 0'],
    ],
    [
      'image address',
      [{ ...KURTA, 'Image Src': 'javascript:alert(1)' }],
      [
        'row 2: "kurta" (Blue Kurta): the image address "javascript:alert(1)" must begin with https://, http:// or /',
      ],
    ],
  ])('%s', async (_, rows, bad) => {
    const events = await readEvents(file(...rows))
    expect(badOf(events)).toEqual(bad)
    expect(productsOf(events)).toEqual([])
  })

  it('and takes its whole product along, but no other', async () => {
    const events = await readEvents(
      file(
        { ...KURTA, Handle: 'first' },
        { ...KURTA, Handle: 'second', 'Option1 Name': 'Size', 'Option1 Value': 'S' },
        { Handle: 'second', 'Option1 Value': 'M', 'Variant Price': 'x' },
        { ...KURTA, Handle: 'third' },
      ),
    )
    expect(badOf(events)).toEqual(['row 4: "second" (Blue Kurta): "x" is not a price'])
    expect(productsOf(events).map(({ key }) => key)).toEqual(['first', 'third'])
  })

  it('when a handle returns after another product', async () => {
    const events = await readEvents(
      file(KURTA, { ...KURTA, Handle: 'saree' }, { Handle: 'kurta', 'Variant Price': '1' }),
    )
    expect(badOf(events)).toEqual([
      'row 4: the rows of "kurta" must be together, but they ended at row 2: sort the file by Handle',
    ])
  })

  it('when it is short, counting a row with line breaks once', async () => {
    const text = `${file({ ...KURTA, 'Body (HTML)': 'one\r\ntwo\r\nthree' })}\r\nsaree,Red Saree`
    expect(badOf(await readEvents(text))).toEqual([
      `row 3: "saree" (Red Saree): the row has 2 cells where the header has ${WIDTH}: the file is cut off here or lacks a comma`,
    ])
  })
})
