import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../api/db/index.ts'
import { staff } from '../../../api/db/schema.ts'
import { addStaff } from '../../../api/modules/staff/accounts.ts'
import { createPasswordHasher } from '../../../api/passwords.ts'
import { callAdmin, FROM_CONSOLE, signInStaff } from '../../kit/api/staff.ts'
import { ASHA, openStore, serve, type Store } from '../../kit/api/store.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'

const HOST = 'api.asha.example'
const PASSWORD = 'kasavu-river-loom-9'
const HOUR_MS = 60 * 60_000

let store: Store

beforeAll(async () => {
  store = await openStore()
  const passwordHash = await createPasswordHasher().hash(PASSWORD)
  await withTenant(store.db, 'asha', async (tx) => {
    for (const role of ['owner', 'packer'] as const) {
      const person = { email: `${role}@asha.example`, name: `The ${role}`, role, passwordHash }
      await addStaff(tx, 'asha', person, store.clock.now)
    }
  })
})

afterAll(() => store.close())

const signIn = (body: object, host = HOST) =>
  callAdmin(store, host, '/session', { body, headers: FROM_CONSOLE })
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
const call = (cookie: string, path: string, options: object = {}) =>
  callAdmin(store, HOST, path, { ...options, headers: { ...FROM_CONSOLE, cookie } })

describe('signing in', { tags: ['@req-12.7'] }, () => {
  it('opens a session by a cookie that scripts and other sites never get', async () => {
    const { status, body, headers } = await signIn({ email: 'Packer@asha.example ', password: PASSWORD })
    expect(status).toBe(200)
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(body.staff).toMatchObject({ name: 'The packer', email: 'packer@asha.example', role: 'packer' })
    expect(body.permissions).toContain('orders.ship')
    expect(body.permissions).not.toContain('takings.read')
    expect(body.shop).toMatchObject({ id: 'asha', name: 'asha store', host: 'asha.example', language: 'en' })
    const again = await call(cookieOf(headers), '/session')
    expect(again.body).toEqual(body)
  })

  it.each([
    ['a wrong password', { email: 'packer@asha.example', password: 'wrong' }],
    ['an unknown e-mail', { email: 'nobody@asha.example', password: PASSWORD }],
  ])('refuses %s with the same sentence', async (_name, body) => {
    const response = await signIn(body)
    expect(response.status).toBe(401)
    expect(response.body).toEqual({ error: 'E-mail or password is incorrect.', code: 'password' })
  })

  it('ends after 12 hours without a call, and not before', async () => {
    const { headers } = await signIn({ email: 'packer@asha.example', password: PASSWORD })
    const cookie = cookieOf(headers)
    const start = store.clock.now.getTime()
    store.clock.now = new Date(start + 11 * HOUR_MS)
    expect((await call(cookie, '/session')).status).toBe(200)
    store.clock.now = new Date(start + 22 * HOUR_MS)
    expect((await call(cookie, '/session')).status).toBe(200)
    store.clock.now = new Date(start + 35 * HOUR_MS)
    expect((await call(cookie, '/session')).status).toBe(401)
  })

  it('ends when the person signs out, or ends it from another device', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => signIn({ email: 'packer@asha.example', password: PASSWORD })),
    )
    const [first, second] = [cookieOf(one?.headers ?? new Headers()), cookieOf(two?.headers ?? new Headers())]
    const { body } = await call(first, '/sessions')
    const other = body.data.find((row: { isThis: boolean }) => row.isThis)
    expect((await call(second, `/sessions/${other.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await call(first, '/session')).status).toBe(401)
    expect((await call(second, '/session', { method: 'DELETE' })).status).toBe(204)
    expect((await call(second, '/session')).status).toBe(401)
  })
})

describe('the second factor', { tags: ['@req-12.7'] }, () => {
  it('is set up by an owner before anything else, and asked for from then on, each code once', async () => {
    const first = await signIn({ email: 'owner@asha.example', password: PASSWORD })
    expect(first.body.needsSecondFactor).toBe(true)
    const cookie = cookieOf(first.headers)
    const refused = await call(cookie, '/orders')
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('second-factor')

    const { body } = await call(cookie, '/second-factor', { body: {} })
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/asha%20store:owner%40asha\.example\?/)
    const codeAt = (time: Date) => new TOTP({ secret: body.secret }).generate({ timestamp: time.getTime() })
    expect((await call(cookie, '/second-factor', { method: 'PUT', body: { code: '000000' } })).status).toBe(
      401,
    )
    const confirmed = await call(cookie, '/second-factor', {
      method: 'PUT',
      body: { code: codeAt(store.clock.now) },
    })
    expect(confirmed.body.needsSecondFactor).toBe(false)
    expect((await call(cookie, '/orders')).status).toBe(200)

    const without = await signIn({ email: 'owner@asha.example', password: PASSWORD })
    expect([without.status, without.body.code]).toEqual([401, 'second-factor'])
    const used = { email: 'owner@asha.example', password: PASSWORD, code: codeAt(store.clock.now) }
    expect((await signIn(used)).status).toBe(401)
    store.clock.now = new Date(store.clock.now.getTime() + 60_000)
    const code = codeAt(store.clock.now)
    const twice = await Promise.all([signIn({ ...used, code }), signIn({ ...used, code })])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await signIn({ ...used, code })).status).toBe(401)
  })

  it('of a new app leaves the present one in use until its code is confirmed', async () => {
    const email = 'manager@asha.example'
    await withTenant(store.db, 'asha', async (tx) => {
      const passwordHash = await createPasswordHasher().hash(PASSWORD)
      await addStaff(tx, 'asha', { email, name: 'M', role: 'manager', passwordHash }, store.clock.now)
    })
    const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: store.clock.now.getTime() })
    const wait = () => {
      store.clock.now = new Date(store.clock.now.getTime() + 60_000)
    }
    const confirm = (cookie: string, secret: string) =>
      call(cookie, '/second-factor', { method: 'PUT', body: { code: codeOf(secret) } })
    const cookie = cookieOf((await signIn({ email, password: PASSWORD })).headers)
    const { secret: old } = (await call(cookie, '/second-factor', { body: {} })).body
    expect((await confirm(cookie, old)).status).toBe(200)

    wait()
    expect((await call(cookie, '/second-factor', { body: {} })).status).toBe(401)
    const { secret: fresh } = (await call(cookie, '/second-factor', { body: { code: codeOf(old) } })).body
    wait()
    expect((await signIn({ email, password: PASSWORD, code: codeOf(fresh) })).status).toBe(401)
    expect((await signIn({ email, password: PASSWORD, code: codeOf(old) })).status).toBe(200)
    wait()
    expect((await confirm(cookie, old)).status).toBe(401)
    expect((await confirm(cookie, fresh)).status).toBe(200)
    wait()
    expect((await signIn({ email, password: PASSWORD, code: codeOf(old) })).status).toBe(401)
    expect((await signIn({ email, password: PASSWORD, code: codeOf(fresh) })).status).toBe(200)

    const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(staff))
    for (const secret of [old, fresh]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('is not asked for where the sandbox of this machine pays', async () => {
    await putTenant(store.db, { ...ASHA, hosts: ['asha.localhost'] })
    const owner = await signInStaff(store, 'asha.localhost', 'owner')
    expect((await owner.call('/session')).body.needsSecondFactor).toBe(false)
    expect((await owner.call('/orders')).status).toBe(200)
    await putTenant(store.db, ASHA)
  })
})

describe('limits', { tags: ['@req-12.7'] }, () => {
  it('slow down who guesses the password of one person', async () => {
    const limited = serve(store.db, { rateLimits: true })
    const attempts = Array.from({ length: 7 }, () =>
      callAdmin(limited, HOST, '/session', {
        body: { email: 'packer@asha.example', password: 'wrong' },
        headers: FROM_CONSOLE,
      }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })
})
