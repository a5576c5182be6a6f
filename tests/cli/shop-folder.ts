import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { Database } from '../../api/db/index.ts'
import type { Tenant } from '../../api/tenant.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openMemoryDatabase } from '../helpers/pglite-template.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

/** Creates a database with one shop, which is restored before each test, and a new folder to pull it into. */
export function openShopFolder(shop: Tenant) {
  let db: Database
  let folder: string

  beforeAll(async () => {
    db = await openMemoryDatabase()
  })
  beforeEach(async () => {
    await putTenant(db, shop)
    folder = folderWith()
  })
  afterAll(() => db.close())

  const command =
    (name: string) =>
    (...more: string[]) =>
      run(db, folder, name, shop.id, shop.id, ...more)
  return {
    get db() {
      return db
    },
    get folder() {
      return folder
    },
    file: (name: string) => join(folder, shop.id, name),
    pull: command('pull'),
    push: command('push'),
  }
}
