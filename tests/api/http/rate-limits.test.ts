import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { passTime } from '../../kit/api/pass-time.ts'
import { openStore, serve, type Store } from '../../kit/api/store.ts'

const SHOP = 'asha.example'
const PASSWORD = 'zari-loom-7'

let store: Store
let accounts = 0

beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

/** An account of its own, and how it signs in from somewhere. */
async function openAccount() {
  const { call, clock } = serve(store.db, { rateLimits: true, trustedProxies: ['10.9.9.9'] })
  const email = `account${++accounts}@example.com`
  const person = { email, password: PASSWORD, firstName: 'Meera', lastName: 'Iyer' }
  expect((await store.call(SHOP, '/users/register', { body: person })).status).toBe(201)
  const signIn = (password: string, peer: string, forwarded?: string) =>
    call(SHOP, '/users/authorize', {
      body: { email, password },
      peer,
      ...(forwarded && { headers: { 'x-forwarded-for': forwarded } }),
    })
  return { signIn, clock, email, call }
}

describe('a caller', () => {
  it(
    'is the same caller for every port and spelling of its address',
    { tags: ['@decision-1.12'] },
    async () => {
      const { signIn } = await openAccount()
      const spellings = [
        '203.0.113.7',
        '203.0.113.7:4711',
        '::ffff:203.0.113.7',
        '::FFFF:203.0.113.7',
        '[::ffff:203.0.113.7]:80',
        '203.0.113.7:1',
      ]
      const statuses = []
      for (const spelling of spellings) statuses.push((await signIn('wrong-1', '10.9.9.9', spelling)).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    },
  )

  it('is one in a /64 network of IPv6, and another in the next', async () => {
    const { signIn } = await openAccount()
    const statuses = []
    for (const host of [1, 2, 3, 4, 5, 6]) {
      statuses.push((await signIn('wrong-1', `2001:db8:5:1:${host}::${host}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await signIn('wrong-1', '2001:db8:5:2::1')).status).toBe(401)
  })

  it('is in the log by the same address', async () => {
    const { call, log } = serve(store.db, { rateLimits: true, trustedProxies: ['10.9.9.9'] })
    const headers = { 'x-forwarded-for': '[2001:DB8:6:1::5]:4711' }
    await call(SHOP, '/users/authorize', {
      body: { email: 'x@example.com', password: 'wrong-1' },
      peer: '::ffff:10.9.9.9',
      headers,
    })
    expect(log.at(-1)).toMatchObject({ event: 'sign-in refused', address: '2001:db8:6:1::5' })
  })
})

describe('guessing the password of one account from many addresses', () => {
  const from = (index: number) => `198.51.100.${index}`

  it(
    'is slowed down after 20 wrong ones in an hour, more with each, and ends with the hour',
    { tags: ['@decision-1.12'], timeout: 60_000 },
    async () => {
      const { signIn, clock } = await openAccount()
      for (let index = 1; index <= 20; index += 1)
        expect((await signIn('wrong-1', from(index))).status).toBe(401)

      const waits = []
      for (let index = 21; index <= 27; index += 1) {
        expect((await signIn('wrong-1', from(index))).status).toBe(401)
        const early = await signIn(PASSWORD, from(index + 100))
        expect([early.status, early.body]).toEqual([
          429,
          { error: 'Too many attempts. Please wait a moment and try again.' },
        ])
        waits.push(Number(early.headers.get('retry-after')))
        passTime(clock, 31_000)
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30])

      // A sign-in after the wait succeeds: no account is locked.
      expect((await signIn(PASSWORD, from(200))).status).toBe(200)
      passTime(clock, 60 * 60_000)
      for (let index = 1; index <= 20; index += 1)
        expect((await signIn('wrong-1', from(index))).status).toBe(401)
    },
  )

  it('does not slow down a network from which the account has signed in', async () => {
    const { signIn, clock } = await openAccount()
    expect((await signIn(PASSWORD, '203.0.113.50')).status).toBe(200)
    for (let index = 1; index <= 23; index += 1) await signIn('wrong-1', from(index))
    expect((await signIn(PASSWORD, from(99))).status).toBe(429)
    expect((await signIn(PASSWORD, '203.0.113.50')).status).toBe(200)
    // Nor after a day, when another attack is on.
    passTime(clock, 24 * 60 * 60_000)
    for (let index = 1; index <= 23; index += 1) await signIn('wrong-1', from(index))
    expect((await signIn(PASSWORD, '203.0.113.50')).status).toBe(200)
  }, 60_000)

  it('is slowed down equally without an account', async () => {
    const { call } = await openAccount()
    const statuses = []
    for (let index = 1; index <= 22; index += 1) {
      const body = { email: `nobody${accounts}@example.com`, password: 'wrong-1' }
      statuses.push((await call(SHOP, '/users/authorize', { body, peer: from(index) })).status)
    }
    expect(statuses).toEqual([...Array(21).fill(401), 429])
  }, 60_000)

  it('slows down no other account', async () => {
    const one = await openAccount()
    for (let index = 1; index <= 22; index += 1) await one.signIn('wrong-1', from(index))
    const other = await openAccount()
    expect((await other.signIn(PASSWORD, from(1))).status).toBe(200)
  }, 60_000)
})

it('an account has 20 sessions at most, and the oldest ends for a new one', async () => {
  const { call, clock } = serve(store.db)
  const { email } = await openAccount()
  const tokens: string[] = []
  for (let index = 0; index < 22; index += 1) {
    clock.now = new Date(clock.now.getTime() + 1000)
    tokens.push((await call(SHOP, '/users/authorize', { body: { email, password: PASSWORD } })).body.token)
  }
  const statuses = []
  for (const token of tokens) statuses.push((await call(SHOP, '/accountInfo', { token })).status)
  expect(statuses).toEqual([401, 401, ...Array(20).fill(200)])
}, 60_000)
