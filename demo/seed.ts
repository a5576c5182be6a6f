import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { eq } from 'drizzle-orm'

import { demoShops, type DemoShop } from './shops.ts'
import { writeProducts } from '../api/modules/catalogue/write.ts'
import { withTenant } from '../api/db/index.ts'
import { products } from '../api/db/schema.ts'
import { makePrivate } from '../api/db/private-files.ts'
import { replacePincodes } from '../api/modules/delivery/pincodes.ts'
import { findTenant } from '../api/modules/tenants/find.ts'
import { putTenant } from '../api/modules/tenants/write.ts'
import { CommandError } from '../cli/context.ts'
import { readPincodes } from '../cli/import/pincodes.ts'
import { readStoreRecord } from '../cli/shop-folder/store-record.ts'
import type { Database } from '../api/db/index.ts'
import type { Output } from '../cli/output.ts'

/** Public postal facts of some PIN codes; delivery and cash on delivery are made up. */
const PINCODES_FILE = fileURLToPath(new URL('./pincodes.csv', import.meta.url))

/**
 * Creates missing demo shops with record, catalogue and pictures. Existing ones keep their edits. Returns the number
 * of products by created shop.
 */
export async function seedDemoShops(
  db: Database,
  dataDir: string,
  output: Pick<Output, 'line'>,
  shops: readonly DemoShop[] = demoShops,
): Promise<{ id: string; created: number }[]> {
  const seeded: { id: string; created: number }[] = []
  for (const shop of shops) {
    seeded.push(await seedCatalogue(db, shop, output))
    if (dataDir !== 'memory://') await seedPictures(dataDir, shop)
  }
  return seeded
}

async function seedCatalogue(
  db: Database,
  shop: DemoShop,
  output: Pick<Output, 'line'>,
): Promise<{ id: string; created: number }> {
  const { id, hosts, record, payee } = await readStoreRecord(fileURLToPath(shop.storeFile))
  if (!hosts || !payee) throw new CommandError(`The store info of the demo shop ${id} lacks hosts or payee.`)
  if (!(await findTenant(db, id))) await putTenant(db, { id, hosts, record, payee })
  const created = await withTenant(db, id, async (tx) => {
    const [known] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.tenantId, id))
      .limit(1)
    if (known) return 0
    await replacePincodes(tx, id, (await readPincodes(PINCODES_FILE)).rows)
    return (await writeProducts(tx, id, shop.products)).created
  })
  if (created > 0) output.line(`Created the demo shop ${record.storeName} with ${created} products.`)
  return { id, created }
}

/** Copies pictures to a temporary folder and renames it, so that an existing folder is complete. */
async function seedPictures(dataDir: string, { id, pictures }: DemoShop): Promise<void> {
  const folder = join(resolve(dataDir), 'media', id)
  if (existsSync(folder)) return
  const half = `${folder}.incomplete`
  await rm(half, { recursive: true, force: true })
  await cp(fileURLToPath(pictures), half, { recursive: true })
  makePrivate(half)
  await rename(half, folder)
}
