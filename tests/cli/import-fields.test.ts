import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readTenant, withTenant, type Database } from '../../api/db/index.ts'
import { products, productVariants } from '../../api/db/schema.ts'
import { storedProducts, type StoredProduct } from '../../api/modules/catalogue/stored-products.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openTestDatabase } from '../postgres/open-test-database.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

let db: Database
let shops = 0
let shop = ''

beforeAll(async () => {
  db = await openTestDatabase()
})

beforeEach(async () => {
  shops += 1
  shop = `fields-${shops}`
  const record = { storeName: 'Shop', categories: [] }
  await putTenant(db, { id: shop, hosts: [`${shop}.localhost`], record, payee: { upiId: '', name: 'Shop' } })
})

afterAll(() => db.close())

const FULL = [
  'Handle,Title,Body (HTML),Vendor,Type,Product Category,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,' +
    'Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Alt Text,' +
    'SEO Title,SEO Description,Fabric (product.metafields.shopify.fabric),Google Shopping / Gender',
  'kurta,Kurta,<p>Woven by hand.</p>,Asha,Kurtas,,"summer,featured",Size,S,K-S,8901234567894,shopify,3,999,1299,' +
    'https://cdn.example/k.jpg,Front,Kurta of cotton,Buy it,Cotton,female',
  'kurta,,,,,,,,M,K-M,,shopify,5,999,1299,,,,,,',
].join('\n')

async function importFile(content: string, name: string, ...options: string[]) {
  const mapping = { key: 'SKU', title: 'Name', regularPrice: 'Price', category: {} }
  const folder = folderWith({ [name]: content, 'map.json': mapping })
  const said = await run(db, folder, 'import', shop, name, ...options)
  return { ...said, folder }
}

async function stored(key = 'kurta'): Promise<StoredProduct | undefined> {
  const all = await Array.fromAsync(storedProducts((work) => readTenant(db, shop, work), shop))
  return all.flat().find((product) => product.key === key)
}

async function ids() {
  return withTenant(db, shop, async (tx) => ({
    products: (await tx.select({ id: products.id, key: products.key }).from(products)).map(({ id }) => id),
    variants: Object.fromEntries(
      (await tx.select().from(productVariants)).map(({ sku, id }) => [sku, id] as const),
    ),
  }))
}

describe('a file without most columns', () => {
  const JSON_LIST = JSON.stringify([{ key: 'kurta', title: 'Kurta', category: 'Kurtas', regularPrice: 899 }])
  const FEED = 'id\ttitle\tprice\timage_link\nkurta\tKurta\t899 INR\thttps://cdn.example/k.jpg\n'
  const XML =
    '<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>kurta</g:id><g:title>Kurta</g:title>' +
    '<g:price>899 INR</g:price></item></channel></rss>'
  const WOO =
    'Type,SKU,Name,Published,Sale price,Regular price,Parent\nvariable,kurta,Kurta,1,,,\n' +
    'variation,K-S,Kurta - S,1,899,1299,kurta\nvariation,K-M,Kurta - M,1,899,1299,kurta\n'

  it.each([
    ['a Shopify price list', 'list.csv', 'Handle,Title,Variant Price\nkurta,Kurta,899\n', []],
    ['a WooCommerce price list', 'woo.csv', WOO, []],
    ['a mapped CSV', 'sheet.csv', 'SKU,Name,Price\nkurta,Kurta,899\n', ['--mapping', 'map.json']],
    ['a Google table', 'feed.tsv', FEED, []],
    ['a Google feed', 'feed.xml', XML, []],
    ['a JSON list', 'list.json', JSON_LIST, []],
  ])('changes the price and nothing else: %s', async (_, name, content, options) => {
    await importFile(FULL, 'full.csv')
    const before = await stored()
    const { exitCode, lines } = await importFile(content, name, ...options)
    expect(exitCode).toBe(0)
    expect(lines).toContain(`Imported into ${shop}: 0 created, 1 updated, 0 unchanged.`)
    const after = await stored()
    expect({ ...after, ...pricesOf(before) }).toEqual({ ...before, ...pricesOf(before) })
    expect(after?.variants).toHaveLength(2)
    for (const variant of after?.variants ?? []) {
      expect(variant.discountedPrice ?? variant.regularPrice).toBe(899)
    }
  })

  it('says what stays because the file does not have it', async () => {
    await importFile(FULL, 'full.csv')
    const { lines } = await importFile('Handle,Title,Variant Price\nkurta,Kurta,899\n', 'l.csv', '--dry-run')
    expect(lines).toContain(
      "Not in the file, so the shop's stays: description (1 product), category (1 product), gender (1 product), " +
        'pictures (1 product), facts (1 product), tags (1 product), SEO title (1 product), ' +
        'SEO description (1 product), variants (1 product).',
    )
  })

  it('keeps the price before a sale that it does not name, and invents none', async () => {
    await importFile(FULL, 'full.csv')
    const prices = async (price: number) => {
      await importFile(`Handle,Title,Variant Price\nkurta,Kurta,${price}\n`, 'l.csv')
      const { regularPrice, discountedPrice } = (await stored()) ?? {}
      return { regularPrice, discountedPrice }
    }
    expect(await prices(899)).toEqual({ regularPrice: 1299, discountedPrice: 899 })
    expect(await prices(1399)).toEqual({ regularPrice: 1399, discountedPrice: undefined })
    expect(await prices(799)).toEqual({ regularPrice: 799, discountedPrice: undefined })
  })

  it('changes each variant by its SKU', async () => {
    await importFile(FULL, 'full.csv')
    const { exitCode } = await importFile(
      'Handle,Title,Variant SKU,Variant Price\nkurta,Kurta,K-M,1199\nkurta,,K-S,1099\n',
      'list.csv',
    )
    expect(exitCode).toBe(0)
    expect((await stored())?.variants?.map(({ sku, discountedPrice }) => [sku, discountedPrice])).toEqual([
      ['K-S', 1099],
      ['K-M', 1199],
    ])
  })

  it('is refused when the variants have several prices and it does not say which it means', async () => {
    await importFile(FULL.replace(',5,999,', ',5,1099,'), 'full.csv')
    const { exitCode, problems } = await importFile('Handle,Title,Variant Price\nkurta,Kurta,899\n', 'l.csv')
    expect(exitCode).toBe(1)
    expect(problems[0]).toBe(
      'row 2: "kurta" (Kurta): the shop has 2 variants of it, and the file does not say which it means: ' +
        'add their SKUs, or the columns of their options (Size)',
    )
  })

  it('adds the facts that it has to those of the shop', async () => {
    await importFile(FULL, 'full.csv')
    await importFile(
      'Handle,Title,Variant Price,Lining (product.metafields.custom.lining)\nkurta,Kurta,999,Silk\n',
      'facts.csv',
    )
    expect((await stored())?.attributes).toEqual([
      { key: 'Fabric', value: ['Cotton'] },
      { key: 'Brand', value: ['Asha'] },
      { key: 'featured', value: ['true'] },
      { key: 'Size', value: ['S', 'M'] },
      { key: 'Lining', value: ['Silk'] },
    ])
  })
})

describe('a WooCommerce export of chosen columns', () => {
  const BAG = [
    'Type,SKU,Name,Published,Is featured?,Description,In stock?,Stock,Backorders allowed?,Regular price,Categories,Tags,' +
      'Images,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
    'simple,bag,Jute Bag,1,1,<p>Woven by hand.</p>,1,4,1,649,Women > Bags,gift,https://cdn.example/b.jpg,Weavers,' +
      'Care,Wipe,Fabric,Jute',
  ].join('\n')
  const careOf = (value: string) =>
    `Type,SKU,Name,Published,Regular price,Attribute 1 name,Attribute 1 value(s)\nsimple,bag,Jute Bag,1,649,Care,${value}\n`

  it('changes the facts that it names and keeps all else', async () => {
    await importFile(BAG, 'full.csv')
    const before = await stored('bag')
    const { exitCode } = await importFile(careOf('Dry clean'), 'care.csv')
    expect(exitCode).toBe(0)
    expect(before?.attributes).toContainEqual({ key: 'Care', value: ['Wipe'] })
    const attributes = before?.attributes.map((fact) =>
      fact.key === 'Care' ? { key: 'Care', value: ['Dry clean'] } : fact,
    )
    expect(await stored('bag')).toEqual({ ...before, attributes })
  })

  it('removes a fact without values with --remove only', async () => {
    await importFile(BAG, 'full.csv')
    const { problems } = await importFile(careOf(''), 'care.csv')
    expect(problems.at(-1)).toContain('the file would remove from the shop: facts (1).')
    const { lines } = await importFile(careOf(''), 'care.csv', '--remove')
    expect(lines).toContain('Removed: facts (1).')
  })

  it('takes no product off sale for lack of variations when it has no column Parent', async () => {
    await importFile(FULL, 'full.csv')
    const before = await stored()
    await importFile('Type,SKU,Name,Published,Regular price\nvariable,kurta,Kurta,1,\n', 'list.csv')
    expect(await stored()).toEqual(before)
  })
})

describe('a file that has a column and leaves it empty', () => {
  const EMPTY = FULL.replace('<p>Woven by hand.</p>', '')
    .replace('Cotton', '')
    .replace('8901234567894', '')
    .split('\n')
    .slice(0, 2)
    .join('\n')

  it.each([[[]], [['--dry-run']]])('is refused with the fields and their numbers %j', async (options) => {
    await importFile(FULL, 'full.csv')
    const before = await stored()
    const { exitCode, problems } = await importFile(EMPTY, 'empty.csv', ...options)
    expect(exitCode).toBe(1)
    expect(problems).toEqual([
      'Nothing was written: the file would remove from the shop: ' +
        'description (1 product), facts (1), variants (1), barcode (1 variant). ' +
        'Fill the cells, leave the columns or products out, or remove them with --remove.',
    ])
    expect(await stored()).toEqual(before)
  })

  it('removes the values with --remove, and names each product in the report', async () => {
    await importFile(FULL, 'full.csv')
    const dry = await importFile(EMPTY, 'empty.csv', '--remove', '--dry-run', '--report', 'report.txt')
    expect(dry.lines).toContain(
      'It would remove: description (1 product), facts (1), variants (1), barcode (1 variant).',
    )
    expect(readFileSync(join(dry.folder, 'report.txt'), 'utf8')).toBe(
      'row 2: removes: "kurta" (Kurta): description (1 product), facts (1), variants (1), barcode (1 variant)\n',
    )
    expect((await stored())?.description).not.toBe('')
    const { lines } = await importFile(EMPTY, 'empty.csv', '--remove')
    expect(lines).toContain('Removed: description (1 product), facts (1), variants (1), barcode (1 variant).')
    expect(await stored()).toMatchObject({ description: '', variants: [{ sku: 'K-S' }] })
  })

  it('needs the flag to stop counting stock, which would sell without end', async () => {
    await importFile(FULL, 'full.csv')
    const { problems } = await importFile(
      FULL.replaceAll('shopify,3', ',').replaceAll('shopify,5', ','),
      'f.csv',
    )
    expect(problems.at(-1)).toContain('the file would remove from the shop: counted stock (2 variants).')
  })

  it('ends a sale without the flag: a price is no value that gets lost', async () => {
    await importFile(FULL, 'full.csv')
    const { exitCode } = await importFile(FULL.replaceAll(',999,1299', ',999,'), 'full.csv')
    expect(exitCode).toBe(0)
    expect(await stored()).toMatchObject({ regularPrice: 999 })
    expect(await stored()).not.toHaveProperty('discountedPrice')
  })
})

describe('an import after which shoppers find their products again', () => {
  it('keeps the id of a variant by its SKU when the value of its option is renamed', async () => {
    await importFile(FULL, 'full.csv')
    const before = await ids()
    // The new name of one size is the old name of the other.
    const renamed = FULL.replace('Size,S,K-S', 'Size,M,K-S').replace(',,M,K-M', ',,L,K-M')
    const { exitCode } = await importFile(renamed, 'renamed.csv')
    expect(exitCode).toBe(0)
    expect(await ids()).toEqual(before)
    expect((await stored())?.variants?.map(({ options, sku }) => [options.Size, sku])).toEqual([
      ['M', 'K-S'],
      ['L', 'K-M'],
    ])
    const added = `${renamed}\nkurta,,,,,,,,S,K-XS,,shopify,1,999,1299,,,,,,`
    await importFile(added, 'added.csv')
    const after = await ids()
    expect(after.variants).toMatchObject(before.variants)
    expect(new Set(Object.values(after.variants)).size).toBe(3)
  })

  it('keeps ids and data of a product that was a draft', async () => {
    await importFile(FULL, 'full.csv')
    const before = { ...(await ids()), product: await stored() }
    const status = (word: string) => `Handle,Title,Variant Price,Status\nkurta,Kurta,999,${word}\n`
    const away = await importFile(status('draft'), 'away.csv')
    expect(away.lines).toContain(`Imported into ${shop}: 0 created, 0 updated, 0 unchanged, 1 removed.`)
    expect(await stored()).toBeUndefined()
    await importFile(status('draft'), 'away.csv')
    const back = await importFile(status('active'), 'back.csv')
    expect(back.lines).toContain(`Imported into ${shop}: 1 created, 0 updated, 0 unchanged.`)
    expect({ ...(await ids()), product: await stored() }).toEqual(before)
  })
})

it('restores a shop from its own JSON export, what was added since included', async () => {
  await importFile('Handle,Title,Variant Price,Option1 Name,Option1 Value\nkurta,Kurta,999,Size,S\n', 'a.csv')
  const before = await stored()
  const { folder } = await importFile('', 'none.csv')
  await run(db, folder, 'export', shop, 'own.json', '--format', 'json')
  const own = readFileSync(join(folder, 'own.json'), 'utf8')
  await importFile(FULL.replace('kurta,,,,,,,,M', 'kurta,,,,,,,,L'), 'full.csv')
  const { exitCode } = await importFile(own, 'own.json', '--remove')
  expect(exitCode).toBe(0)
  expect(await stored()).toEqual(before)
})

function pricesOf(product: StoredProduct | undefined) {
  return {
    regularPrice: product?.regularPrice,
    discountedPrice: product?.discountedPrice,
    variants: product?.variants?.map(({ options, sku, stock }) => ({ options, sku, stock })),
  }
}
