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
import { openTestDatabase } from '../postgres/open-test-database.ts'

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
