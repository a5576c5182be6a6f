import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { createClient, type StoreClient } from '../../../../src/lib/api-client/client.ts'
import { fetchProduct } from '../../../../src/lib/api-client/product.ts'
import type { CartLine } from '../../../../src/lib/cart/cart.ts'
import { hasIssues, lineIssues } from '../../../../src/lib/cart/line-issues.ts'
import type { Product, ProductVariant } from '../../../../src/lib/catalogue/product.ts'
import { chosenVariant, lineChoice } from '../../../../src/lib/catalogue/variants.ts'
import { orderCreation } from '../../../../src/lib/checkout/place-order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { run } from '../../../cli/command-line.ts'
import { ADDRESS, ASHA, openStore, type Store } from '../../../kit/api/store.ts'

const HOST = 'asha.example'
const CAPABILITIES: Capability[] = ['order-lines', 'variants', 'stock']
const HEAD =
  'Handle,Title,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status'
const BEFORE = [
  HEAD,
  'gone-kurta,Gone Kurta,Kurtas,Size,S,Colour,Rose,GK-S,shopify,5,999,,https://cdn.example/g.jpg,active',
  'gone-kurta,,,,M,,Rose,GK-M,shopify,5,999,,,',
  'renamed-kurta,Renamed Kurta,Kurtas,Size,Small,,,RK-S,shopify,5,799,,https://cdn.example/g.jpg,active',
  'renamed-kurta,,,,Medium,,,RK-M,shopify,5,799,,,',
]
const AFTER = [
  HEAD,
  'gone-kurta,Gone Kurta,Kurtas,Size,M,Colour,Rose,GK-M,shopify,5,999,,https://cdn.example/g.jpg,active',
  'renamed-kurta,Renamed Kurta,Kurtas,Size,S,,,RK-S,shopify,5,849,,https://cdn.example/g.jpg,active',
  'renamed-kurta,,,,M,,,RK-M,shopify,5,849,,,',
]

let store: Store
let client: StoreClient
let folder: string

beforeAll(async () => {
  store = await openStore([])
  await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, capabilities: CAPABILITIES } })
  folder = mkdtempSync(join(tmpdir(), 'variant-gone-'))
  client = createClient({
    base: `http://${HOST}/api/v1`,
    deadlineMs: 10_000,
    fetch: async (url, { method = 'GET' }) => {
      const { pathname, search } = new URL(url)
      return store.app.request(pathname + search, { method, headers: { host: HOST } })
    },
  })
}, 60_000)

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.close()
})

async function importRows(rows: string[]): Promise<void> {
  writeFileSync(join(folder, 'catalogue.csv'), rows.join('\n'))
  const { exitCode, problems } = await run(store.db, folder, 'import', 'asha', 'catalogue.csv', '--remove')
  expect([exitCode, problems]).toEqual([0, []])
}

async function read(title: string): Promise<Product> {
  const { data } = (await store.call(HOST, '/products?limit=100')).body
  const { id } = data.find((one: { title: string }) => one.title === title)
  const product = await fetchProduct(client, id, CAPABILITIES)
  if (!product) throw new Error(`${title} is not in the shop`)
  return product
}

function lineOf({ id, name }: Product, variant: ProductVariant | undefined): CartLine {
  if (!variant) throw new Error('There is no such variant')
  const { options, price } = variant
  return { id, name, image: '', price, quantity: 1, variantId: variant.id, ...lineChoice(options) }
}

async function order(line: CartLine) {
  const { token } = await store.signIn(HOST)
  const body = orderCreation([line], ADDRESS, true, true)
  return store.call(HOST, '/orders', { method: 'POST', token, body })
}

it.each([
  { title: 'Gone Kurta', chosen: 'S', left: { Size: 'M', Colour: 'Rose' } },
  { title: 'Renamed Kurta', chosen: 'Small', left: { Size: 'S' } },
])('a line of $title in $chosen can be ordered after an import, in the size that is left', async (kurta) => {
  const { title, chosen, left } = kurta
  await importRows(BEFORE)
  const before = await read(title)
  const line = lineOf(
    before,
    before.variants.find(({ options }) => options.Size === chosen),
  )
  expect(lineIssues(line, before)).toEqual({})
  await importRows(AFTER)
  const now = await read(title)
  expect(lineIssues(line, now)).toEqual({ size: 'unavailable' })
  expect(hasIssues(lineIssues(line, now))).toBe(true)

  const again = lineOf(now, chosenVariant(now, left))
  expect(lineIssues(again, now)).toEqual({})
  expect((await order(again)).status).toBe(201)
})

it('a line of a vanished variant that is sent all the same is refused by its place', async () => {
  await importRows(BEFORE)
  const before = await read('Gone Kurta')
  const line = lineOf(
    before,
    before.variants.find(({ options }) => options.Size === 'S'),
  )
  await importRows(AFTER)
  expect(await order(line)).toMatchObject({
    status: 422,
    body: {
      code: 'lines-refused',
      problems: [{ code: 'variant-unavailable', productId: line.id, line: 0 }],
    },
  })
})
