import { once } from 'node:events'
import { Agent, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { createServer } from '../../api/http/server.ts'
import { passTime } from '../kit/api/pass-time.ts'
import { ADDRESS, openSandboxStore, serve, type Store } from '../kit/api/store.ts'

/** Thousands of phones share one IPv4 address of their carrier. SECURITY.md#password-guesses SECURITY.md#tracking-guesses */
const SHOPS = ['asha.localhost', 'bela.localhost'] as const
const SHOP = SHOPS[0]
const PASSWORD = 'zari-loom-7'
const NAME = { firstName: 'Meera', lastName: 'Iyer' }

/** Hashes cost next to nothing here: what counts is how many there are. */
const hashes = vi.hoisted(() => ({ made: 0 }))

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  return {
    ...crypto,
    argon2(
      algorithm: 'argon2id',
      options: import('node:crypto').Argon2Parameters,
      done: (error: Error | null, hash: Buffer) => void,
    ) {
      hashes.made += 1
      crypto.argon2(algorithm, { ...options, memory: 8, passes: 1 }, done)
    },
  }
})

let store: Store

beforeAll(async () => {
  store = await openSandboxStore()
}, 60_000)
afterAll(() => store.close())

describe('300 shoppers behind one IPv4 address, in five minutes at two shops', () => {
  const SHOPPERS = 300
  const AT_ONCE = 30
  const FIVE_MINUTES_MS = 5 * 60_000

  let server: Server | undefined
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

  afterEach(() => {
    agent.destroy()
    server?.closeAllConnections()
    server?.close()
  })

  it(
    'register, sign in, order, pay and track, and none is refused',
    { tags: ['@asvs-2.4.1', '@req-12.3'], timeout: 180_000 },
    async () => {
      const { app, clock } = serve(store.db, { rateLimits: true })
      server = createServer(app).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const kurtas = await Promise.all(SHOPS.map((shop) => store.productId(shop, 'kurta')))
      const statuses = new Map<string, number>()

      async function send(
        host: string,
        path: string,
        sent: { body?: unknown; form?: string; token?: string },
      ) {
        const { body, form, token } = sent
        const content = form ?? (body === undefined ? undefined : JSON.stringify(body))
        const call = request({
          ...{ agent, port, host: '127.0.0.1', path },
          method: content === undefined ? 'GET' : 'POST',
          headers: {
            host,
            ...(content !== undefined && {
              'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
              'content-length': Buffer.byteLength(content),
            }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
        })
        call.end(content)
        const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage]
        const { statusCode: status = 0, headers } = response
        const received = await text(response)
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
        const isJson = headers['content-type']?.startsWith('application/json')
        return { body: isJson ? JSON.parse(received) : undefined, location: headers.location ?? '' }
      }

      async function shop(index: number): Promise<number> {
        const host = SHOPS[index % SHOPS.length] ?? SHOP
        const account = { email: `campaign${index}@example.com`, password: PASSWORD }
        const api = (path: string, body?: unknown, token?: string) =>
          send(host, `/api/v1${path}`, { body, ...(token && { token }) })
        await api('/users/register', { ...account, ...NAME })
        // One in ten mistypes the password first.
        if (index % 10 === 0) await api('/users/authorize', { ...account, password: 'mistyped' })
        const { token } = (await api('/users/authorize', account)).body
        const products = { [kurtas[index % SHOPS.length] ?? '']: 1 }
        const { id } = (await api('/orders', { products, shippingAddress: ADDRESS }, token)).body
        await api('/payments', { orderId: id, fields: { method: 'upi-qr', phone: '+919876543210' } }, token)
        const { location } = await send(host, `/sandbox/upi?order=${id}`, {})
        await send(host, location, { form: 'decision=approve' })
        const tracked = await api(`/orders/${id}?contactInfo=${encodeURIComponent(account.email)}`)
        return tracked.body.status
      }

      const paid = []
      for (let first = 0; first < SHOPPERS; first += AT_ONCE) {
        const wave = Array.from({ length: AT_ONCE }, (_, index) => shop(first + index))
        paid.push(...(await Promise.all(wave)))
        passTime(clock, FIVE_MINUTES_MS / (SHOPPERS / AT_ONCE))
      }
      expect(paid.filter((status) => status === 1)).toHaveLength(SHOPPERS)
      expect(Object.fromEntries(statuses)).toEqual({ 200: 1200, 201: 600, 303: 300, 401: 30 })
    },
  )
})

describe('in an hour of guessing', () => {
  const MINUTES = 60
  const PROXY = '10.9.9.9'

  /** Sends `perMinute` guesses at once in each minute; returns how many were answered instead of refused. */
  async function attack(
    addresses: number,
    perMinute: number,
    guess: (index: number) => { path: string; body?: unknown },
  ): Promise<{ addresses: number; firstMinute: number; hour: number }> {
    const { call, clock } = serve(store.db, { rateLimits: true, trustedProxies: [PROXY] })
    let firstMinute = 0
    let hour = 0
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const responses = await Promise.all(
        Array.from({ length: perMinute }, (_, index) => {
          const at = minute * perMinute + index
          const { path, body } = guess(at)
          const from = `198.18.${Math.floor((at % addresses) / 250)}.${1 + ((at % addresses) % 250)}`
          return call(SHOP, path, { body, peer: PROXY, headers: { 'x-forwarded-for': from } })
        }),
      )
      hour += responses.filter(({ status }) => ![429, 503].includes(status)).length
      if (minute === 0) firstMinute = hour
      passTime(clock, 60_000)
    }
    return { addresses, firstMinute, hour }
  }

  const signIn = (email: string) => (index: number) => ({
    path: '/users/authorize',
    body: { email: email.replace('{}', String(index)), password: `guess-${index}` },
  })

  it.each([
    { addresses: 1, firstMinute: 5, hour: 76 },
    { addresses: 1000, firstMinute: 21, hour: 80 },
  ])(
    'at the password of one account, $addresses addresses get $hour answers',
    async (expected) => {
      expect(await attack(expected.addresses, 40, signIn(`victim${expected.addresses}@example.com`))).toEqual(
        expected,
      )
    },
    120_000,
  )

  it.each([
    { addresses: 1, firstMinute: 20, hour: 1200 },
    { addresses: 100, firstMinute: 40, hour: 2400 },
  ])(
    'at 2,400 e-mails, $addresses addresses get $hour answers',
    { tags: ['@asvs-2.4.1'], timeout: 120_000 },
    async (expected) => {
      expect(await attack(expected.addresses, 40, signIn('list{}@example.com'))).toEqual(expected)
    },
  )

  it.each([
    { addresses: 1, firstMinute: 15, hour: 180 },
    { addresses: 100, firstMinute: 20, hour: 1200 },
  ])(
    'at which of 1,200 e-mails have an account, $addresses addresses get $hour answers',
    async (expected) => {
      const { email } = await store.signIn(SHOP)
      const body = { email, password: PASSWORD, ...NAME }
      expect(await attack(expected.addresses, 20, () => ({ path: '/users/register', body }))).toEqual(
        expected,
      )
    },
    120_000,
  )

  it.each([
    { addresses: 1, firstMinute: 5, hour: 5 },
    { addresses: 1000, firstMinute: 20, hour: 20 },
  ])(
    'at the contact of one order, $addresses addresses get $hour answers',
    async (expected) => {
      const { orderId } = await store.placeOrder(SHOP)
      const guess = (index: number) => ({ path: `/orders/${orderId}?contactInfo=guess${index}@example.com` })
      expect(await attack(expected.addresses, 40, guess)).toEqual(expected)
    },
    120_000,
  )

  it.each([
    { addresses: 1, firstMinute: 10, hour: 600 },
    { addresses: 100, firstMinute: 20, hour: 1200 },
  ])(
    'at order numbers, $addresses addresses get $hour answers',
    async (expected) => {
      const guess = (index: number) => ({
        path: `/orders/${String(index).padStart(12, '0')}?contactInfo=guess@example.com`,
      })
      expect(await attack(expected.addresses, 20, guess)).toEqual(expected)
    },
    120_000,
  )
})

it('wrong attempts at one shop stop none at another, and a right one stays possible below the limit', async () => {
  const { call, clock } = serve(store.db, { rateLimits: true })
  const account = { email: 'neighbour@example.com', password: PASSWORD }
  for (const shop of SHOPS) await call(shop, '/users/register', { body: { ...account, ...NAME } })
  const wrong = (index: number) =>
    call(SHOP, '/users/authorize', { body: { email: `other${index}@example.com`, password: 'wrong-1' } })
  for (let index = 0; index < 19; index += 1) await wrong(index)
  const signIns = await Promise.all(SHOPS.map((shop) => call(shop, '/users/authorize', { body: account })))
  expect(signIns.map(({ status }) => status)).toEqual([200, 200])
  await wrong(20)
  const statuses = []
  for (const shop of SHOPS) statuses.push((await call(shop, '/users/authorize', { body: account })).status)
  expect(statuses).toEqual([429, 200])
  passTime(clock, 60_000)
  expect((await call(SHOP, '/users/authorize', { body: account })).status).toBe(200)
})

it('a taken e-mail can’t be told from a new one over the limit', async () => {
  const { call } = serve(store.db, { rateLimits: true })
  const { email } = await store.signIn(SHOP)
  const register = (name: string) =>
    call(SHOP, '/users/register', { body: { email: name, password: PASSWORD, ...NAME } })
  const responses = await Promise.all(Array.from({ length: 40 }, () => register(email)))
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(15)
  expect((await register('new.shopper@example.com')).status).toBe(429)
  expect((await register(email)).status).toBe(429)
})
