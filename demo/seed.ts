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
import { newOfferId } from '../api/ids.ts'
import { addOffer } from '../api/modules/offers/offers.ts'
import { findTenant } from '../api/modules/tenants/find.ts'
import { putTenant } from '../api/modules/tenants/write.ts'
import { CommandError } from '../cli/context.ts'
import { readPincodes } from '../api/modules/delivery/read-pincodes.ts'
import { readStoreRecord } from '../cli/shop-folder/store-record.ts'
import type { Database, Transaction } from '../api/db/index.ts'
import { addStaff } from '../api/modules/staff/accounts.ts'
import { createPasswordHasher } from '../api/passwords.ts'
import { DEMO_PASSWORD, DEMO_STAFF, demoEmail } from './staff.ts'
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
    await addDemoStaff(tx, id)
    for (const offer of shop.offers ?? []) await addOffer(tx, id, { id: newOfferId(), ...offer })
    return (await writeProducts(tx, id, shop.products)).created
  })
  if (created > 0) output.line(`Created the demo shop ${record.storeName} with ${created} products.`)
  return { id, created }
}

/** People with one public password, for shops of this machine. */
async function addDemoStaff(tx: Transaction, shop: string): Promise<void> {
  const passwordHash = await createPasswordHasher().hash(DEMO_PASSWORD)
  for (const { name, role } of DEMO_STAFF) {
    await addStaff(tx, shop, { email: demoEmail(role, shop), name, role, passwordHash }, new Date())
  }
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
