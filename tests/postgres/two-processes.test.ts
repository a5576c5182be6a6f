import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'

import { openDatabase, type Database } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, openStore, serve, type Store } from '../kit/api/store.ts'
import { MANY_ORDERS } from '../kit/api/many-orders.ts'
import { administer, copyTemplate, databaseAt } from '../kit/database/databases.ts'

const SHOP = 'asha.example'
const OTHER_SHOP = 'bela.example'

/** Two pools and two apps share nothing but the database, as two processes do. */
let store: Store
let second: Database
let other: ReturnType<typeof serve>

beforeAll(async () => {
  store = await openStore()
  await putTenant(store.db, { ...ASHA, orderLimits: MANY_ORDERS })
  const { rows } = await store.db.orm.execute<{ name: string }>('select current_database() as name')
  const databaseUrl = databaseAt(inject('postgres'), rows[0]?.name ?? '')
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

  it('let an account pass no limit through both at once', async () => {
    const { token } = await store.signIn(OTHER_SHOP)
    const body = { products: { [await store.productId(OTHER_SHOP, 'kurta')]: 1 }, shippingAddress: ADDRESS }
    const responses = await Promise.all(
      [store, other, store, other, store, other].map(({ call }) =>
        call(OTHER_SHOP, '/orders', { body, token }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
  })

  it('make one order of a checkout that was sent to both at once', async () => {
    const { token } = await store.signIn(SHOP)
    const body = { products: { [await store.productId(SHOP, 'kurta')]: 1 }, shippingAddress: ADDRESS }
    for (let round = 0; round < 10; round += 1) {
      const headers = { 'idempotency-key': `round-${round}` }
      const responses = await Promise.all(
        [store, other].map(({ call }) => call(SHOP, '/orders', { body, token, headers })),
      )
      expect(responses.map(({ status }) => status)).toEqual([201, 201])
      expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    }
    expect((await other.call(SHOP, '/orders', { token })).body).toHaveLength(10)
  })

  it(
    'share the limits, and keep of a caller nothing that could be read',
    { tags: ['@decision-1.12'] },
    async () => {
      const [one, two] = [serve(store.db, { rateLimits: true }), serve(second, { rateLimits: true })]
      const body = { email: 'guessed@example.com', password: 'wrong-1' }
      const statuses = []
      for (const { call } of [one, two, one, two, one, two, one]) {
        statuses.push((await call(SHOP, '/users/authorize', { body, peer: '203.0.113.9' })).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])

      const { rows: kept } = await store.db.orm.execute<{ key: string }>('select key from rate_limits')
      expect(kept.length).toBeGreaterThanOrEqual(3)
      for (const { key } of kept) expect(key).toMatch(/^[a-z-]+:[\w-]{43}$/)
    },
  )

  it('let parallel calls through as often as one process would', async () => {
    const one = serve(store.db, { rateLimits: true })
    const other = serve(second, { rateLimits: true })
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? one : other).call(SHOP, '/orders/0000-0000-0001?contactInfo=x', {
          peer: '203.0.113.10',
        }),
      ),
    )
    expect(responses.filter((response) => response.status === 404)).toHaveLength(5)
    expect(responses.filter((response) => response.status === 429)).toHaveLength(55)
  })

  it('count separately while the table of limits can’t be used, and log it', async () => {
    const url = databaseAt(inject('postgres'), new URL(await copyTemplate(inject('postgres'))).pathname)
    const db = await openDatabase({ dataDir: 'memory://', databaseUrl: url })
    await putTenant(db, ASHA)
    await administer(
      databaseAt(inject('postgres'), new URL(url).pathname, 'postgres'),
      'drop table rate_limits',
    )
    const { call, log } = serve(db, { rateLimits: true })
    const body = { email: 'guessed@example.com', password: 'wrong-1' }
    const statuses = []
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await call(SHOP, '/users/authorize', { body })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(log.filter(({ event }) => event === 'rate limits')).toEqual([
      expect.objectContaining({ level: 'warn', error: 'database error 42P01' }),
    ])
    await db.close()
  })

  it('end a session for each other', async () => {
    const { token } = await store.signIn(SHOP)
    expect((await other.call(SHOP, '/accountInfo', { token })).status).toBe(200)
    await store.call(SHOP, '/users/logout', { method: 'POST', token })
    expect((await other.call(SHOP, '/accountInfo', { token })).status).toBe(401)
  })
})
