import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { users } from '../../../../api/db/schema.ts'
import { openStore, serve, type Store } from '../../../kit/api/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
  await store.call(SHOP, '/users/register', { body: account })
}, 60_000)

afterAll(() => store.close())

const SHOP = 'asha.example'
const account = { email: 'Meera@Example.com', password: 'zari-loom-7', firstName: 'Meera', lastName: 'Iyer' }

describe('POST /users/register', () => {
  it('creates an account, once per e-mail and shop, whatever its case', async () => {
    const body = { ...account, email: 'New.Person@Example.com' }
    const first = await store.call(SHOP, '/users/register', { body })
    expect([first.status, first.body]).toEqual([201, { success: true }])
    const again = await store.call(SHOP, '/users/register', {
      body: { ...account, email: 'new.person@example.COM' },
    })
    expect([again.status, again.body]).toEqual([
      409,
      { error: 'An account with this email already exists. Please log in instead.' },
    ])
    expect((await store.call('bela.example', '/users/register', { body })).status).toBe(201)
  })

  it('writes none of the fields that only the shop sets', { tags: ['@asvs-15.3.3'] }, async () => {
    const body = { ...account, email: 'assigned@example.com' }
    const assigned = {
      id: 'chosen',
      userId: 'chosen',
      tenantId: 'bela',
      tenant: 'bela',
      createdAt: '2001-01-01T00:00:00.000Z',
      passwordHash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
      role: 'admin',
      token: 'x'.repeat(43),
    }
    const registered = await store.call(SHOP, '/users/register', { body: { ...body, ...assigned } })
    expect(registered.body).toEqual({ success: true })
    const rows = await withTenant(store.db, 'asha', (tx) =>
      tx.select().from(users).where(eq(users.email, body.email)),
    )
    expect(rows).toMatchObject([{ tenantId: 'asha', createdAt: store.clock.now }])
    for (const value of Object.values(assigned)) expect(JSON.stringify(rows)).not.toContain(value)
    expect((await store.call('bela.example', '/users/authorize', { body })).status).toBe(401)
  })

  it('creates one account from 20 calls at the same moment', async () => {
    const body = { ...account, email: 'race@example.com' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => store.call(SHOP, '/users/register', { body })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it.each([
    [{ email: 'nobody' }, 'email: Invalid email address'],
    [{ password: '12345' }, 'password: Password must be at least 6 characters'],
    [{ firstName: 'A' }, 'firstName: First name must be at least 2 characters'],
    [{ lastName: 'B' }, 'lastName: Last name must be at least 2 characters'],
    [{ firstName: '    ' }, 'firstName: First name must be at least 2 characters'],
    [{ lastName: '\u00a0\u2003\t' }, 'lastName: Last name must be at least 2 characters'],
    [{ firstName: ' A ' }, 'firstName: First name must be at least 2 characters'],
    [{ password: 'x'.repeat(1025) }, 'The password may have at most 1024 bytes.'],
    [{ firstName: 'x'.repeat(300) }, 'Names and email can have at most 254 characters.'],
  ])('refuses %o', { tags: ['@asvs-2.2.1'] }, async (change, error) => {
    const response = await store.call(SHOP, '/users/register', {
      body: { ...account, email: 'new@example.com', ...change },
    })
    expect([response.status, response.body]).toEqual([422, { error }])
  })
})

it.each(['As\u202eha', 'Asha\nRao', 'Asha\u001b[2J', '\u200fAsha', 'As\u2028ha'])(
  'POST /users/register refuses the name %j with invisible characters',
  async (firstName) => {
    const body = { ...account, email: 'new@example.com', firstName }
    const response = await store.call(SHOP, '/users/register', { body })
    expect([response.status, response.body]).toEqual([
      422,
      {
        error: 'A name or the email contains an invisible character. Please type it instead of pasting it.',
      },
    ])
  },
)

describe('POST /users/authorize', () => {
  it('answers a new token of 256 bits each time', { tags: ['@asvs-7.2.2', '@asvs-7.2.3'] }, async () => {
    const body = { email: ' MEERA@example.com', password: 'zari-loom-7' }
    const first = await store.call(SHOP, '/users/authorize', { body })
    const second = await store.call(SHOP, '/users/authorize', { body })
    expect(first.status).toBe(200)
    expect(first.body.token).toMatch(/^[\w-]{43}$/)
    expect(second.body.token).not.toBe(first.body.token)
  })

  it.each([
    ['a wrong password', { email: 'meera@example.com', password: 'zari-loom-8' }],
    ['an unknown e-mail', { email: 'unknown@example.com', password: 'zari-loom-7' }],
    ['an endless password', { email: 'meera@example.com', password: 'x'.repeat(5000) }],
    ['a hostile e-mail', { email: "' or 1=1 --", password: 'zari-loom-7' }],
  ])('responds equally to %s', { tags: ['@req-12.3'] }, async (_case, body) => {
    const response = await store.call(SHOP, '/users/authorize', { body })
    expect([response.status, response.body]).toEqual([401, { error: 'Email or password is incorrect.' }])
  })
})

describe('a bearer token', () => {
  it('opens the account of its shop', { tags: ['@asvs-15.3.1'] }, async () => {
    const { token, email } = await store.signIn(SHOP)
    const { body } = await store.call(SHOP, '/accountInfo', { token })
    expect(body).toEqual({
      data: { firstName: 'Asha', lastName: 'Rao', email, createdAt: '2026-11-21T10:00:00.000Z' },
    })
  })

  it(
    'is worth nothing in another shop',
    { tags: ['@asvs-8.4.1', '@decision-12.3', '@req-12.3'] },
    async () => {
      const { token } = await store.signIn(SHOP)
      expect((await store.call('bela.example', '/accountInfo', { token })).status).toBe(401)
    },
  )

  it('ends after 30 days', { tags: ['@asvs-7.3.2', '@req-12.3'] }, async () => {
    const { token } = await store.signIn(SHOP)
    store.clock.now = new Date('2026-12-21T09:59:59Z')
    expect((await store.call(SHOP, '/accountInfo', { token })).status).toBe(200)
    store.clock.now = new Date('2026-12-21T10:00:00Z')
    expect((await store.call(SHOP, '/accountInfo', { token })).status).toBe(401)
    store.clock.now = new Date('2026-11-21T10:00:00Z')
  })

  it(
    'ends with signing out, and no other token does',
    { tags: ['@asvs-7.4.1', '@decision-12.4'] },
    async () => {
      const body = { email: 'meera@example.com', password: 'zari-loom-7' }
      const { token } = (await store.call(SHOP, '/users/authorize', { body })).body
      const { token: phone } = (await store.call(SHOP, '/users/authorize', { body })).body
      expect((await store.call(SHOP, '/users/logout', { method: 'POST', token })).status).toBe(204)
      expect((await store.call(SHOP, '/accountInfo', { token })).status).toBe(401)
      expect((await store.call(SHOP, '/accountInfo', { token: phone })).status).toBe(200)
    },
  )
})

describe('the rate limits of accounts', () => {
  it('count a sign-in that succeeds too', async () => {
    const { call } = serve(store.db, { rateLimits: true })
    const body = { email: 'meera@example.com', password: 'zari-loom-7' }
    const statuses = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      statuses.push((await call(SHOP, '/users/authorize', { body })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})
