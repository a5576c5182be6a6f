import { fileURLToPath } from 'node:url'

import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { migrate } from '../../../../api/db/migrate.ts'
import { ADDRESS, openSandboxStore, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const MIGRATIONS = fileURLToPath(new URL('../../../../api/db/migrations', import.meta.url))

let store: Store

beforeAll(async () => {
  store = await openSandboxStore()
}, 60_000)

afterAll(() => store.close())

/** Takes the database back to before payment links were stored; `change` runs as the owner of the tables. */
async function upgradeAfter(change: () => Promise<unknown>): Promise<void> {
  const { orm } = store.db
  await orm.execute(sql`reset role`)
  await orm.execute(sql`drop table payment_links`)
  await orm.execute(sql`alter table payments drop column link_reference`)
  await change()
  for (const { hash, sql: statements } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
    const isNewer = statements.some((one) => /payment_links|contact_phone = right/.test(one))
    if (isNewer) await orm.execute(sql`delete from schema_migrations where hash = ${hash}`)
  }
  await migrate(orm, () => Promise.resolve())
}

it('an upgrade lets orders with phones in Indian digits be tracked, and forgets tokens of payment links', async () => {
  const { token } = await store.signIn(SHOP)
  const products = { [await store.productId(SHOP, 'kurta')]: 1 }
  const body = { products, shippingAddress: { ...ADDRESS, phone: '+९१ ९८७६५ ४३२१०' } }
  const { id } = (await store.call(SHOP, '/orders', { body, token })).body
  await store.call(SHOP, '/payments', {
    body: { orderId: id, fields: { method: 'card', phone: '+919876543210' } },
    token,
  })
  const track = async () => (await store.call(SHOP, `/orders/${id}?contactInfo=9876543210`)).status

  await upgradeAfter(async () => {
    await store.db.orm.execute(sql`update orders set contact_phone = ''`)
    await store.db.orm.execute(sql`alter table payments add column return_path text`)
    await store.db.orm.execute(sql`update payments set return_path = '/pay/token-in-clear'`)
    expect(await track()).toBe(404)
  })

  expect(await track()).toBe(200)
  const paths = await store.db.orm.execute(sql`select return_path from payments`)
  expect(paths.rows).toEqual([{ return_path: null }])
})
