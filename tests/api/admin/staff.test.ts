import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { callAdmin, FROM_CONSOLE, signInStaff, type Staff } from '../../kit/api/staff.ts'
import { openSandboxStore, serve, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'

let store: Store
let owner: Staff
let manager: Staff

beforeAll(async () => {
  store = await openSandboxStore()
  owner = await signInStaff(store, HOST, 'owner')
  manager = await signInStaff(store, HOST, 'manager')
})

afterAll(() => store.close())

const lastEntry = async (action: string) =>
  (await owner.call(`/audit?action=${action}&perPage=1`)).body.data[0]

describe('staff of a shop', { tags: ['@req-12.7'] }, () => {
  it('are added, set a password by the link of their invitation once, and sign in', async () => {
    const withoutMail = serve(store.db, {}, undefined, undefined, undefined, { sendsEmail: false })
    const body = { email: 'Ravi@asha.example', name: ' Ravi ', role: 'packer' }
    const headers = { ...FROM_CONSOLE, cookie: owner.cookie }
    const added = await callAdmin(withoutMail, HOST, '/staff', { body, headers })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ email: 'ravi@asha.example', name: 'Ravi', isInvited: true })
    expect(await lastEntry('addStaff')).toMatchObject({
      ...{ actorId: owner.id, target: 'ravi@asha.example', outcome: 'done' },
      after: { name: 'Ravi', role: 'packer' },
    })
    expect((await owner.call('/staff', { body })).status).toBe(409)

    const token = added.body.link.split('/').at(-1)
    const set = (password: string) =>
      callAdmin(store, HOST, '/password', { body: { token, password }, headers: FROM_CONSOLE })
    expect((await set('short-loom')).body.error).toBe('The password must have at least 12 characters.')
    expect((await set('ravi@asha.example')).status).toBe(422)
    expect((await set('kasavu-river-loom-9')).status).toBe(204)
    expect((await set('kasavu-river-loom-8')).body.code).toBe('invalid-link')
    const signIn = { email: 'ravi@asha.example', password: 'kasavu-river-loom-9' }
    expect((await callAdmin(store, HOST, '/session', { body: signIn, headers: FROM_CONSOLE })).status).toBe(
      200,
    )
  })

  it('two owners who edit one person: the second gets what the first changed, and nothing is lost', async () => {
    const person = await signInStaff(store, HOST, 'packer')
    const { body: read } = await owner.call(`/staff/${person.id}`)
    const first = await owner.call(`/staff/${person.id}`, {
      ...{ method: 'PATCH', body: { version: read.version, role: 'editor' } },
    })
    expect(first.body.role).toBe('editor')
    const second = await owner.call(`/staff/${person.id}`, {
      ...{ method: 'PATCH', body: { version: read.version, name: 'Renamed' } },
    })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'changed', current: first.body })
    expect((await owner.call(`/staff/${person.id}`)).body).toEqual(first.body)
    expect((await person.call('/session')).status).toBe(401)
  })

  it('stay as they are by an edit that names no field', async () => {
    const person = await signInStaff(store, HOST, 'packer')
    const { body: read } = await owner.call(`/staff/${person.id}`)
    const same = await owner.call(`/staff/${person.id}`, { method: 'PATCH', body: { version: read.version } })
    expect([same.status, same.body]).toEqual([200, read])
  })

  it('keep an owner', async () => {
    const [only] = (await owner.call('/staff')).body.data.filter(
      (one: { role: string }) => one.role === 'owner',
    )
    const removed = await owner.call(`/staff/${only.id}`, { method: 'DELETE' })
    expect([removed.status, removed.body.code]).toEqual([409, 'last-owner'])
  })

  it('are removed with their sessions', async () => {
    const person = await signInStaff(store, HOST, 'editor')
    expect((await owner.call(`/staff/${person.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await person.call('/session')).status).toBe(401)
  })
})

describe('tokens of programs', { tags: ['@req-12.7'] }, () => {
  it('are shown once, do what their scopes say, and end when they are revoked', async () => {
    const wanted = { name: 'ERP', scopes: ['orders.read'], days: 30 }
    const { body: made } = await owner.call('/tokens', { body: wanted })
    expect(made.token).toMatch(/^tnb_[\w-]{43}$/)
    const headers = { authorization: `Bearer ${made.token}` }
    expect((await callAdmin(store, HOST, '/orders', { headers })).status).toBe(200)
    expect((await callAdmin(store, HOST, '/products', { headers })).status).not.toBe(200)
    const listed = await owner.call('/tokens')
    expect(JSON.stringify(listed.body)).not.toContain(made.token)
    expect(listed.body.data).toMatchObject([{ id: made.id, name: 'ERP', scopes: ['orders.read'] }])
    expect((await owner.call(`/tokens/${made.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await callAdmin(store, HOST, '/orders', { headers })).status).toBe(401)
    const log = await owner.call('/audit?perPage=200')
    expect(JSON.stringify(log.body)).not.toContain(made.token)
  })

  it.each(['staff.write', 'tokens.write'])('never have the scope %s', async (scope) => {
    const made = await owner.call('/tokens', { body: { name: 'ERP', scopes: [scope], days: 1 } })
    expect(made.status).toBe(422)
  })
})

describe('what waits today', { tags: ['@req-12.7'] }, () => {
  it('shows takings and payments to a manager, and to a packer neither', async () => {
    const { orderId } = await store.placeOrder(HOST)
    const receipt = { method: 'cash', reference: 'receipt 7' }
    await manager.call(`/orders/${orderId}/accept`, { body: { receipt } })
    const { body } = await manager.call('/today')
    expect(body.takings).toEqual({
      day: { amount: 999.5, payments: 1 },
      week: { amount: 999.5, payments: 1 },
    })
    const toShip = body.parts.find((part: { key: string }) => part.key === 'toShip')
    expect(toShip).toMatchObject({
      waitsFor: 'merchant',
      count: 1,
      rows: [{ order: orderId, amount: 999.5 }],
    })

    const packer = await signInStaff(store, HOST, 'packer')
    const seen = (await packer.call('/today')).body
    expect(seen.takings).toBeUndefined()
    expect(seen.parts.map((part: { key: string }) => part.key)).not.toContain('paymentsToConfirm')
    expect(seen.parts.map((part: { key: string }) => part.key)).toContain('toShip')
  })

  it('counts the days of takings in India', async () => {
    const at = store.clock.now
    store.clock.now = new Date('2026-11-21T18:31:00Z')
    const { body } = await manager.call('/today')
    expect(body.takings.day.amount).toBe(0)
    expect(body.takings.week.amount).toBe(999.5)
    store.clock.now = at
  })
})
