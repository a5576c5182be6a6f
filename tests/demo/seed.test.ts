import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, it } from 'vitest'

import { seedDemoShops } from '../../demo/seed.ts'
import { withTenant } from '../../api/db/index.ts'
import { products } from '../../api/db/schema.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { listeningOutput } from '../cli/command-line.ts'
import { folderWith, STORE } from '../cli/shop-files.ts'
import type { DemoShop } from '../../demo/shops.ts'
import { serve } from '../kit/api/store.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'

const folder = folderWith({
  'store.json': STORE,
  'policies/about.html': '<p>About</p>',
  'pictures/saree-1.webp': 'picture',
})

const shop: DemoShop = {
  id: 'silk-house',
  storeFile: pathToFileURL(join(folder, 'store.json')),
  products: [
    {
      key: 'saree',
      title: 'Red Saree',
      description: '',
      category: 'Sarees',
      parentCategory: 'Sarees',
      gender: 'Women',
      regularPrice: 10,
      imgUrl: '/media/saree-1.webp',
      images: [],
      attributes: [],
    },
  ],
  pictures: pathToFileURL(join(folder, 'pictures/')),
}

it('sets up a demo shop once and leaves what was edited alone', async () => {
  const dataDir = folderWith()
  const db = await openTestDatabase()
  const first = listeningOutput()
  await seedDemoShops(db, dataDir, first, [shop])
  expect(first.lines).toEqual(['Created the demo shop Silk House with 1 products.'])
  expect(readdirSync(join(dataDir, 'media', 'silk-house'))).toEqual(['saree-1.webp'])

  const tenant = await findTenant(db, 'silk-house')
  if (!tenant) throw new Error('the demo shop is missing')
  await putTenant(db, { ...tenant, record: { ...tenant.record, storeName: 'Edited' } })
  await withTenant(db, 'silk-house', (tx) => tx.update(products).set({ title: 'Edited Saree' }))

  const second = listeningOutput()
  await seedDemoShops(db, dataDir, second, [shop])
  expect(second.lines).toEqual([])
  expect((await findTenant(db, 'silk-house'))?.record.storeName).toBe('Edited')
  const rows = await withTenant(db, 'silk-house', (tx) => tx.select({ title: products.title }).from(products))
  expect(rows).toEqual([{ title: 'Edited Saree' }])
  await db.close()
})

it(
  'the code in the highlights of the demo shop reduces an order',
  { tags: ['@req-11.30'], timeout: 60_000 },
  async () => {
    const db = await openTestDatabase()
    await seedDemoShops(db, 'memory://', listeningOutput())
    const { call } = serve(db)
    const info = await call('tanabana.localhost', '/storeInfo')
    const code = /[A-Z]+\d+/.exec(info.body.highlights[0])?.[0]
    const { body: page } = await call('tanabana.localhost', '/products?limit=1')
    const lines = [{ productId: page.data[0].id, quantity: 1 }]
    const { body: quote } = await call('tanabana.localhost', '/quotes', { body: { lines, offerCode: code } })
    expect(quote.discount).toEqual({
      code,
      label: 'Welcome offer',
      amount: Math.floor(quote.subtotal / 10),
    })
    await db.close()
  },
)
