import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../api/db/index.ts'
import * as schema from '../../../api/db/schema.ts'
import { addEndpoint } from '../../../api/modules/shop-messages/webhook-endpoints.ts'
import { openSandboxStore, type Store } from '../../kit/api/store.ts'

let store: Store

const TABLES = {
  products: schema.products,
  users: schema.users,
  tokens: schema.tokens,
  orders: schema.orders,
  orderItems: schema.orderItems,
  payments: schema.payments,
  paymentLinks: schema.paymentLinks,
  orderLinks: schema.orderLinks,
  refundDetails: schema.refundDetails,
  paymentRefunds: schema.paymentRefunds,
  refundRequests: schema.refundRequests,
  paymentEvents: schema.paymentEvents,
  messages: schema.messages,
  webhookEndpoints: schema.webhookEndpoints,
  idempotencyKeys: schema.idempotencyKeys,
}

beforeAll(async () => {
  store = await openSandboxStore()
  for (const host of ['asha.localhost', 'bela.localhost']) {
    const { token, orderId } = await store.placeOrder(host)
    await store.call(host, `/orders/${orderId}/payment-link`, { method: 'POST', token })
    const body = { orderId, fields: { method: 'card', phone: '+919876543210' } }
    const payment = await store.call(host, '/payments', { body, token, headers: { 'idempotency-key': 'k' } })
    const { paymentId } = payment.body.action.formParams.data
    await store.request(host, `/sandbox/upi/${paymentId}`, { form: { decision: 'approve' } })
    const tenantId = host.replace('.localhost', '')
    await withTenant(store.db, tenantId, async (tx) => {
      await tx.insert(schema.paymentRefunds).values({ tenantId, paymentId, reference: 'rfnd_1', amount: 100 })
      const orderNumber = orderId.replaceAll('-', '')
      const link = { purpose: 'refund' as const, tokenHash: 'hash', expiresAt: store.clock.now }
      await tx.insert(schema.orderLinks).values({ tenantId, orderNumber, ...link })
      await tx.insert(schema.refundDetails).values({ tenantId, orderNumber })
      await tx.insert(schema.refundRequests).values({ tenantId, paymentId, id: 'refund', amount: 100 })
      await addEndpoint(tx, tenantId, 'https://erp.example/webhooks')
      await tx.insert(schema.messages).values({
        ...{ tenantId, id: 'message', stream: 'stream', event: 'event', channel: 'email' },
        ...{ kind: 'order received', role: 'shopper', dueAt: store.clock.now },
      })
    })
  }
}, 60_000)

afterAll(() => store.close())

describe('rows of another shop', () => {
  it.each(Object.entries(TABLES))(
    'are not seen in %s by a query without a condition',
    { tags: ['@decision-15.1', '@req-12.2'] },
    async (_name, table) => {
      for (const id of ['asha', 'bela']) {
        const rows = await withTenant(store.db, id, (tx) => tx.select().from(table))
        expect(rows.length).toBeGreaterThan(0)
        expect(new Set(rows.map((row) => row.tenantId))).toEqual(new Set([id]))
      }
    },
  )

  it('are not deleted by a query without a condition', async () => {
    await expect(
      withTenant(store.db, 'asha', async (tx) => {
        for (const table of [...Object.values(TABLES)].reverse()) await tx.delete(table)
        await tx.execute("select set_config('app.tenant', 'bela', true)")
        for (const table of Object.values(TABLES)) expect(await tx.select().from(table)).not.toEqual([])
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
  })

  it('can be neither written nor taken over', { tags: ['@asvs-8.4.1', '@decision-15.2'] }, async () => {
    const row = { tenantId: 'bela', id: 'x', email: 'x', passwordHash: '', firstName: '', lastName: '' }
    const refused = {
      cause: expect.objectContaining({ message: expect.stringContaining('row-level security') }),
    }
    await expect(
      withTenant(store.db, 'asha', (tx) => tx.insert(schema.users).values(row)),
    ).rejects.toMatchObject(refused)
    await expect(
      withTenant(store.db, 'asha', (tx) => tx.update(schema.products).set({ tenantId: 'bela' })),
    ).rejects.toMatchObject(refused)
  })

  it.each(Object.entries(TABLES))(
    'of any shop are out of reach in %s outside of a shop',
    async (_name, table) => {
      await expect(store.db.orm.select().from(table)).rejects.toMatchObject({
        cause: expect.objectContaining({ message: expect.stringContaining('permission denied') }),
      })
    },
  )

  it('stay out of reach after a transaction of a shop has ended', { tags: ['@asvs-13.2.2'] }, async () => {
    await withTenant(store.db, 'asha', (tx) => tx.select().from(schema.products))
    const result = await store.db.orm.execute("select current_setting('app.tenant', true) as tenant")
    expect(result.rows).toEqual([{ tenant: '' }])
  })
})
