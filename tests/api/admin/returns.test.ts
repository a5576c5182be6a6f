import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { putTenant } from '../../../api/modules/tenants/write.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { ASHA, openStore, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'

let store: Store
let manager: Staff
let packer: Staff

beforeAll(async () => {
  store = await openStore()
  const record = { ...ASHA.record, capabilities: ['order-lines' as const, 'returns' as const] }
  await putTenant(store.db, { ...ASHA, hosts: [HOST], record })
  manager = await signInStaff(store, HOST, 'manager')
  packer = await signInStaff(store, HOST, 'packer')
})

afterAll(() => store.close())

let orders = 0

/** A return that the shopper of a paid and delivered order asked for. */
async function haveReturn(): Promise<{ order: string; id: string }> {
  const { orderId: order, token } = await store.placeOrder(HOST)
  const receipt = { method: 'upi', reference: `UTR90000000${String(++orders).padStart(2, '0')}` }
  await manager.call(`/orders/${order}/accept`, { body: { receipt } })
  await packer.call(`/orders/${order}/ship`, { body: { courier: 'DTDC', trackingNumber: `D${orders}` } })
  await packer.call(`/orders/${order}/deliver`, { body: {} })
  const { body: shown } = await manager.call(`/orders/${order}`)
  const body = { items: [{ id: shown.items[0].id, quantity: 1 }], reason: 'Too small' }
  const asked = await store.call(HOST, `/orders/${order}/returns`, { body, token })
  expect(asked.status).toBe(201)
  const { body: after } = await manager.call(`/orders/${order}`)
  return { order, id: after.returns[0].id }
}

describe('returns by the admin API', { tags: ['@req-12.7', '@req-11.25'] }, () => {
  it('are accepted, received by the packer and refunded; the order says what can still go back', async () => {
    const { order, id } = await haveReturn()
    const { body: before } = await manager.call(`/orders/${order}`)
    expect(before.payments).toMatchObject([{ refundable: 999.5, refundedBy: 'shop' }])
    expect((await packer.call(`/returns/${id}/accept`, { body: {} })).status).toBe(403)
    const accepted = await manager.call(`/returns/${id}/accept`, { body: { note: 'We collect it.' } })
    expect(accepted.body).toMatchObject({ status: 'accepted', note: 'We collect it.', value: 999.5 })
    expect((await packer.call(`/returns/${id}/receive`, { body: {} })).body.status).toBe('received')
    const sent = await manager.call(`/returns/${id}/refund`, { body: { reference: 'R1', amount: 900 } })
    expect(sent.body.status).toBe('refunded')
    const { body: after } = await manager.call(`/orders/${order}`)
    expect(after.payments).toMatchObject([{ refundable: 99.5, refunded: 900 }])
  })

  it('are withdrawn when their pieces do not come, and refused only with a reason', async () => {
    const { id } = await haveReturn()
    expect((await manager.call(`/returns/${id}/refuse`, { body: {} })).status).toBe(422)
    const withdrawn = await manager.call(`/returns/${id}/withdraw`, { body: { note: 'You keep it.' } })
    expect(withdrawn.body).toMatchObject({ status: 'withdrawn', note: 'You keep it.' })
    expect((await manager.call(`/returns/${id}/withdraw`, { body: {} })).status).toBe(409)
    expect((await manager.call(`/returns/${id}/refuse`, { body: { note: 'Late' } })).status).toBe(409)
  })
})
