import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

interface Step {
  name: string
  allowed: boolean
  reason?: string
}

const stepOf = (order: { transitions: Step[] }, name: string) =>
  order.transitions.find((one) => one.name === name)

describe('orders of the admin API', { tags: ['@req-12.7', '@req-12.4'] }, () => {
  it('are listed in pages, the newest first, and found by a part of name, number and SKU', async () => {
    const placed: string[] = []
    for (let index = 0; index < 3; index += 1) {
      store.clock.now = new Date(store.clock.now.getTime() + 1000)
      placed.push((await store.placeOrder(HOST)).orderId)
    }
    const { body } = await manager.call('/orders?perPage=2')
    expect(body.total).toBe(3)
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([placed[2], placed[1]])
    const rest = await manager.call('/orders?perPage=2&page=2')
    expect(rest.body.data.map((one: { id: string }) => one.id)).toEqual([placed[0]])
    const oldest = await manager.call('/orders?perPage=1&order=asc')
    expect(oldest.body.data[0].id).toBe(placed[0])
    const found = await manager.call(`/orders?q=${placed[1]}`)
    expect(found.body).toMatchObject({ total: 1, data: [{ id: placed[1], status: 'pending', total: 999.5 }] })
    expect((await manager.call('/orders?status=shipped')).body).toEqual({ data: [], total: 0 })
    expect((await manager.call('/orders?perPage=1000')).status).toBe(422)
  })

  it('go from acceptance to delivery, each step with who made it in the audit log', async () => {
    const { orderId } = await store.placeOrder(HOST)
    const { body: fresh } = await packer.call(`/orders/${orderId}`)
    expect(stepOf(fresh, 'accept')).toEqual({ name: 'accept', allowed: false, reason: 'permission' })
    const { body: managed } = await manager.call(`/orders/${orderId}`)
    expect(stepOf(managed, 'accept')).toEqual({ name: 'accept', allowed: false, reason: 'unpaid' })
    expect(stepOf(fresh, 'ship')).toEqual({ name: 'ship', allowed: false, reason: 'state' })
    expect(stepOf(fresh, 'cancel')).toEqual({ name: 'cancel', allowed: false, reason: 'permission' })
    expect(fresh.payments).toBeUndefined()

    const parcel = { courier: 'Delhivery', trackingNumber: 'DL 1' }
    const early = await packer.call(`/orders/${orderId}/ship`, { body: parcel })
    expect([early.status, early.body.code]).toEqual([409, 'state'])
    const unpaid = await manager.call(`/orders/${orderId}/accept`, { body: {} })
    expect([unpaid.status, unpaid.body.code]).toEqual([409, 'unpaid'])
    const receipt = { method: 'bank', reference: 'UTR 42' }
    const accepted = await manager.call(`/orders/${orderId}/accept`, { body: { receipt } })
    expect(accepted.body).toMatchObject({ status: 'processing', payment: 'paid' })
    expect(accepted.body.payments).toMatchObject([{ status: 'paid', amount: 999.5, reference: 'UTR 42' }])
    const shipped = await packer.call(`/orders/${orderId}/ship`, { body: parcel })
    expect(shipped.body).toMatchObject({ status: 'shipped', shipment: parcel })
    const delivered = await packer.call(`/orders/${orderId}/deliver`, { body: {} })
    expect(delivered.body.status).toBe('delivered')
    const kinds = delivered.body.timeline.map((one: { kind: string }) => one.kind)
    expect(kinds).toEqual([
      ...['order.created', 'payment.started', 'order.paid', 'order.shipped', 'order.delivered'],
    ])
  })

  it('that nobody has, or whose number is none, are not found', async () => {
    for (const id of ['7K3M-9Q2X-V0AB', 'x']) {
      expect((await manager.call(`/orders/${id}`)).status).toBe(404)
      expect((await manager.call(`/orders/${id}/cancel`, { body: {} })).status).toBe(404)
    }
  })
})
