import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import { withTenant, type Database } from '../../../api/db/index.ts'
import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import type { CatalogueProduct } from '../../../api/modules/catalogue/catalogue-product.ts'
import { openCatalogue } from '../../../cli/import/open-catalogue.ts'
import type { ImportEvent } from '../../../cli/import/import-event.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { run } from '../command-line.ts'
import { folderWith } from '../shop-files.ts'
import { openMemoryDatabase } from '../../helpers/pglite-template.ts'

async function eventsOf(content: string, name = 'feed.xml'): Promise<ImportEvent[]> {
  const catalogue = await openCatalogue(join(folderWith({ [name]: content }), name))
  return Array.fromAsync(catalogue.events())
}

async function productsOf(content: string, name?: string): Promise<CatalogueProduct[]> {
  return (await eventsOf(content, name)).flatMap((event) => (event.kind === 'product' ? [event.product] : []))
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

  it('names what is bad and what is left out, by line', async () => {
    const events = await eventsOf(
      rss(
        item('a').replace('1499.00 INR', '20.00 USD') +
          '\n' +
          item('b', '<g:availability>out_of_stock</g:availability>') +
          '\n' +
          item('c').replace('1499.00 INR', 'ask'),
      ),
    )
    expect(events).toEqual([
      { kind: 'bad', line: 1, reason: '"a": the price "20.00 USD" is not in rupees (INR)' },
      { kind: 'left-out', line: 2, reason: 'product out of stock', key: 'b' },
      { kind: 'bad', line: 3, reason: '"c": the price "ask" is not an amount' },
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

  it.each(['google-xml', 'google-tsv', 'shopify-csv', 'json'])(
    'as %s imports again unchanged',
    async (format) => {
      const folder = folderWith()
      const written = await run(db, folder, 'export', SHOP, 'feed', '--format', format)
      expect(written.lines[0]).toBe(`Wrote 2 products of feed-shop to ${join(folder, 'feed')}.`)
      const { exitCode, lines } = await run(db, folder, 'import', SHOP, 'feed')
      expect([exitCode, lines.at(-1)]).toEqual([
        0,
        'Imported into feed-shop: 0 created, 0 updated, 2 unchanged.',
      ])
    },
  )

  it('has an item for each size and colour, with the prices of the page', async () => {
    const { lines } = await run(db, '.', 'export', SHOP, '--format', 'google-xml')
    expect(lines.filter((line) => line === '<item>')).toHaveLength(5)
    expect(lines).toContain('<g:price>1999.50 INR</g:price>')
    expect(lines).toContain('<g:sale_price>1499.00 INR</g:sale_price>')
    expect(lines).toContain('<g:image_link>https://api.feed.example/media/kurta.webp</g:image_link>')
  })

  it('as a Google feed says that it cannot hold variants', async () => {
    const variants = [{ options: {}, regularPrice: 10, stock: 3, images: [] }]
    const record = { storeName: 'Stock Shop', categories: ['Kurtas'] }
    await putTenant(db, { id: 'stock', hosts: ['stock.example'], record, payee: { upiId: '', name: 'S' } })
    await withTenant(db, 'stock', (tx) => writeProducts(tx, 'stock', [{ ...PLAIN, options: [], variants }]))
    const { lines } = await run(db, folderWith(), 'export', 'stock', 'f.xml', '--format', 'google-xml')
    expect(lines[1]).toBe("! This format can't hold the variants of 1 product exactly: scarf.")
    const folder = folderWith()
    await run(db, folder, 'export', 'stock', 'c.csv', '--format', 'shopify-csv')
    await run(db, folder, 'export', 'stock', 'c.json', '--format', 'json')
    for (const file of ['c.csv', 'c.json']) {
      const again = await run(db, folder, 'import', 'stock', file)
      expect(again.lines.at(-1)).toBe('Imported into stock: 0 created, 0 updated, 1 unchanged.')
    }
  })

  it('as Shopify CSV says what that format cannot hold', async () => {
    const odd = { ...PLAIN, key: 'odd', title: 'Two  blanks' }
    const record = { storeName: 'Odd Shop', categories: ['Kurtas'] }
    await putTenant(db, { id: 'odd-shop', hosts: ['odd.example'], record, payee: { upiId: '', name: 'O' } })
    await withTenant(db, 'odd-shop', (tx) => writeProducts(tx, 'odd-shop', [PLAIN, odd]))
    const { lines } = await run(db, folderWith(), 'export', 'odd-shop', 'c.csv', '--format', 'shopify-csv')
    expect(lines.slice(1)).toEqual([
      "! This format can't hold the title of 1 product exactly: odd.",
      "Shopify CSV files have no creation dates. Importing the file here keeps this shop's dates; another shop sets the import date.",
    ])
    const piped = await run(db, '.', 'export', 'odd-shop', '--format', 'shopify-csv')
    expect(piped.problems[0]).toBe(lines[1])
  })
})
