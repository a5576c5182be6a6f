import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { startEngine } from '../../../api/jobs/engine.ts'
import { handleEvents, type EventHandler } from '../../../api/jobs/handle-events.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, openStore, type Store } from '../../kit/api/store.ts'

const SHOP = 'asha.example'
const PATIENT = { timeout: 25_000, interval: 20 }

let store: Store
let token: string
let handled: string[]

beforeAll(async () => {
  store = await openStore()
  await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, capabilities: ['cancellation'] } })
  token = (await store.signIn(SHOP)).token
})

afterAll(() => store.close())

beforeEach(() => {
  handled = []
})

const note: EventHandler = async ({ sequence, kind }) => void handled.push(`${sequence} ${kind}`)

/** Places an order and cancels it: two events. Returns its number as it is stored. */
async function placeAndCancel(): Promise<string> {
  const products = { [await store.productId(SHOP, 'kurta')]: 1 }
  const { body } = await store.call(SHOP, '/orders', { body: { products, shippingAddress: ADDRESS }, token })
  const cancelled = await store.call(SHOP, `/orders/${body.id}/cancellation`, { body: {}, token })
  expect(cancelled.status).toBe(200)
  return body.id.replaceAll('-', '')
}

const handle = (order: string, handler: EventHandler) =>
  handleEvents(store.db, [handler], { tenantId: 'asha', order }, new AbortController().signal)

it('the events of an order are handled in their order, and once', async () => {
  const order = await placeAndCancel()
  await handle(order, note)
  await handle(order, note)
  expect(handled).toEqual(['1 order.created', '2 order.cancelled'])
})

it('an event whose handling failed is handled again before the next', async () => {
  const order = await placeAndCancel()
  const failing: EventHandler = async (event, signal) => {
    await note(event, signal)
    if (event.sequence === 1) throw new Error('the mail server is away')
  }
  await expect(handle(order, failing)).rejects.toThrow('away')
  expect(handled).toEqual(['1 order.created'])
  await handle(order, note)
  expect(handled).toEqual(['1 order.created', '1 order.created', '2 order.cancelled'])
})

it('every event brings the job that handles it, whichever job runs first', async () => {
  const { db } = store
  await db.orm.execute(`delete from pgboss.job`)
  const orders = [await placeAndCancel(), await placeAndCancel()]
  const { rows } = await db.orm.execute<{ data: unknown }>(`select data from pgboss.job order by created_on`)
  expect(rows.map(({ data }) => data)).toEqual(
    orders.flatMap((order) => Array(2).fill({ tenantId: 'asha', order })),
  )
  const engine = startEngine({
    db,
    log: () => undefined,
    handlers: {
      orders: async ([job], signal) => {
        const named: EventHandler = async ({ orderNumber, sequence }) =>
          void handled.push(`${orderNumber} ${sequence}`)
        if (job) await handleEvents(db, [named], job, signal)
      },
    },
  })
  const expected = orders.flatMap((order) => [`${order} 1`, `${order} 2`])
  await vi.waitFor(() => expect(handled.toSorted()).toEqual(expected.toSorted()), PATIENT)
  await engine.close()
  for (const order of orders)
    expect(handled.filter((one) => one.startsWith(order))).toEqual([`${order} 1`, `${order} 2`])
})
