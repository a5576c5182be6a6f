import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant, type Database } from '../../api/db/index.ts'
import { products } from '../../api/db/schema.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'
import { run } from './command-line.ts'
import { CATALOGUE, folderWith } from './shop-files.ts'

let db: Database
let shops = 0
let shop = ''

beforeAll(async () => {
  db = await openTestDatabase()
})

beforeEach(async () => {
  shops += 1
  shop = `shop-${shops}`
  const record = { storeName: 'Shop', categories: [] }
  await putTenant(db, { id: shop, hosts: [`${shop}.localhost`], record, payee: { upiId: '', name: 'Shop' } })
})

afterAll(() => db.close())

async function titles(tenantId = shop): Promise<string[]> {
  const rows = await withTenant(db, tenantId, (tx) => tx.select({ title: products.title }).from(products))
  return rows.map(({ title }) => title).sort()
}

const BAD = `${CATALOGUE}top,Green Top,ask,\nskirt,Pink Skirt,799,\n`

it('imports a catalogue and says what it recognised', async () => {
  const { exitCode, lines } = await run(db, folderWith({ 'c.csv': CATALOGUE }), 'import', shop, 'c.csv')
  expect(exitCode).toBe(0)
  expect(lines).toEqual([
    'c.csv is a Shopify product export of 4 columns, in utf-8 (all its bytes are valid UTF-8).',
    'The file names no currency: its prices are read as rupees (INR), the currency of the shop. Confirm it with --currency INR.',
    'Found 2 valid products.',
    `Imported into ${shop}: 2 created, 0 updated, 0 unchanged.`,
    'The store info has no categories. The products have: Kurtas (1), Sarees (1).',
    'To show these in the shop, import again with --set-categories: Kurtas, Sarees.',
  ])
  expect(await titles()).toEqual(['Blue Kurta', 'Red Saree'])
})

it('changes nothing when run twice, and only what differs otherwise', { tags: ['@req-12.5'] }, async () => {
  const folder = folderWith({ 'c.csv': CATALOGUE, 'd.csv': CATALOGUE.replace('Red Saree', 'Red Silk Saree') })
  await run(db, folder, 'import', shop, 'c.csv')
  const again = await run(db, folder, 'import', shop, 'c.csv')
  expect(again.lines).toContain(`Imported into ${shop}: 0 created, 0 updated, 2 unchanged.`)
  const changed = await run(db, folder, 'import', shop, 'd.csv')
  expect(changed.lines).toContain(`Imported into ${shop}: 0 created, 1 updated, 1 unchanged.`)
})

describe('a product that is not for sale any more', () => {
  const GONE = 'Handle,Title,Variant Price,Status\nkurta,Blue Kurta,1499,archived\n'
  const importOf = (file: string, ...options: string[]) =>
    run(
      db,
      folderWith({ 'c.csv': CATALOGUE, 'gone.csv': GONE, 'gone.tsv': SOLD_OUT }),
      'import',
      shop,
      file,
      ...options,
    )
  const SOLD_OUT = [
    ['id', 'title', 'price', 'availability', 'image_link'].join('\t'),
    ['saree', 'Red Saree', '2999 INR', 'out_of_stock', ''].join('\t'),
  ].join('\n')

  it('is taken out of the shop by a Shopify export that has it archived', async () => {
    await importOf('c.csv')
    const { exitCode, lines } = await importOf('gone.csv', '--set-categories')
    expect(exitCode).toBe(0)
    expect(lines.slice(2)).toEqual([
      'Found 0 valid products.',
      'Left out: 1 × archived product (row 2).',
      `Imported into ${shop}: 0 created, 0 updated, 0 unchanged, 1 removed.`,
    ])
    expect(await titles()).toEqual(['Red Saree'])
  })

  it('stays, sold out, when a Google feed has it out of stock', async () => {
    await importOf('c.csv')
    await importOf('gone.tsv')
    expect(await titles()).toEqual(['Blue Kurta', 'Red Saree'])
    const soldOut = await withTenant(db, shop, (tx) =>
      tx.select().from(products).where(eq(products.available, false)),
    )
    expect(soldOut.map(({ title }) => title)).toEqual(['Red Saree'])
  })

  it('stays after a dry run, and in other shops', async () => {
    await importOf('c.csv')
    const { lines } = await importOf('gone.csv', '--dry-run')
    expect(lines.at(-1)).toBe(
      'Dry run: nothing was written. The import would give: 0 created, 0 updated, 0 unchanged, 1 removed.',
    )
    expect(await titles()).toEqual(['Blue Kurta', 'Red Saree'])
    const before = await titles('shop-1')
    await importOf('gone.csv')
    expect(await titles('shop-1')).toEqual(before)
  })
})

describe('a file without the variants that the shop has', () => {
  const SIZES =
    'Handle,Title,Variant Price,Option1 Name,Option1 Value\nkurta,Kurta,1499,Size,S\nkurta,,1599,,M\n'
  const SHEET = 'SKU,Name,Price\nkurta,Kurta,1399\nsaree,Saree,2999\n'
  const GOOGLE = 'id\ttitle\tprice\timage_link\nkurta\tKurta\t1399 INR\t\n'
  const MAPPING = JSON.stringify({ key: 'SKU', title: 'Name', regularPrice: 'Price', category: {} })
  const kurta = { key: 'kurta', title: 'Kurta', category: 'Kurtas', regularPrice: 1399 }
  const FILES = {
    'sizes.csv': SIZES,
    'sheet.csv': SHEET,
    'feed.tsv': GOOGLE,
    'map.json': MAPPING,
    'list.json': JSON.stringify([kurta]),
    'none.json': JSON.stringify([{ ...kurta, variants: [] }]),
  }

  it.each([
    ['a mapped CSV', ['sheet.csv', '--mapping', 'map.json']],
    ['a mapped CSV, as a dry run', ['sheet.csv', '--mapping', 'map.json', '--dry-run']],
    ['a Google feed', ['feed.tsv']],
    ['a JSON list', ['list.json']],
  ])('is refused where their prices differ: %s', async (_, argv) => {
    const folder = folderWith(FILES)
    await run(db, folder, 'import', shop, 'sizes.csv')
    const { exitCode, problems } = await run(db, folder, 'import', shop, ...argv, '--remove')
    expect([exitCode, problems[0]]).toEqual([
      1,
      expect.stringContaining(
        '"kurta" (Kurta): the shop has 2 variants of it, and the file does not say which it means: ' +
          'add their SKUs, or the columns of their options (Size)',
      ),
    ])
    const kept = await run(db, folder, 'import', shop, 'sizes.csv')
    expect(kept.lines).toContain(`Imported into ${shop}: 0 created, 0 updated, 1 unchanged.`)
  })

  it('loses them when it names none, with --remove only', async () => {
    const folder = folderWith(FILES)
    await run(db, folder, 'import', shop, 'sizes.csv')
    const refused = await run(db, folder, 'import', shop, 'none.json')
    expect([refused.exitCode, refused.problems]).toEqual([
      1,
      [
        'Nothing was written: the file would remove from the shop: variants (2). ' +
          'Fill the cells, leave the columns or products out, or remove them with --remove.',
      ],
    ])
    const dry = await run(db, folder, 'import', shop, 'none.json', '--remove', '--dry-run')
    expect(dry.lines).toContain('It would remove: variants (2).')
    const removed = await run(db, folder, 'import', shop, 'none.json', '--remove')
    expect(removed.lines).toContain('Removed: variants (2).')
  })
})

it('imports a WooCommerce export, and changes nothing when it is run again', async () => {
  const woo = [
    'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
    '1,variable,ANGRAKHA,Cotton Angrakha,1,1,,,,Size,"M, L"',
    '2,variation,A-M,Cotton Angrakha - M,1,1,4,1899,ANGRAKHA,Size,M',
    '3,variation,A-L,Cotton Angrakha - L,1,0,,1999,id:1,Size,L',
    '4,simple,POTLI,Potli Bag,-1,1,,499,,,',
  ]
  const folder = folderWith({ 'woo.csv': woo.join('\n'), 'woo-again.csv': woo.join('\r\n') })
  const { exitCode, lines, problems } = await run(db, folder, 'import', shop, 'woo.csv')
  expect([exitCode, problems]).toEqual([0, []])
  expect(lines.slice(0, 5)).toEqual([
    'woo.csv is a WooCommerce product export of 11 columns, in utf-8 (all its bytes are valid UTF-8).',
    'The file names no currency: its prices are read as rupees (INR), the currency of the shop. Confirm it with --currency INR.',
    'Found 1 valid product.',
    'Left out: 1 × draft product (row 5).',
    `Imported into ${shop}: 1 created, 0 updated, 0 unchanged.`,
  ])
  const stock = await run(db, folder, 'stock', 'list', shop)
  expect(stock.lines).toEqual([
    'A-M  Cotton Angrakha  Size M  4',
    'A-L  Cotton Angrakha  Size L  0',
    '2 variants.',
  ])
  const again = await run(db, folder, 'import', shop, 'woo-again.csv', '--format', 'woocommerce')
  expect(again.lines).toContain(`Imported into ${shop}: 0 created, 0 updated, 1 unchanged.`)
})

it('leaves other shops alone', async () => {
  const other = 'shop-1'
  const before = await titles(other)
  await run(db, folderWith({ 'c.csv': CATALOGUE.replace('Blue', 'Canary') }), 'import', shop, 'c.csv')
  expect(await titles(other)).toEqual(before)
})

it('keeps nothing of a dry run', async () => {
  const { exitCode, lines } = await run(
    db,
    folderWith({ 'c.csv': CATALOGUE }),
    'import',
    shop,
    'c.csv',
    '--dry-run',
  )
  expect(exitCode).toBe(0)
  expect(lines).toContain(
    'Dry run: nothing was written. The import would give: 2 created, 0 updated, 0 unchanged.',
  )
  expect(await titles()).toEqual([])
})

describe('with a bad row', () => {
  it('writes nothing and names the row', { tags: ['@asvs-2.3.3', '@req-12.5'] }, async () => {
    const { exitCode, problems } = await run(db, folderWith({ 'c.csv': BAD }), 'import', shop, 'c.csv')
    expect(exitCode).toBe(1)
    expect(problems).toEqual([
      'row 4: "top" (Green Top): "ask" is not a price',
      'Nothing was written: the file has 1 bad row. Fix the file, or import the other 3 products with --skip-invalid.',
    ])
    expect(await titles()).toEqual([])
  })

  it('imports the others with --skip-invalid, and reports all to a file', async () => {
    const folder = folderWith({ 'c.csv': BAD })
    const argv = ['import', shop, 'c.csv', '--skip-invalid', '--report', 'report.txt']
    const { exitCode, lines } = await run(db, folder, ...argv)
    expect(exitCode).toBe(0)
    expect(lines).toContain('Found 3 valid products, 1 bad row.')
    expect(await titles()).toEqual(['Blue Kurta', 'Pink Skirt', 'Red Saree'])
    expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toBe(
      'row 4: bad: "top" (Green Top): "ask" is not a price\n',
    )
  })

  it('shows the first 20 of many', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `p${at},Top ${at},ask,`).join('\n')
    const { problems } = await run(db, folderWith({ 'c.csv': CATALOGUE + rows }), 'import', shop, 'c.csv')
    expect(problems).toHaveLength(22)
    expect(problems[20]).toBe('… and 10 more bad rows. See all with --report <file>.')
  })
})

it('writes nothing of a truncated file, even with --skip-invalid', async () => {
  const folder = folderWith({ 'c.csv': `${CATALOGUE}top,"Green To` })
  const { exitCode, problems } = await run(db, folder, 'import', shop, 'c.csv', '--skip-invalid')
  expect(exitCode).toBe(1)
  expect(problems[0]).toContain('The file ends inside a quoted cell of the row that begins at line 4')
  expect(await titles()).toEqual([])
})

it('refuses an unknown shop and lists those that exist', async () => {
  const { exitCode, problems } = await run(
    db,
    folderWith({ 'c.csv': CATALOGUE }),
    'import',
    'nobody',
    'c.csv',
  )
  expect(exitCode).toBe(1)
  expect(problems[0]).toMatch(/^There is no shop "nobody"\. The shops are: shop-1, /)
})

it('refuses a file without products', async () => {
  const folder = folderWith({ 'c.csv': 'Handle,Title,Variant Price\n' })
  const { problems } = await run(db, folder, 'import', shop, 'c.csv')
  expect(problems).toEqual(['Nothing was written: the file has no products to import.'])
})

it('sets the most frequent categories when asked', async () => {
  const folder = folderWith({ 'c.csv': `${CATALOGUE}saree-2,Blue Saree,999,\n` })
  const { lines } = await run(db, folder, 'import', shop, 'c.csv', '--set-categories')
  expect(lines.at(-1)).toBe("The shop's categories are now: Sarees, Kurtas.")
  expect((await findTenant(db, shop))?.record.categories).toEqual(['Sarees', 'Kurtas'])
})

it('adds categories to those of the shop, and replaces them only when asked', async () => {
  const folder = folderWith({
    'c.csv': CATALOGUE,
    'd.csv': 'Handle,Title,Variant Price,Type\ns,Shirt,9,Shirts\n',
  })
  await run(db, folder, 'import', shop, 'c.csv', '--set-categories')
  const added = await run(db, folder, 'import', shop, 'd.csv', '--set-categories')
  expect(added.lines.at(-1)).toBe("The shop's categories are now: Kurtas, Sarees, Shirts.")
  const dry = await run(db, folder, 'import', shop, 'd.csv', '--replace-categories', '--dry-run')
  expect(dry.lines.at(-1)).toBe("The shop's categories would be: Shirts.")
  expect((await findTenant(db, shop))?.record.categories).toEqual(['Kurtas', 'Sarees', 'Shirts'])
  await run(db, folder, 'import', shop, 'd.csv', '--replace-categories')
  expect((await findTenant(db, shop))?.record.categories).toEqual(['Shirts'])
})

it('lists once what has no place in the shop, before it writes', async () => {
  const file = 'Handle,Title,Variant Price,Variant Grams,Cost per item\na,Top,9,200,\nb,Shirt,9,300,4\n'
  const { lines } = await run(db, folderWith({ 'c.csv': file }), 'import', shop, 'c.csv', '--dry-run')
  expect(lines[3]).toBe(
    'Not imported, because the shop has no place for it: Variant Grams (2 rows), Cost per item (1 row).',
  )
})

it('refuses another currency, and takes rupees without a question when told', async () => {
  const folder = folderWith({ 'c.csv': CATALOGUE })
  const refused = await run(db, folder, 'import', shop, 'c.csv', '--currency', 'USD')
  expect([refused.exitCode, refused.problems]).toEqual([
    1,
    ["The shop sells in rupees (INR): prices in USD can't be imported. Nothing was written."],
  ])
  const { lines } = await run(db, folder, 'import', shop, 'c.csv', '--currency', 'INR')
  expect(lines[1]).toBe('Found 2 valid products.')
})
