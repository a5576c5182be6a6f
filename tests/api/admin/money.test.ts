import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../api/db/index.ts'
import { payments } from '../../../api/db/schema.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { openSandboxStore, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'

let store: Store
let manager: Staff
let packer: Staff

beforeAll(async () => {
  store = await openSandboxStore()
  manager = await signInStaff(store, HOST, 'manager')
  packer = await signInStaff(store, HOST, 'packer')
})

afterAll(() => store.close())

/** Changes the table as its owner. */
function alterOrders(change: string) {
  return store.db.orm.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    await tx.execute(sql.raw(`alter table orders ${change}`))
  })
}

async function placePaid(reference: string): Promise<string> {
  const { orderId } = await store.placeOrder(HOST)
  const body = { order: orderId, method: 'upi', reference }
  expect((await manager.call('/payments', { body })).body).toMatchObject({
    outcome: 'order paid',
    amount: 999.5,
  })
  return orderId
}

/** The shopper pays to the shop's own UPI id, which staff confirms. */
async function startUpiPayment(orderId: string): Promise<void> {
  await withTenant(store.db, 'asha', (tx) =>
    tx.insert(payments).values({
      ...{
        tenantId: 'asha',
        id: `pay${orderId.replaceAll('-', '')}`,
        orderNumber: orderId.replaceAll('-', ''),
      },
      ...{ provider: 'shop', method: 'upi', amount: 99_950, shopOrigin: '', createdAt: store.clock.now },
    }),
  )
}

describe('money by the admin API', { tags: ['@req-12.7'] }, () => {
  it('is recorded once, and refused for another amount', async () => {
    const order = await placePaid('UTR1000000001')
    const again = await manager.call('/payments', {
      body: { order, method: 'upi', reference: 'UTR1000000001' },
    })
    expect(again.body.outcome).toBe('duplicate')
    const { orderId } = await store.placeOrder(HOST)
    const body = { order: orderId, method: 'bank', reference: 'UTR1000000002', amount: 5 }
    expect((await manager.call('/payments', { body })).status).toBe(409)
    expect((await packer.call('/payments', { body })).status).toBe(403)
  })

  it('of a bank statement pays the orders that it names, after a dry run that changes nothing', async () => {
    const { orderId } = await store.placeOrder(HOST)
    await startUpiPayment(orderId)
    const { parts } = (await manager.call('/today')).body as { parts: { key: string; rows: object[] }[] }
    expect(parts.find(({ key }) => key === 'paymentsToConfirm')?.rows).toMatchObject([
      { order: orderId, amount: 999.5, name: 'Asha Rao', city: 'Pune' },
    ])
    const csv = `date,credit,utr,narration\n2026-11-21,999.50,UTR2000000001,${orderId}\n2026-11-21,10,UTR2000000002,rent\n`
    const dry = await manager.call('/payments/statement', { body: { csv, dryRun: true } })
    expect(dry.body.lines).toMatchObject([{ order: orderId, outcome: 'order paid' }, { outcome: 'no order' }])
    expect((await manager.call(`/orders/${orderId}`)).body.status).toBe('pending')
    await manager.call('/payments/statement', { body: { csv } })
    expect((await manager.call(`/orders/${orderId}`)).body.status).toBe('processing')
    expect((await manager.call('/payments/statement', { body: { csv: 'nothing\n1\n' } })).status).toBe(422)
  })

  it('of a cancelled order is due, and recorded as refunded', async () => {
    const order = await placePaid('UTR3000000001')
    expect((await manager.call(`/orders/${order}/cancel`, { body: {} })).body.status).toBe('cancelled')
    const due = (await manager.call('/refunds')).body.data.find(
      (one: { order: string }) => one.order === order,
    )
    expect(due).toMatchObject({ amount: 999.5, currency: 'INR' })
    const part = await manager.call(`/payments/${due.id}/refund`, { body: { reference: 'R1', amount: 100 } })
    expect(part.body).toMatchObject({ amount: 100, due: 899.5 })
    const rest = await manager.call(`/payments/${due.id}/refund`, { body: { reference: 'R2' } })
    expect(rest.body).toMatchObject({ amount: 899.5, due: 0 })
    expect((await manager.call(`/payments/${due.id}/refund`, { body: { reference: 'R3' } })).status).toBe(409)
  })
})

describe('many parcels by the admin API', { tags: ['@req-12.7'] }, () => {
  it('are shipped by a list and by a file, each by itself, and twice changes nothing', async () => {
    const [one, two] = [await placePaid('UTR4000000001'), await placePaid('UTR4000000002')]
    const parcels = [
      { order: one, tracking: 'D1' },
      { order: '7K3M-9Q2X-V0AB', tracking: 'D2' },
    ]
    const body = { courier: 'Delhivery', parcels }
    const dry = await packer.call('/orders/ship', { body: { ...body, dryRun: true } })
    expect(dry.body.orders).toMatchObject([{ outcome: 'changed' }, { outcome: 'refused' }])
    expect((await packer.call(`/orders/${one}`)).body.status).toBe('processing')
    const shipped = await packer.call('/orders/ship', { body })
    expect(shipped.body.orders[0]).toEqual({ order: one, outcome: 'changed' })
    expect((await packer.call('/orders/ship', { body })).body.orders[0].outcome).toBe('unchanged')
    const csv = `order,courier,awb\n${two},DTDC,X9\n`
    const file = await packer.call('/orders/ship', { body: { csv } })
    expect(file.body.orders).toEqual([{ line: 2, order: two, outcome: 'changed' }])
    const delivered = await packer.call('/orders/deliver', { body: { orders: [one, two] } })
    expect(delivered.body.orders).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }])
    const entries = await manager.call(`/audit?action=shipOrders`)
    expect(entries.body.data.map(({ target }: { target: string }) => target)).toEqual([two, one, one])
  })

  it('that were shipped before a failure are in the audit log', async () => {
    const [one, two] = [await placePaid('UTR4000000003'), await placePaid('UTR4000000004')]
    const number = two.replaceAll('-', '')
    await alterOrders(`add constraint planted check (number <> '${number}' or status <> 2)`)
    const parcels = [one, two].map((order) => ({ order, tracking: 'D3' }))
    expect((await packer.call('/orders/ship', { body: { courier: 'DTDC', parcels } })).status).toBe(500)
    await alterOrders('drop constraint planted')
    expect((await packer.call(`/orders/${one}`)).body.status).toBe('shipped')
    const { body } = await manager.call('/audit?action=shipOrders')
    expect(body.data[0]).toMatchObject({ target: one, after: { outcome: 'changed' } })
  })
})
