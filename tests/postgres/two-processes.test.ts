import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'

import { openDatabase, type Database } from '../../api/db/index.ts'
import { rowsOf } from '../../api/db/rows.ts'
import { putTenant } from '../../api/tenants/write.ts'
import { ADDRESS, ASHA, openStore, serve, type Store } from '../api/helpers/store.ts'
import { databaseAt } from './databases.ts'

const SHOP = 'asha.example'

/** Two pools and two apps share nothing but the database, as two processes do. */
let store: Store
let second: Database
let other: ReturnType<typeof serve>

beforeAll(async () => {
  store = await openStore()
  const [row] = rowsOf<{ name: string }>(await store.db.orm.execute('select current_database() as name'))
  const databaseUrl = databaseAt(inject('postgres'), row?.name ?? '')
  second = await openDatabase({ dataDir: 'memory://', databaseUrl })
  other = serve(second)
})

afterAll(async () => {
  await second.close()
  await store.close()
})

describe('two processes on one PostgreSQL', () => {
  beforeEach(() => putTenant(store.db, ASHA))

  it('both show an edit of the store record', async () => {
    expect((await other.call(SHOP, '/storeInfo')).body.storeName).toBe('asha store')
    await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, storeName: 'Renamed' } })
    await vi.waitFor(
      async () => expect((await other.call(SHOP, '/storeInfo')).body.storeName).toBe('Renamed'),
      { timeout: 20_000, interval: 50 },
    )
  })

  it('make one order of a checkout that was sent to both at once', async () => {
    const { token } = await store.signIn(SHOP)
    const body = { products: { [await store.productId(SHOP, 'kurta')]: 1 }, shippingAddress: ADDRESS }
    for (let round = 0; round < 10; round += 1) {
      const headers = { 'idempotency-key': `round-${round}` }
      const answers = await Promise.all(
        [store, other].map(({ call }) => call(SHOP, '/orders', { body, token, headers })),
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    }
    expect((await other.call(SHOP, '/orders', { token })).body).toHaveLength(10)
  })

  it('end a session for each other', async () => {
    const { token } = await store.signIn(SHOP)
    expect((await other.call(SHOP, '/accountInfo', { token })).status).toBe(200)
    await store.call(SHOP, '/users/logout', { method: 'POST', token })
    expect((await other.call(SHOP, '/accountInfo', { token })).status).toBe(401)
  })
})
