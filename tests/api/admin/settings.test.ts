import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { callAdmin, FROM_CONSOLE, signInStaff, type Staff } from '../../kit/api/staff.ts'
import { deliverMail } from '../../kit/messages/deliver-mail.ts'
import { openSandboxStore, serve, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'

let store: Store
let owner: Staff

beforeAll(async () => {
  store = await openSandboxStore()
  owner = await signInStaff(store, HOST, 'owner')
})

afterAll(() => store.close())

describe('offers by the admin API', { tags: ['@req-12.7', '@req-11.30'] }, () => {
  it('start with a code that no other running offer has, and stop', async () => {
    const body = { code: 'festive10', label: 'Festive', percent: 10 }
    const { status, body: added } = await owner.call('/offers', { body })
    expect([status, added.code, added.value, added.uses]).toEqual([201, 'FESTIVE10', 10, 0])
    expect((await owner.call('/offers', { body })).body.code).toBe('exists')
    expect((await owner.call('/offers', { body: { label: 'x', amount: 100 } })).status).toBe(422)
    expect((await owner.call('/offers', { body: { label: 'x', amount: 100, percent: 1 } })).status).toBe(422)
    expect((await owner.call(`/offers/${added.id}/stop`, { method: 'POST' })).status).toBe(204)
    expect((await owner.call(`/offers/${added.id}/stop`, { method: 'POST' })).status).toBe(404)
    expect((await owner.call('/offers')).body.data[0].stoppedAt).not.toBeNull()
  })
})

describe('webhooks by the admin API', { tags: ['@req-12.7'] }, () => {
  it('show their secret once, never in the log, and only take addresses that are allowed', async () => {
    expect((await owner.call('/webhooks', { body: { url: 'http://erp.example/x' } })).status).toBe(422)
    const { body: added } = await owner.call('/webhooks', { body: { url: 'https://erp.example/hooks' } })
    expect(added.secret).toMatch(/^whsec_/)
    const seen = [await owner.call('/webhooks'), await owner.call('/audit?perPage=200')]
    expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain(added.secret)
    expect((await owner.call(`/webhooks/${added.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await owner.call(`/webhooks/${added.id}/test`, { method: 'POST' })).status).toBe(404)
  })
})

describe('deliveries by the admin API', { tags: ['@req-12.7'] }, () => {
  it('show what a test e-mail to the own address became, and send it again', async () => {
    expect((await owner.call('/mail-test', { method: 'POST' })).body).toEqual({ to: owner.email })
    const waiting = await owner.call('/deliveries?channel=email&state=waiting')
    expect(waiting.body).toMatchObject({ total: 1, data: [{ kind: 'mail test', attempts: 0, reason: null }] })
    const [message] = await deliverMail(store, 'asha')
    expect(message).toMatchObject({ kind: 'mail test', recipient: { email: owner.email } })
    const [sent] = (await owner.call('/deliveries')).body.data
    expect(sent).toMatchObject({ state: 'sent', attempts: 1 })
    const again = await owner.call(`/deliveries/${sent.id}/redeliver`, { method: 'POST' })
    expect(again.body).toMatchObject({ id: sent.id, state: 'waiting', attempts: 0 })
    expect(await deliverMail(store, 'asha')).toMatchObject([{ id: sent.id }])
    expect((await owner.call('/deliveries/x/redeliver', { method: 'POST' })).status).toBe(404)
    const stranger = await signInStaff(store, 'bela.localhost', 'owner')
    expect((await stranger.call('/deliveries')).body.total).toBe(0)
    expect((await stranger.call(`/deliveries/${sent.id}/redeliver`, { method: 'POST' })).status).toBe(404)
  })

  it('limit test e-mails, send none without a mail server, and none to a program', async () => {
    const test = (from: object, app = store) =>
      callAdmin(app, HOST, '/mail-test', { method: 'POST', ...from })
    const headers = { cookie: owner.cookie, ...FROM_CONSOLE }
    const limited = { ...store, ...serve(store.db, { rateLimits: true }) }
    const statuses = []
    for (let sent = 0; sent < 6; sent += 1) statuses.push((await test({ headers }, limited)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const silent = {
      ...store,
      ...serve(store.db, {}, undefined, undefined, undefined, { sendsEmail: false }),
    }
    expect((await test({ headers }, silent)).status).toBe(409)
    const { body: program } = await owner.call('/tokens', {
      body: { name: 'ERP', days: 1, scopes: ['settings.write'] },
    })
    expect((await test({ headers: { authorization: `Bearer ${program.token}` } })).status).toBe(422)
  })
})

describe('customers by the admin API', { tags: ['@req-12.7'] }, () => {
  it('are exported, and erased once the shop owes them nothing; the log never names them', async () => {
    const { orderId, email } = await store.placeOrder(HOST)
    const { body: found } = await owner.call(`/customers?q=${encodeURIComponent(email)}`)
    expect(found).toMatchObject({ total: 1, data: [{ email, orders: 1 }] })
    const [{ id }] = found.data
    const exported = await owner.call(`/customers/${id}/export`)
    expect(JSON.stringify(exported.body)).toContain(email)
    const blocked = await owner.call(`/customers/${id}`, { method: 'DELETE' })
    expect([blocked.status, blocked.body.blocks.openOrders]).toEqual([409, 1])
    await owner.call(`/orders/${orderId}/cancel`, { body: {} })
    expect((await owner.call(`/customers/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await owner.call(`/customers?q=${encodeURIComponent(email)}`)).body.total).toBe(0)
    const log = await owner.call('/audit?perPage=200')
    expect(JSON.stringify(log.body)).not.toContain(email)
    expect(log.body.data.map((one: { action: string }) => one.action)).toContain('exportCustomer')
  })
})

describe('PIN codes by the admin API', { tags: ['@req-12.7', '@req-11.21'] }, () => {
  it('are added, found, changed and removed, one by one', async () => {
    const row = {
      city: 'Pune',
      state: 'Maharashtra',
      serviceable: true,
      deliveryDays: 4,
      cashOnDelivery: true,
    }
    const save = (code: string, body: object) => owner.call(`/pincodes/${code}`, { method: 'PUT', body })
    expect((await save('411001', row)).body).toEqual({ id: '411001', ...row })
    expect((await save('4110', row)).status).toBe(422)
    await save('411001', { ...row, cashOnDelivery: false })
    expect((await owner.call('/pincodes?q=pun')).body).toEqual({
      ...{ total: 1, data: [{ id: '411001', ...row, cashOnDelivery: false }] },
    })
    expect((await owner.call('/pincodes/411001', { method: 'DELETE' })).status).toBe(204)
    expect((await owner.call('/pincodes/411001', { method: 'DELETE' })).status).toBe(404)
  })
})
