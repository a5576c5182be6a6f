import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { productVariants } from '../../../../api/db/schema.ts'
import type { CatalogueVariant } from '../../../../api/db/catalogue-product.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { parseOrderNumber } from '../../../../api/ids.ts'
import { advanceOrder } from '../../../../api/modules/orders/advance.ts'
import { ORDER_STATUS } from '../../../../api/modules/orders/lifecycle/order-rules.ts'
import { ADDRESS, changeCatalogue, openStore, product, type Store } from '../../helpers/store.ts'

const HOST = 'asha.example'
let store: Store

beforeAll(async () => {
  store = await openStore([])
}, 60_000)

afterAll(() => store.close())

const variants: CatalogueVariant[] = [
  {
    options: { Size: 'M', Length: '44' },
    regularPrice: 1499,
    sku: 'K-M',
    stock: 3,
    images: [{ url: '/m.webp' }],
  },
  { options: { Size: 'L', Length: '44' }, regularPrice: 1299, stock: 0, images: [] },
  { options: { Size: 'M', Length: '46' }, regularPrice: 1599, stock: 1, sellsBeyondStock: true, images: [] },
  { options: { Size: 'XL', Length: '46' }, regularPrice: 1699, images: [] },
]
const kurta = product('kurta', {
  options: [
    { name: 'Size', values: ['M', 'L', 'XL'] },
    { name: 'Length', values: ['44', '46'] },
  ],
  variants,
})

beforeEach(async () => {
  await changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', [kurta, product('saree')]))
})

async function read() {
  const { data } = (await store.call(HOST, '/products?limit=100')).body
  return data.find(({ title }: { title: string }) => title === 'Title of kurta')
}

interface Line {
  quantity: number
  variantId?: string
  selectedSize?: string
  selectedColor?: string
}

async function order(lines: Line[], hasLines = true) {
  const { id: productId } = await read()
  const { token } = await store.signIn(HOST)
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const response = await store.call(HOST, '/orders', {
    token,
    body: {
      products: { [productId]: quantity },
      shippingAddress: ADDRESS,
      ...(hasLines && { lines: lines.map((line) => ({ productId, ...line })) }),
    },
  })
  return { ...response, token, productId }
}

const idAt = async (index: number): Promise<string> => (await read()).variants[index].id
/** From the database: responses of `GET /products` may be 250 ms old. */
async function stockAt(position: number): Promise<number | null | undefined> {
  const [row] = await withTenant(store.db, 'asha', (tx) =>
    tx
      .select({ stock: productVariants.stock })
      .from(productVariants)
      .where(and(eq(productVariants.tenantId, 'asha'), eq(productVariants.position, position))),
  )
  return row?.stock
}

describe('an order of variants', () => {
  it('takes price, SKU, options and picture from the variant, and the pieces from its stock', async () => {
    const variantId = await idAt(0)
    const { body, token, status } = await order([{ quantity: 2, variantId }])
    expect(status).toBe(201)
    const [placed] = (await store.call(HOST, '/orders', { token })).body
    expect(placed.items[0]).toMatchObject({
      ...{ price: 1499, selectedSize: 'M', variantId, sku: 'K-M', image: '/m.webp' },
      options: { Size: 'M', Length: '44' },
    })
    expect(await stockAt(0)).toBe(1)
    const number = parseOrderNumber(body.id) ?? ''
    const cancel = () =>
      withTenant(store.db, 'asha', (tx) => advanceOrder(tx, 'asha', number, ORDER_STATUS.cancelled))
    await cancel()
    expect(await stockAt(0)).toBe(3)
    await expect(cancel()).rejects.toThrow('statuses only move forward')
    expect(await stockAt(0)).toBe(3)
  })

  it('counts two lines of one variant together, and writes nothing where too few pieces are left', async () => {
    const variantId = await idAt(0)
    const { status, body, productId, token } = await order([
      { quantity: 2, variantId },
      { quantity: 2, variantId },
      { quantity: 1, variantId: await idAt(3) },
    ])
    expect(status).toBe(409)
    expect(body).toEqual({
      error: 'Only 3 pieces of Title of kurta in M, 44 are left. Please change the quantity.',
      code: 'lines-refused',
      problems: [
        { code: 'not-enough-stock', productId, left: 3, line: 0 },
        { code: 'not-enough-stock', productId, left: 3, line: 1 },
      ],
    })
    expect((await store.call(HOST, '/orders', { token })).body).toEqual([])
    expect(await stockAt(0)).toBe(3)
  })

  it('sells no piece twice to simultaneous buyers', async () => {
    const variantId = await idAt(0)
    const made = await Promise.all(Array.from({ length: 8 }, () => order([{ quantity: 1, variantId }])))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await stockAt(0)).toBe(0)
  })

  it('goes below 0 where the shop sells beyond its stock', async () => {
    expect((await order([{ quantity: 5, variantId: await idAt(2) }])).status).toBe(201)
    expect(await stockAt(2)).toBe(-4)
  })

  it.each([
    [{ selectedSize: 'XL' }, undefined],
    [{ selectedSize: 'M' }, 'variant-missing'],
    [{ selectedSize: 'L' }, 'sold-out'],
    [{ selectedSize: 'S' }, 'size-unavailable'],
    [{ selectedColor: 'Pink' }, 'color-unavailable'],
    [{ variantId: 'of-another-product' }, 'variant-unavailable'],
    [{}, 'variant-missing'],
  ])('with the choice %j has the problem %s', async (choice, code) => {
    const { status, body } = await order([{ quantity: 1, ...choice }])
    expect(status).toBe(code === undefined ? 201 : code === 'sold-out' ? 409 : 422)
    expect(body.problems?.[0].code).toBe(code)
  })

  it('takes the cheapest variant on sale where the order names no lines', async () => {
    const { token, status } = await order([{ quantity: 1 }], false)
    expect(status).toBe(201)
    const [placed] = (await store.call(HOST, '/orders', { token })).body
    expect(placed.items[0]).toMatchObject({ variantId: await idAt(0), price: 1499 })
  })
})
