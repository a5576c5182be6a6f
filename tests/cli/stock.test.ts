import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant, type Database } from '../../api/db/index.ts'
import { orderItems, orders, products, productVariants, users } from '../../api/db/schema.ts'
import { refreshAvailability } from '../../api/modules/catalogue/availability.ts'
import { readVariants } from '../../api/modules/catalogue/variants.ts'
import { removeProducts, writeProducts } from '../../api/modules/catalogue/write.ts'
import { createOrder } from '../../api/modules/orders/create.ts'
import { quoteShopOf } from '../../api/modules/quotes/quote-shop.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { product } from '../kit/api/store.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const SHOP = 'counting'
const TENANT = {
  id: SHOP,
  hosts: ['counting.localhost'],
  record: { storeName: 'Counting', categories: ['Kurtas'] },
  payee: { upiId: '', name: '' },
}
const PLAIN = { options: {}, regularPrice: 1499, images: [] }
const USER = {
  id: 'asha',
  email: 'asha@example.com',
  firstName: 'Asha',
  lastName: 'Rao',
  createdAt: new Date(),
}
const shippingAddress = {
  fullName: 'Asha Rao',
  address: '1 Temple Road',
  city: 'Mysuru',
  state: 'Karnataka',
  postalCode: '570001',
  phone: '+919876543210',
}

let db: Database

beforeAll(async () => {
  db = await openTestDatabase()
  await putTenant(db, TENANT)
  await withTenant(db, SHOP, (tx) => tx.insert(users).values({ ...USER, tenantId: SHOP, passwordHash: 'x' }))
})

afterAll(() => db.close())

beforeEach(async () => {
  const variant = (Size: string, Length: string) => ({
    options: { Size, Length },
    regularPrice: 1499,
    images: [],
  })
  const kurta = product('kurta', {
    options: [
      { name: 'Size', values: ['M', 'L', 'XL'] },
      { name: 'Length', values: ['44', '46'] },
    ],
    variants: [
      { ...variant('M', '44'), sku: 'K-M', stock: 5 },
      { ...variant('L', '46'), sku: 'K-L', stock: 0, sellsBeyondStock: true },
      { ...variant('XL', '46'), sku: 'K-XL' },
      { ...variant('XL', '44'), sku: 'TWICE', stock: 1 },
      { ...variant('L', '44'), sku: 'TWICE', stock: 1 },
    ],
  })
  await withTenant(db, SHOP, (tx) => writeProducts(tx, SHOP, [kurta]))
})

const store = (...args: string[]) => run(db, '.', ...args)

async function variants() {
  return withTenant(db, SHOP, async (tx) => {
    const [row] = await tx.select({ id: products.id, available: products.available }).from(products)
    const rows = (await readVariants(tx, SHOP, [row?.id ?? ''])).get(row?.id ?? '') ?? []
    return { ...row, rows }
  })
}

async function stockOf(sku: string): Promise<number | null | undefined> {
  return (await variants()).rows.find((row) => row.sku === sku)?.stock
}

/** Places an order and updates its product, as `POST /orders` does. */
async function placeOrder(sku: string, quantity: number): Promise<string> {
  const { id = '', rows } = await variants()
  const variantId = rows.find((row) => row.sku === sku)?.id
  const order = {
    products: { [id]: quantity },
    lines: [{ productId: id, quantity, variantId }],
    shippingAddress,
  }
  const shop = quoteShopOf(TENANT, { sandbox: false })
  const { number } = await withTenant(db, SHOP, (tx) =>
    createOrder(tx, { shop, buyer: USER, order, now: new Date() }),
  )
  await withTenant(db, SHOP, (tx) => refreshAvailability(tx, SHOP, [id]))
  return formatOrderNumber(number)
}

describe('store stock', () => {
  it('lists each variant with its options and pieces, first what names it alone', async () => {
    const { lines, exitCode } = await store('stock', 'list', SHOP)
    expect(exitCode).toBe(0)
    const { rows } = await variants()
    const [one, other] = rows.filter(({ sku }) => sku === 'TWICE')
    expect(lines).toEqual([
      'K-M  Title of kurta  Size M, Length 44  5',
      'K-L  Title of kurta  Size L, Length 46  0, sells beyond its stock',
      'K-XL  Title of kurta  Size XL, Length 46  not counted',
      `${one?.id}  Title of kurta  Size XL, Length 44  SKU TWICE, as others  1`,
      `${other?.id}  Title of kurta  Size L, Length 44  SKU TWICE, as others  1`,
      '5 variants.',
    ])
  })

  it('sets a variant without SKU, or with that of another, by what the list prints first', async () => {
    const stole = product('stole', { options: [], variants: [{ ...PLAIN, stock: 2 }] })
    await withTenant(db, SHOP, (tx) => writeProducts(tx, SHOP, [stole]))
    try {
      const listed = (await store('stock', 'list', SHOP)).lines
      const idOf = (part: string) => listed.find((line) => line.includes(part))?.split('  ')[0] ?? ''
      const plain = await store('stock', 'set', SHOP, idOf('Title of stole'), '+3')
      expect([plain.exitCode, plain.lines]).toEqual([0, ['Title of stole: 2 → 5 pieces.']])
      const shared = await store('stock', 'set', SHOP, idOf('Size L, Length 44'), '9')
      expect([shared.exitCode, shared.lines]).toEqual([
        0,
        ['Title of kurta, Size L, Length 44: 1 → 9 pieces.'],
      ])
      const { lines } = await store('stock', 'list', SHOP)
      expect(lines.filter((line) => !listed.includes(line))).toEqual([
        expect.stringMatching(/  Title of kurta  Size L, Length 44  SKU TWICE, as others  9$/),
        expect.stringMatching(/  Title of stole  5$/),
      ])
    } finally {
      await withTenant(db, SHOP, (tx) => removeProducts(tx, SHOP, ['stole']))
    }
  })

  it('sets a variant whose id begins like an option', async () => {
    await withTenant(db, SHOP, (tx) =>
      tx.update(productVariants).set({ id: '-hKurta--dry-run' }).where(eq(productVariants.sku, 'K-M')),
    )
    await withTenant(db, SHOP, (tx) =>
      tx.update(productVariants).set({ sku: null }).where(eq(productVariants.sku, 'K-M')),
    )
    const { lines } = await store('stock', 'set', SHOP, '-hKurta--dry-run', '-1')
    expect(lines).toEqual(['Title of kurta, Size M, Length 44: 5 → 4 pieces.'])
  })

  it.each([
    ['K-M', '12', 12],
    ['K-M', '+5', 10],
    ['K-M', '-1', 4],
    ['K-M', '0', 0],
    ['K-L', '-3', -3],
  ])('sets %s to %s', { tags: ['@req-12.5'] }, async (sku, pieces, after) => {
    const { lines, exitCode } = await store('stock', 'set', SHOP, sku, pieces)
    expect(exitCode).toBe(0)
    expect(lines.at(-1)).toBe(`${sku}: ${sku === 'K-M' ? 5 : 0} → ${after} pieces.`)
    expect(await stockOf(sku)).toBe(after)
  })

  it.each([
    ['K-M', 'many', '"many" is not a number of pieces. Write 12 to set it, +5 to add, -1 to take away.'],
    ['K-M', '-6', "K-M has 5 pieces, so 6 can't be taken away."],
    ['K-XL', '3', 'The stock of K-XL is not counted. Give its pieces in the catalogue, and import it again.'],
    [
      'TWICE',
      '3',
      '2 variants of counting have the SKU TWICE. Name one by its id: store stock list counting',
    ],
    ['K-S', '3', 'No variant of counting has the SKU or id K-S. See: store stock list counting'],
  ])('refuses to set %s to %s', async (sku, pieces, sentence) => {
    const { problems, exitCode } = await store('stock', 'set', SHOP, sku, pieces)
    expect([exitCode, problems]).toEqual([1, [sentence]])
    expect(await stockOf('K-M')).toBe(5)
  })
})

it('shows the options and the SKU of an ordered variant, and exports them', async () => {
  const id = await placeOrder('K-M', 2)
  const { lines } = await store('orders', 'show', SHOP, id)
  expect(lines[1]).toBe('  2 × Title of kurta (Size M, Length 44)  SKU K-M  ₹1,499.00')
  const { lines: rows } = await store('orders', 'export', SHOP)
  expect(rows[0]).toContain(',options,sku,')
  expect(rows.find((row) => row.startsWith(id))).toContain(',"Size M, Length 44",K-M,')
  await withTenant(db, SHOP, async (tx) => {
    await tx.delete(orderItems)
    await tx.delete(orders)
  })
})

describe('an import of a file that is older than an order', () => {
  const OTHER_STOCK =
    "The file has another stock of 1 variant, and the shop's stock stays. To take the file's, import again with --set-stock."

  async function exported() {
    const folder = folderWith()
    await run(db, folder, 'export', SHOP, 'c.json', '--format', 'json')
    return folder
  }

  it('leaves the pieces of the order taken', async () => {
    const folder = await exported()
    await placeOrder('K-M', 5)
    const { lines } = await run(db, folder, 'import', SHOP, 'c.json')
    expect(lines).toContain(`Imported into ${SHOP}: 0 created, 0 updated, 1 unchanged.`)
    expect(lines).toContain(OTHER_STOCK)
    expect(await stockOf('K-M')).toBe(0)
  })

  it('sets them where the merchant says so, and says nothing of them afterwards', async () => {
    const folder = await exported()
    await placeOrder('K-M', 5)
    const { lines } = await run(db, folder, 'import', SHOP, 'c.json', '--set-stock')
    expect(lines).toContain(`Imported into ${SHOP}: 0 created, 1 updated, 0 unchanged.`)
    expect(await stockOf('K-M')).toBe(5)
    expect((await run(db, folder, 'import', SHOP, 'c.json')).lines).not.toContain(OTHER_STOCK)
  })

  it('keeps a product sold out that the file has on sale', async () => {
    await withTenant(db, SHOP, async (tx) => {
      const variants = [{ options: { Size: 'M' }, regularPrice: 1499, sku: 'ONLY', stock: 1, images: [] }]
      await writeProducts(tx, SHOP, [
        product('kurta', { options: [{ name: 'Size', values: ['M'] }], variants }),
      ])
    })
    const folder = await exported()
    await placeOrder('ONLY', 1)
    await store('stock', 'set', SHOP, 'ONLY', '0')
    expect((await variants()).available).toBe(false)
    await run(db, folder, 'import', SHOP, 'c.json')
    expect((await variants()).available).toBe(false)
  })
})
