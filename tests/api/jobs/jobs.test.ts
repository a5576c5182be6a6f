import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { withTenant } from '../../../api/db/index.ts'
import { orders, productVariants } from '../../../api/db/schema.ts'
import { createMetrics } from '../../../api/http/metrics.ts'
import { startJobs } from '../../../api/jobs/jobs.ts'
import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import { purgeOrRetry } from '../../../api/purge/space-purges.ts'
import { cashfreeLink } from '../../kit/api/cashfree-link.ts'
import { ACCOUNTS, openPaymentShops } from '../../kit/api/payment-shops.ts'
import { ADDRESS, changeCatalogue, product, SECRET } from '../../kit/api/store.ts'
import { startPurgedStorefront, type PurgedStorefront } from '../../kit/shops/purged-storefront.ts'

const HOST = 'asha.example'
const HOUR_MS = 3_600_000
const PATIENT = { timeout: 25_000, interval: 20 }

let shops: Awaited<ReturnType<typeof openPaymentShops>>
let jobs: ReturnType<typeof startJobs>
let state: 'PAID' | 'ACTIVE'
let storefront: PurgedStorefront

beforeAll(async () => {
  shops = await openPaymentShops()
  await shops.use(ACCOUNTS.cashfree)
  shops.stub.respond((request) => cashfreeLink(request, state))
  storefront = await startPurgedStorefront()
}, 90_000)

afterAll(async () => {
  storefront.close()
  await shops.close()
})

beforeEach(() => {
  state = 'ACTIVE'
  storefront.response = { status: 204 }
  storefront.purges.length = 0
})

afterEach(() => jobs.close())

const config = () => ({
  sandbox: true,
  dataDir: 'memory://',
  defaultTenantHost: 'asha.localhost',
  port: 8044,
  storefrontPort: 4321,
  storefronts: [storefront.origin],
  edgeCaches: [],
  purgeSecret: 'x'.repeat(40),
})

function start(): void {
  jobs = startJobs({
    db: shops.db,
    providers: shops.providers,
    config: config(),
    paymentSecrets: [SECRET],
    channels: {},
    metrics: createMetrics(),
    log: (entry) => shops.log.push(entry),
    now: () => shops.clock.now,
    purge: (shop, products) => purgeOrRetry(shops.db, config(), shop, products),
  })
}

describe('the API by itself', () => {
  it('asks the provider when a payment is due, and pays its order', async () => {
    const { orderId, token } = await shops.placeOrder(HOST)
    const fields = { method: 'card', phone: '+919876543210' }
    await shops.call(HOST, '/payments', { body: { orderId, fields }, token })
    state = 'PAID'
    shops.clock.now = new Date(shops.clock.now.getTime() + 60_000)
    start()
    await vi.waitFor(async () => expect(await shops.statusOf(HOST, orderId, token)).toBe(1), PATIENT)
  })

  it('puts the pieces of an unpaid order back into stock at its start', async () => {
    const counted = product('counted', {
      options: [{ name: 'Size', values: ['M'] }],
      variants: [{ options: { Size: 'M' }, regularPrice: 1499, stock: 1, images: [] }],
    })
    await changeCatalogue(shops.db, 'asha', (tx) => writeProducts(tx, 'asha', [counted]))
    const { token } = await shops.signIn(HOST)
    const products = { [await shops.productId(HOST, 'counted')]: 1 }
    const placed = await shops.call(HOST, '/orders', { body: { products, shippingAddress: ADDRESS }, token })
    expect(placed.status).toBe(201)
    const stock = async () => {
      const [row] = await withTenant(shops.db, 'asha', (tx) => tx.select().from(productVariants))
      return row?.stock
    }
    expect(await stock()).toBe(0)
    shops.clock.now = new Date(shops.clock.now.getTime() + HOUR_MS)
    start()
    await vi.waitFor(async () => expect(await stock()).toBe(1), PATIENT)
  })

  it('repeats a purge that a storefront missed, with those of the same shop', async () => {
    const { db } = shops
    storefront.response = { status: 503 }
    const asha = { id: 'asha', hosts: [HOST] }
    const ids = [await shops.productId(HOST, 'kurta'), await shops.productId(HOST, 'saree')]
    for (const id of ids) {
      expect(await purgeOrRetry(db, config(), asha, [{ id, category: 'Kurtas' }])).toEqual([
        storefront.origin,
      ])
    }
    const makeDue = () => db.orm.execute(`update pgboss.job set start_after = now() where name = 'purges'`)
    const untilJobsAre = (state: string) =>
      vi.waitFor(async () => {
        const { rows } = await db.orm.execute(`select state from pgboss.job where name = 'purges'`)
        expect(rows).toEqual([{ state }, { state }])
      }, PATIENT)
    await makeDue()
    start()
    await untilJobsAre('retry')
    storefront.purges.length = 0
    storefront.response = { status: 204 }
    await makeDue()
    await untilJobsAre('completed')
    expect(storefront.purges).toHaveLength(1)
    for (const id of ids) expect(JSON.stringify(storefront.purges)).toContain(id)
  })

  it('handles the events of an order', async () => {
    const { orderId } = await shops.placeOrder(HOST)
    start()
    await vi.waitFor(async () => {
      const rows = await withTenant(shops.db, 'asha', (tx) => tx.select().from(orders))
      const order = rows.find(({ number }) => number === orderId.replaceAll('-', ''))
      expect(order?.eventsHandled).toBe(1)
    }, PATIENT)
  })
})
