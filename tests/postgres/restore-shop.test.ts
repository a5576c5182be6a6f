import { afterAll, beforeAll, expect, inject, it } from 'vitest'

import { openDatabase, type Database } from '../../api/db/index.ts'
import { suspendTenant } from '../../api/modules/tenants/write.ts'
import { run } from '../cli/command-line.ts'
import { ADDRESS, openSandboxStore, serve, type Store } from '../kit/api/store.ts'
import { administer, copyTemplate, databaseAt } from '../kit/database/databases.ts'

const SHOP = 'asha.localhost'
const OTHER_SHOP = 'bela.localhost'

/** The living database, a later one with nothing in it, and the backup of the living one. */
let store: Store
let empty: Database
let urls: { living: string; empty: string; backup: string }
let shopper: Awaited<ReturnType<Store['signIn']>>

beforeAll(async () => {
  store = await openSandboxStore()
  const server = inject('postgres')
  const { rows } = await store.db.orm.execute<{ name: string }>('select current_database() as name')
  const emptyUrl = await copyTemplate(server)
  empty = await openDatabase({ dataDir: 'memory://', databaseUrl: emptyUrl })
  urls = {
    living: databaseAt(server, rows[0]?.name ?? ''),
    empty: emptyUrl,
    backup: await copyTemplate(server),
  }
  for (const host of [SHOP, OTHER_SHOP]) {
    const person = await store.signIn(host)
    if (host === SHOP) shopper = person
    await order(host, person.token)
  }
}, 60_000)

afterAll(async () => {
  await empty.close()
  await store.close()
})

async function order(host: string, token: string): Promise<string> {
  const body = { products: { [await store.productId(host, 'kurta')]: 1 }, shippingAddress: ADDRESS }
  return String((await store.call(host, '/orders', { body, token })).body.id)
}

/** A digest of the shop's rows, by table. */
async function digests(url: string, tenant: string): Promise<Record<string, string>> {
  const admin = databaseAt(url, new URL(url).pathname.slice(1), 'postgres')
  const tables = (await administer(
    admin,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'audit_entries' order by 1`,
  )) as { name: string }[]
  const digest = async ({ name }: { name: string }) => {
    const rows = `select md5(string_agg(one::text, ',' order by one::text)) as digest from ${name} one where tenant_id = '${tenant}'`
    return [name, String(Object((await administer(admin, rows))[0]).digest)]
  }
  return Object.fromEntries(await Promise.all(tables.map(digest)))
}

const restore = (db: Database, from: string, ...options: string[]) =>
  run(db, '.', 'shop', 'restore', 'asha', '--from', from, ...options)

it('copies one shop whole to a database without it, which can then sell', async () => {
  const restored = await restore(empty, urls.living)
  expect(restored).toMatchObject({
    exitCode: 0,
    lines: [
      'Restored the shop asha on asha.localhost: 1 order, 2 products, 1 account.',
      'Copy from your backup to memory:/media/asha: kurta.webp, saree.webp (2 files).',
      'It is suspended. Ask for payments since then: store payments reconcile asha',
      'Then serve it again: store shop resume asha',
    ],
  })
  const here = await digests(urls.living, 'asha')
  expect(here.orders).toMatch(/^\w{32}$/)
  expect(await digests(urls.empty, 'asha')).toEqual(here)
  expect((await digests(urls.empty, 'bela')).tenant_hosts).toBe('null')
  await run(empty, '.', 'shop', 'resume', 'asha')
  const { call } = serve(empty)
  const body = { products: { [await store.productId(SHOP, 'saree')]: 1 }, shippingAddress: ADDRESS }
  expect((await call(SHOP, '/orders', { body, token: shopper.token })).status).toBe(201)
})

it('restores a shop whose rows were deleted, and touches no other shop', async () => {
  const backup = await openDatabase({ dataDir: 'memory://', databaseUrl: urls.backup })
  await restore(backup, urls.living)
  await backup.close()
  const before = await digests(urls.living, 'asha')
  const other = await digests(urls.living, 'bela')
  const admin = databaseAt(urls.living, new URL(urls.living).pathname.slice(1), 'postgres')
  await administer(admin, "delete from tenants where id = 'asha'")
  expect((await restore(store.db, urls.backup)).problems).toEqual([])
  expect(await digests(urls.living, 'asha')).toEqual(before)
  expect(await digests(urls.living, 'bela')).toEqual(other)
  await run(store.db, '.', 'shop', 'resume', 'asha')
  expect((await store.call(SHOP, '/orders', { token: shopper.token })).body).toHaveLength(1)
})

it('refuses a shop that is served or has newer orders, and the database itself', async () => {
  expect((await restore(store.db, urls.backup)).problems).toEqual([
    'Shoppers can order from asha meanwhile. Suspend it first: store shop suspend asha',
  ])
  const newer = (await order(SHOP, shopper.token)).replaceAll('-', '')
  await suspendTenant(store.db, 'asha', true)
  const refused = await restore(store.db, urls.backup)
  expect(refused.problems).toEqual([
    `The shop asha has what the copy lacks: 1 order (${newer}). Nothing was restored. To lose these, run the command again with --drop-newer.`,
  ])
  expect((await restore(store.db, urls.living)).problems).toEqual([
    'The copy is the database of DATABASE_URL itself. Name another one.',
  ])
  expect((await restore(store.db, urls.backup, '--drop-newer')).exitCode).toBe(0)
  await run(store.db, '.', 'shop', 'resume', 'asha')
  expect((await store.call(SHOP, '/orders', { token: shopper.token })).body).toHaveLength(1)
})

it('names what is no address of a database', async () => {
  expect((await restore(store.db, 'backup.dump')).problems).toEqual([
    '"backup.dump" is no address of a database. Begin with postgres://',
  ])
})
