import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DrizzleQueryError, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase, withTenant, type Database, type Transaction } from '../../api/db/index.ts'
import { orderItems, orders, payments, users } from '../../api/db/schema.ts'
import { advanceOrder } from '../../api/modules/orders/advance.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import {
  ADDRESS,
  ASHA,
  openSandboxStore,
  product,
  serve,
  type ApiResponse,
  type Store,
} from '../kit/api/store.ts'
import { MANY_ORDERS } from '../kit/api/many-orders.ts'
import { fillDataDirectory } from '../kit/database/pglite-template.ts'

/** Races and loss of the database at the API. SECURITY.md#races SECURITY.md#database-loss */
const SHOP = 'asha.localhost'
const BUSY = { error: 'The shop is busy. Please try again in a moment.' }
const PERSON = { email: 'meera@example.com', password: 'zari-loom-7', firstName: 'Meera', lastName: 'Iyer' }

let store: Store

beforeAll(async () => {
  store = await openSandboxStore()
}, 60_000)

afterAll(() => store.close())

describe('at the same moment', () => {
  it('50 registrations of one e-mail make one account', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        store.call(SHOP, '/users/register', {
          body: { ...PERSON, email: index % 2 ? PERSON.email : PERSON.email.toUpperCase() },
        }),
      ),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49)
    const rows = await withTenant(store.db, 'asha', (tx) =>
      tx.select().from(users).where(eq(users.email, PERSON.email)),
    )
    expect(rows).toHaveLength(1)
  })

  it('paying and cancelling an order end in a cancelled order and a refund due, in either sequence', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { orderId, token } = await store.placeOrder(SHOP)
      const paymentId = await begin(orderId, token)
      const number = orderId.replaceAll('-', '')
      const cancel = () => withTenant(store.db, 'asha', (tx) => advanceOrder(tx, 'asha', number, 4))
      const pay = () => decide(paymentId)
      await Promise.all(round % 2 ? [pay(), cancel()] : [cancel(), pay()])
      expect(await store.statusOf(SHOP, orderId, token)).toBe(4)
      expect(await paymentStatuses(number)).toEqual(['refund due'])
    }
  })

  it('two payments of one order pay it once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { orderId, token } = await store.placeOrder(SHOP)
      const [one, other] = await Promise.all([begin(orderId, token), begin(orderId, token)])
      await Promise.all([decide(one), decide(other), decide(one)])
      expect(await store.statusOf(SHOP, orderId, token)).toBe(1)
      expect(await paymentStatuses(orderId.replaceAll('-', ''))).toEqual(['paid', 'refund due'])
    }
  })

  async function begin(orderId: string, token: string): Promise<string> {
    const body = { orderId, fields: { method: 'card', phone: '+919876543210' } }
    const { body: response } = await store.call(SHOP, '/payments', { body, token })
    return response.action.formParams.data.paymentId
  }

  async function decide(paymentId: string): Promise<void> {
    const response = await store.request(SHOP, `/sandbox/upi/${paymentId}`, { form: { decision: 'approve' } })
    expect(response.status).toBeLessThan(400)
  }

  async function paymentStatuses(orderNumber: string): Promise<string[]> {
    const rows = await withTenant(store.db, 'asha', (tx) =>
      tx.select({ status: payments.status }).from(payments).where(eq(payments.orderNumber, orderNumber)),
    )
    return rows.map(({ status }) => status).toSorted()
  }
})

/** The database, with a connection that breaks when a transaction writes to this table. */
function breakingAt(table: unknown, failure: Error): Database {
  const breaking = (tx: Transaction) =>
    new Proxy(tx, {
      get(target, name) {
        if (name !== 'insert') return Reflect.get(target, name, target)
        return (into: never) => {
          if (into === table) throw failure
          return target.insert(into)
        }
      },
    })
  const orm = new Proxy(store.db.orm, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name, target)
      const transaction: Database['orm']['transaction'] = (work, config) =>
        target.transaction((tx) => work(breaking(tx)), config)
      return transaction
    },
  })
  return { orm, close: store.close }
}

const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

describe('a database that is lost in the middle of an order', () => {
  it('leaves no half of it: 503, and the same call works once it is back', async () => {
    const { token } = await store.signIn(SHOP)
    const body = { products: { [await store.productId(SHOP, 'kurta')]: 1 }, shippingAddress: ADDRESS }
    const headers = { 'idempotency-key': 'one-checkout' }
    const before = await countOrders()
    const failed = await serve(breakingAt(orderItems, lost())).call(SHOP, '/orders', { body, token, headers })
    expect([failed.status, failed.body, failed.headers.get('retry-after')]).toEqual([503, BUSY, '5'])
    expect(await countOrders()).toBe(before)

    const placed = await store.call(SHOP, '/orders', { body, token, headers })
    expect([placed.status, placed.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(await countOrders()).toBe(before + 1)
  })

  async function countOrders(): Promise<number> {
    return withTenant(store.db, 'asha', async (tx) => (await tx.select().from(orders)).length)
  }
})

describe('the log of a failure', () => {
  it('contains no written values: no e-mail, no name, no hash', async () => {
    const refused = Object.assign(new Error('invalid value "planted@example.com"'), {
      severity: 'ERROR',
      code: '22P02',
      table: 'users',
      detail: 'Key (email)=(planted@example.com)',
    })
    const parameters = [
      'planted@example.com',
      'Planted',
      '$argon2id$v=19$m=19456,t=2,p=1$salt$hash',
      '\n    at Planted',
    ]
    const failure = new DrizzleQueryError('insert into "users" values ($1, $2, $3)', parameters, refused)
    const { call, log } = serve(breakingAt(users, failure))
    const body = { ...PERSON, email: 'planted@example.com', firstName: 'Planted' }
    const response = await call(SHOP, '/users/register', { body })
    expect([response.status, response.body]).toEqual([
      500,
      { error: 'Something went wrong on our side. Please try again.' },
    ])
    const entries = log.filter(({ event }) => event === 'failure')
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      error: 'Error: a query failed',
      cause: 'database error 22P02 users',
      stack: expect.stringMatching(/^at .*\n +at /),
    })
    expect(JSON.stringify(log)).not.toMatch(/planted|argon2id/i)
  })
})

/** PGlite's; how PostgreSQL comes and goes is in tests/postgres/away.test.ts. */
describe.skipIf(process.env.TEST_POSTGRES !== undefined)(
  'a database that stops and starts under load',
  () => {
    let folder: string
    let current: Database

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tanabana-faults-'))
      await fillDataDirectory(folder)
      current = await openDatabase({ dataDir: folder })
      await putTenant(current, { ...ASHA, orderLimits: MANY_ORDERS })
      await withTenant(current, 'asha', (tx) =>
        writeProducts(tx, 'asha', [product('kurta'), product('saree')]),
      )
    }, 60_000)

    afterAll(async () => {
      await current.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('gives 503 with Retry-After, loses no confirmed order, and needs no restart', async () => {
      const db: Database = {
        get orm() {
          return current.orm
        },
        close: () => current.close(),
      }
      const shop = serve(db)
      const { token } = await shop.signIn(SHOP)
      const body = { products: { [await shop.productId(SHOP, 'kurta')]: 1 }, shippingAddress: ADDRESS }
      const confirmed: string[] = []
      const responses: ApiResponse[] = []
      let isOver = false

      async function keepCalling(): Promise<void> {
        while (!isOver) {
          const order = await shop.call(SHOP, '/orders', { body, token })
          if (order.status === 201) confirmed.push(order.body.id)
          responses.push(
            order,
            await shop.call(SHOP, '/products'),
            await shop.call(SHOP, '/accountInfo', { token }),
          )
          await new Promise((resolve) => setImmediate(resolve))
        }
      }

      const callers = [keepCalling(), keepCalling(), keepCalling()]
      for (let stop = 0; stop < 2; stop += 1) {
        const confirmedBefore = confirmed.length
        await until(() => confirmed.length >= confirmedBefore + 5)
        await current.close()
        const refusedBefore = refused().length
        await until(() => refused().length >= refusedBefore + 5)
        expect((await shop.request(SHOP, '/livez')).status).toBe(200)
        expect((await shop.request(SHOP, '/readyz')).status).toBe(503)
        current = await openDatabase({ dataDir: folder })
      }
      const confirmedBefore = confirmed.length
      await until(() => confirmed.length > confirmedBefore)
      isOver = true
      await Promise.all(callers)

      for (const { status, body: response, headers } of refused()) {
        expect([status, response, headers.get('retry-after')]).toEqual([503, BUSY, '5'])
      }
      const stored = await withTenant(current, 'asha', (tx) =>
        tx.select({ number: orders.number }).from(orders),
      )
      const numbers = new Set(stored.map(({ number }) => number))
      expect(confirmed.filter((id) => !numbers.has(id.replaceAll('-', '')))).toEqual([])
      expect((await shop.request(SHOP, '/readyz')).status).toBe(200)

      function refused(): ApiResponse[] {
        return responses.filter(({ status }) => status >= 400)
      }
    }, 60_000)

    async function until(isSo: () => boolean): Promise<void> {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
    }
  },
)
