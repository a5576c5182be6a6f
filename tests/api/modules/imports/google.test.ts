import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import { withTenant, type Database } from '../../../../api/db/index.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import { openCatalogue } from '../../../../api/modules/imports/open-catalogue.ts'
import type { ImportEvent } from '../../../../api/modules/imports/import-event.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { badOf } from './catalogue-file.ts'
import { folderWith } from '../../../cli/shop-files.ts'
import { openMemoryDatabase } from '../../../kit/database/pglite-template.ts'

async function eventsOf(content: string, name = 'feed.xml'): Promise<ImportEvent[]> {
  const catalogue = await openCatalogue(join(folderWith({ [name]: content }), name))
  return Array.fromAsync(catalogue.events())
}

async function productsOf(content: string, name?: string): Promise<CatalogueProduct[]> {
  return (await eventsOf(content, name)).flatMap((event) => (event.kind === 'product' ? [event.product] : []))
}

function productIn(events: readonly ImportEvent[]): CatalogueProduct | undefined {
  return events.flatMap((event) => (event.kind === 'product' ? [event.product] : []))[0]
}

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>${items}</channel></rss>`
const item = (id: string, more = '') =>
  `<item><g:id>${id}</g:id><title>Kurta &amp; more</title><description>Soft</description>` +
  `<g:price>1499.00 INR</g:price><g:image_link>https://cdn.example/${id}.jpg</g:image_link>${more}</item>`

describe('a Google Merchant feed', () => {
  it('in RSS groups variants by item_group_id, wherever they stand, with sizes and colours', async () => {
    const variant = (id: string, size: string, color: string) =>
      item(id, `<g:item_group_id>k</g:item_group_id><g:size>${size}</g:size><g:color>${color}</g:color>`)
    const [other, kurta] = await productsOf(
      rss(variant('k1', 'm', 'red') + item('other') + variant('k2', 's', 'Indigo Blue')),
    )
    expect(other).toMatchObject({ key: 'other', title: 'Kurta & more', attributes: [] })
    expect(kurta).toMatchObject({
      key: 'k',
      regularPrice: 1499,
      imgUrl: 'https://cdn.example/k1.jpg',
      images: [{ url: 'https://cdn.example/k1.jpg' }, { url: 'https://cdn.example/k2.jpg' }],
      attributes: [
        { key: 'Size', value: ['S', 'M'] },
        { key: 'Color', value: ['Red', 'Indigo Blue'] },
      ],
    })
  })

  it('keeps a colour of two words as one', async () => {
    const [product] = await productsOf(rss(item('k', '<g:color>White/Yellow</g:color>')))
    expect(product?.attributes).toEqual([{ key: 'Color', value: ['White/Yellow'] }])
  })

  it('in Atom is read alike', async () => {
    const [product] = await productsOf(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry>
        <title>Saree</title><link href="https://shop.example/saree"/><summary>Silk</summary>
        <g:id>s1</g:id><g:price>INR 2,999</g:price><g:sale_price>2499 INR</g:sale_price>
        <g:gender>female</g:gender><g:product_type>Women &gt; Sarees &gt; Silk Sarees</g:product_type>
        <g:brand>biba</g:brand></entry></feed>`,
    )
    expect(product).toMatchObject({
      key: 's1',
      title: 'Saree',
      description: 'Silk',
      regularPrice: 2999,
      discountedPrice: 2499,
      gender: 'Women',
      category: 'Sarees',
      parentCategory: 'Silk Sarees',
      attributes: [{ key: 'Brand', value: ['Biba'] }],
    })
  })

  it('as a table with tabs is read alike', async () => {
    const [product] = await productsOf(
      'id\ttitle\tdescription\timage link\tadditional_image_link\tprice\tsize\tproduct_detail\n' +
        't1\tTop\tLight\thttps://a.example/1.jpg\thttps://a.example/p.jpg,https://a.example/P.jpg\t799 INR\tM\tCare:Wash:Cold\\, gentle\n',
      'feed.tsv',
    )
    expect(product).toMatchObject({
      key: 't1',
      images: ['1', 'p', 'P'].map((name) => ({ url: `https://a.example/${name}.jpg` })),
      attributes: [
        { key: 'Size', value: ['M'] },
        { key: 'Wash', value: ['Cold, gentle'] },
      ],
    })
  })

  it('names what is bad by title, id and line', async () => {
    const events = await eventsOf(
      rss(
        [
          item('a').replace('1499.00 INR', '20.00 USD'),
          item('b', '<g:quantity>many</g:quantity>'),
          item('c').replace('1499.00 INR', 'ask'),
          item('d', '<g:sale_price>$ 5</g:sale_price>'),
          item('', '<g:size>M</g:size>'),
          item('e', '<g:item_group_id>g</g:item_group_id><g:size>M</g:size>'),
          item('f', '<g:item_group_id>g</g:item_group_id><g:size>M</g:size>'),
          item('h', '<g:item_group_id>i</g:item_group_id><g:size>M</g:size>'),
          item('i', '<g:item_group_id>i</g:item_group_id>'),
        ].join('\n'),
      ),
    )
    expect(badOf(events)).toEqual([
      'row 1: "a" (Kurta & more): the price "20.00 USD" is not in rupees (INR)',
      'row 2: "b" (Kurta & more): "many" is not a number of pieces',
      'row 3: "c" (Kurta & more): the price "ask" is not an amount',
      'row 4: "d" (Kurta & more): the sale price "$ 5" is not in rupees (INR)',
      'row 5: "Kurta & more": the item has neither id nor item_group_id',
      'row 7: "f" (Kurta & more): it has the same options as "e"',
      'row 9: "i" (Kurta & more): the variant has no value for the option "Size"',
    ])
    expect(events.filter(({ kind }) => kind === 'product')).toEqual([])
  })

  it('keeps price, stock, codes and pictures of each variant, also of those out of stock', async () => {
    const variant = (id: string, more: string) =>
      item(id, `<g:item_group_id>k</g:item_group_id><g:color>White/Yellow</g:color>${more}`)
    const back = '<g:additional_image_link>https://cdn.example/back.jpg</g:additional_image_link>'
    const [product] = await productsOf(
      rss(
        variant(
          'k-s',
          `<g:size>s</g:size><g:sale_price>999 INR</g:sale_price><g:quantity>4</g:quantity><g:mpn>W-S</g:mpn><g:gtin>8901234567894</g:gtin>${back}`,
        ) +
          variant('k-m', `<g:size>M</g:size><g:availability>out of stock</g:availability>${back}`) +
          variant(
            'k-l',
            `<g:size>L</g:size><g:availability>backorder</g:availability><g:quantity>0</g:quantity>${back}`,
          ),
      ),
    )
    expect(product).toMatchObject({
      key: 'k',
      regularPrice: 1499,
      discountedPrice: 999,
      attributes: [
        { key: 'Size', value: ['S', 'M', 'L'] },
        { key: 'Color', value: ['White/Yellow'] },
      ],
      options: [
        { name: 'Size', values: ['S', 'M', 'L'] },
        { name: 'Colour', values: ['White/Yellow'] },
      ],
    })
    const own = (name: string) => [{ url: `https://cdn.example/${name}.jpg` }]
    expect(product?.variants).toEqual([
      {
        options: { Size: 'S', Colour: 'White/Yellow' },
        regularPrice: 1499,
        discountedPrice: 999,
        sku: 'W-S',
        barcode: '8901234567894',
        stock: 4,
        images: own('k-s'),
      },
      {
        options: { Size: 'M', Colour: 'White/Yellow' },
        regularPrice: 1499,
        sku: 'k-m',
        stock: 0,
        images: own('k-m'),
      },
      {
        options: { Size: 'L', Colour: 'White/Yellow' },
        regularPrice: 1499,
        sku: 'k-l',
        stock: 0,
        sellsBeyondStock: true,
        images: own('k-l'),
      },
    ])
    expect(product?.images).toHaveLength(4)
  })

  it('as a table keeps variants alike, and what tells items apart becomes an option', async () => {
    const row = (...cells: string[]) => cells.join('\t')
    const events = await eventsOf(
      [
        row('id', 'item group id', 'title', 'image_link', 'price', 'availability', 'product_detail'),
        row('a', 'g', 'Saree', 'https://a.example/1.jpg', '799 INR', 'in stock', 'Cut:Length:5 m'),
        row('b', 'g', 'Saree', 'https://a.example/1.jpg', '899 INR', 'out of stock', 'Cut:Length:6 m'),
      ].join('\n'),
      'feed.tsv',
    )
    expect(productIn(events)).toMatchObject({
      options: [{ name: 'Length', values: ['5 m', '6 m'] }],
      variants: [
        { options: { Length: '5 m' }, regularPrice: 799, sku: 'a', images: [] },
        { options: { Length: '6 m' }, regularPrice: 899, sku: 'b', stock: 0, images: [] },
      ],
      images: [{ url: 'https://a.example/1.jpg' }],
    })
  })

  it('is plain without a group, and sold out with one variant when out of stock', async () => {
    const [plain, soldOut] = await productsOf(
      rss(item('a') + item('b', '<g:availability>out_of_stock</g:availability>')),
    )
    expect(plain?.variants).toBeUndefined()
    expect(soldOut?.variants).toMatchObject([{ options: {}, stock: 0, regularPrice: 1499 }])
  })

  it('lists fields without a place, and notes different titles, doubtful stock and missing currencies', async () => {
    const events = await eventsOf(
      rss(
        item('a', '<g:item_group_id>g</g:item_group_id><g:size>M</g:size><g:age_group>adult</g:age_group>') +
          '\n' +
          item(
            'b',
            '<g:item_group_id>g</g:item_group_id><g:size>L</g:size><g:availability>in_stock</g:availability><g:quantity>0</g:quantity>',
          )
            .replace('Kurta', 'Long kurta')
            .replace('1499.00 INR', '1499.00'),
      ),
    )
    expect(events.filter(({ kind }) => kind !== 'product')).toEqual([
      { kind: 'not-imported', line: 1, column: 'age_group' },
      {
        kind: 'note',
        line: 1,
        reason: 'items of one group with different titles: the product takes the first one',
      },
      { kind: 'note', line: 2, reason: 'in stock with a quantity of 0: imported as sold out' },
      {
        kind: 'note',
        line: 2,
        reason:
          'price without a currency, read as rupees (INR), the currency of the shop; confirm it with --currency INR',
      },
    ])
  })
})

const BOMB = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'

test.each([
  [
    'an entity that unfolds',
    `<?xml version="1.0"?>${BOMB}<rss><channel><item><title>&b;</title></item></channel></rss>`,
    'it declares a DOCTYPE',
  ],
  [
    'a file of this machine',
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>`,
    'it declares a DOCTYPE',
  ],
  ['an entity of HTML', rss(item('a').replace('Soft', '&nbsp;')), 'Invalid character entity'],
  ['elements without end', `<rss>${'<a>'.repeat(100_000)}`, 'nested more than 16 deep'],
  [
    'an item without end',
    rss(item('a').replace('Soft', 'x'.repeat(600_000))),
    'an item is larger than 512 KB',
  ],
  ['an item of a thousand fields', rss(item('a', '<g:size>M</g:size>'.repeat(1000))), 'more than 500 fields'],
  ['a cut off file', rss(item('a')).slice(0, -30), "The feed can't be read at line 1"],
  ['a page of HTML', '<html><body>Sign in</body></html>', 'The XML file is not a feed'],
])('refuses %s', async (_, content, message) => {
  await expect(eventsOf(content)).rejects.toThrow(message)
})

describe('what the shop exports', () => {
  let db: Database
  const SHOP = 'feed-shop'
  const FULL: CatalogueProduct = {
    key: 'kurta',
    title: '=HYPERLINK("x") Kurta <b> & 🧵',
    description: '<p>Soft &amp; light</p>',
    category: 'Kurtas',
    parentCategory: 'Ethnic',
    gender: 'Women',
    regularPrice: 1999.5,
    discountedPrice: 1499,
    imgUrl: '/media/kurta.webp',
    images: [{ url: '/media/kurta.webp' }, { url: 'https://cdn.example/2.jpg' }],
    attributes: [
      { key: 'Sizes', value: ['S', 'M'] },
      { key: 'Colours', value: ['Red', 'Blue'] },
      { key: 'Length', value: ['112'], metricUnit: 'cm' },
      { key: 'Care', value: ['Wash: cold, gentle', 'Line dry'] },
      { key: 'featured', value: ['true'] },
    ],
  }
  const PLAIN: CatalogueProduct = {
    ...FULL,
    key: 'scarf',
    title: 'Scarf',
    category: 'Accessories',
    parentCategory: 'Accessories',
    gender: null,
    images: [],
    imgUrl: '',
    attributes: [],
  }

  beforeAll(async () => {
    db = await openMemoryDatabase()
    const record = { storeName: 'Feed & Shop', categories: ['Kurtas'] }
    await putTenant(db, { id: SHOP, hosts: ['feed.example'], record, payee: { upiId: '', name: 'F' } })
    await withTenant(db, SHOP, (tx) => writeProducts(tx, SHOP, [FULL, PLAIN]))
  })

  afterAll(() => db.close())

  it('as JSON imports again unchanged', async () => {
    const folder = folderWith()
    const written = await run(db, folder, 'export', SHOP, 'feed', '--format', 'json')
    expect(written.lines).toEqual([`Wrote 2 products of feed-shop to ${join(folder, 'feed')}.`])
    const { exitCode, lines } = await run(db, folder, 'import', SHOP, 'feed')
    expect([exitCode, lines.at(-1)]).toEqual([
      0,
      'Imported into feed-shop: 0 created, 0 updated, 2 unchanged.',
    ])
  })

  it('has an item for each size and colour, with the prices of the page', async () => {
    const { lines } = await run(db, '.', 'export', SHOP, '--format', 'google-xml')
    expect(lines.filter((line) => line === '<item>')).toHaveLength(4)
    expect(lines).toContain('<g:price>1999.50 INR</g:price>')
    expect(lines).toContain('<g:sale_price>1499.00 INR</g:sale_price>')
    expect(lines).toContain('<g:image_link>https://api.feed.example/media/kurta.webp</g:image_link>')
  })

  it('imports again only with leave to remove the facts that Google has no field for', async () => {
    const folder = folderWith()
    await run(db, folder, 'export', SHOP, 'feed.xml', '--format', 'google-xml')
    const { exitCode, problems } = await run(db, folder, 'import', SHOP, 'feed.xml')
    expect([exitCode, problems]).toEqual([
      1,
      [
        'Nothing was written: the file would remove from the shop: facts (1). ' +
          'Fill the cells, leave the columns or products out, or remove them with --remove.',
      ],
    ])
  })

  it.each(['google-xml', 'google-tsv'])(
    'as %s leaves out what Google refuses, and says so',
    async (format) => {
      const { lines } = await run(db, folderWith(), 'export', SHOP, 'feed', '--format', format)
      expect(lines.slice(1)).toEqual([
        '! Left out, because Google refuses items without a picture or without a price (1 product): scarf.',
        'The format does not hold every field of the shop (docs/import.md). For a complete copy, export with --format json.',
      ])
      const piped = await run(db, '.', 'export', SHOP, '--format', format)
      expect(piped.problems).toEqual(lines.slice(1))
    },
  )

  it('as Shopify CSV names products with more options than Shopify has', async () => {
    const names = ['Size', 'Colour', 'Length', 'Cut']
    const options = names.map((name) => ({ name, values: ['x'] }))
    const variants = [
      { options: Object.fromEntries(names.map((name) => [name, 'x'])), regularPrice: 10, images: [] },
    ]
    const record = { storeName: 'Odd Shop', categories: ['Kurtas'] }
    await putTenant(db, { id: 'odd-shop', hosts: ['odd.example'], record, payee: { upiId: '', name: 'O' } })
    await withTenant(db, 'odd-shop', (tx) => writeProducts(tx, 'odd-shop', [{ ...PLAIN, options, variants }]))
    const { lines } = await run(db, folderWith(), 'export', 'odd-shop', 'c.csv', '--format', 'shopify-csv')
    expect(lines[1]).toBe(
      '! Shopify takes at most 3 options; the file has only the first ones (1 product): scarf.',
    )
  })
})
