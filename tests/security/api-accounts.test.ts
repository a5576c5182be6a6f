import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { users } from '../../api/db/schema.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { passTime } from '../kit/api/pass-time.ts'
import { ADDRESS, ASHA, openStore, serve, type CallOptions, type Store } from '../kit/api/store.ts'

/** Limits of accounts at their figures; what a shopper sees of them is in tests/api. SECURITY.md#tracking-guesses SECURITY.md#account-enumeration SECURITY.md#password-guesses SECURITY.md#foreign-tokens SECURITY.md#cross-origin-reads SECURITY.md#cross-site-writes */
const SHOP = 'asha.example'
const OTHER_SHOP = 'bela.example'
const SANDBOX_SHOP = 'asha.localhost'
const PERSON = {
  email: 'meera@example.com',
  password: 'zari-loom-7',
  firstName: 'Meera',
  lastName: 'Iyer',
}
const TOO_MANY = { error: 'Too many attempts. Please wait a moment and try again.' }
const EASY = {
  error:
    "This password is easy to guess. Choose a less common one, without your name, your email or the shop's name.",
}

/** Every hash that the API computes, how many ran at the same moment, and what they wait for. */
const hashes = vi.hoisted(() => ({
  made: [] as object[],
  running: 0,
  mostAtOnce: 0,
  heldUntil: Promise.resolve(),
}))

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  return {
    ...crypto,
    argon2(
      algorithm: 'argon2id',
      { nonce, ...cost }: import('node:crypto').Argon2Parameters,
      done: (error: Error | null, hash: Buffer) => void,
    ) {
      hashes.made.push({ algorithm, ...cost, message: '', salt: Buffer.byteLength(nonce) })
      hashes.running += 1
      hashes.mostAtOnce = Math.max(hashes.mostAtOnce, hashes.running)
      void hashes.heldUntil.then(() =>
        crypto.argon2(algorithm, { nonce, ...cost }, (error, hash) => {
          hashes.running -= 1
          done(error, hash)
        }),
      )
    },
  }
})

let store: Store

beforeAll(async () => {
  store = await openStore()
  await store.call(SHOP, '/users/register', { body: PERSON })
}, 60_000)

afterAll(() => store.close())

beforeEach(() => {
  hashes.made = []
  hashes.mostAtOnce = 0
  hashes.heldUntil = Promise.resolve()
})

function countStatuses(responses: { status: number }[]): Record<number, number> {
  return Object.fromEntries(
    Map.groupBy(responses, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )
}

describe('guessing passwords', () => {
  it(
    '1,000 times at once at one account is 5 hashes, and the catalogue is served meanwhile',
    { tags: ['@asvs-6.3.1', '@req-12.3'] },
    async () => {
      const { call } = serve(store.db, { rateLimits: true })
      const guesses = Array.from({ length: 1000 }, (_, index) =>
        call(SHOP, '/users/authorize', { body: { email: PERSON.email, password: `guess-${index}` } }),
      )
      const catalogue = await Promise.all(Array.from({ length: 20 }, () => call(SHOP, '/products')))
      const responses = await Promise.all(guesses)
      expect(countStatuses(responses)).toEqual({ 401: 5, 429: 995 })
      expect(responses.filter(({ status }) => status === 429)).toEqual(
        Array(995).fill(expect.objectContaining({ body: TOO_MANY })),
      )
      expect(hashes.made).toHaveLength(5)
      expect(countStatuses(catalogue)).toEqual({ 200: 20 })
    },
  )

  it('at 1,000 accounts from one address is 20 hashes, 4 at a time', { tags: ['@asvs-6.3.1'] }, async () => {
    const { call } = serve(store.db, { rateLimits: true })
    const responses = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        call(SHOP, '/users/authorize', { body: { email: `u${index}@example.com`, password: 'zari-loom-7' } }),
      ),
    )
    const { 401: checked, 429: tooMany = 0, 503: full = 0 } = countStatuses(responses)
    expect([checked, tooMany + full]).toEqual([20, 980])
    expect(hashes.made).toHaveLength(20)
    expect(hashes.mostAtOnce).toBe(4)
  })

  it('goes on a minute later, so no account is locked for good', { tags: ['@asvs-6.3.1'] }, async () => {
    const { call, clock } = serve(store.db, { rateLimits: true })
    const wrong = { email: PERSON.email, password: 'wrong-guess' }
    for (let guess = 0; guess < 6; guess += 1) await call(SHOP, '/users/authorize', { body: wrong })
    const { email, password } = PERSON
    const stopped = await call(SHOP, '/users/authorize', { body: { email, password } })
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '60'])
    passTime(clock, 60_000)
    expect((await call(SHOP, '/users/authorize', { body: { email, password } })).status).toBe(200)
  })

  it(
    'from many addresses at a time is more than the machine takes on: 503, 4 hashes at a time',
    { tags: ['@asvs-15.2.2'] },
    async () => {
      const { call, log } = serve(store.db)
      const allRefused = Promise.withResolvers<undefined>()
      hashes.heldUntil = allRefused.promise
      let refused = 0
      const responses = await Promise.all(
        Array.from({ length: 150 }, async () => {
          const body = { email: PERSON.email, password: 'wrong-guess' }
          const response = await call(SHOP, '/users/authorize', { body })
          if (response.status === 503) refused += 1
          if (refused === 46) allRefused.resolve(undefined)
          return response
        }),
      )
      expect(countStatuses(responses)).toEqual({ 401: 104, 503: 46 })
      expect(hashes.mostAtOnce).toBe(4)
      const full = responses.find(({ status }) => status === 503)
      expect(full?.body).toEqual({
        error: 'Too many people are signing in right now. Please try again in a moment.',
      })
      expect(full?.headers.get('retry-after')).toBe('5')
      const events = log.filter(({ event }) => event !== 'sign-in refused')
      expect(events).toMatchObject([{ level: 'warn', event: 'request shed', tenant: 'asha' }])
    },
  )

  it(
    'has the same cost and response whether the account exists or not',
    { tags: ['@asvs-11.4.2'] },
    async () => {
      const responses = []
      for (const email of [PERSON.email, 'unknown@example.com', 'x'.repeat(300)]) {
        const { status, body, headers } = await store.call(SHOP, '/users/authorize', {
          body: { email, password: 'wrong-guess' },
        })
        headers.delete('x-request-id')
        responses.push({ status, body, headers: Object.fromEntries(headers) })
      }
      expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
      expect(hashes.made).toHaveLength(3)
      const cost = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1 }
      expect(hashes.made).toEqual(Array(3).fill(expect.objectContaining({ ...cost, salt: 16 })))
    },
  )
})

describe('a password that is easy to guess is refused', () => {
  async function register(change: Partial<typeof PERSON>) {
    const { status, body } = await store.call(SHOP, '/users/register', {
      body: { ...PERSON, email: 'new@example.com', ...change },
    })
    return [status, body]
  }

  it('when it is one of more than 3,000 common ones', { tags: ['@asvs-6.2.4', '@asvs-6.2.12'] }, async () => {
    const list = readFileSync('api/modules/users/common-passwords.txt', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(list.length).toBeGreaterThan(3000)
    const tried = list.filter((_, index) => index % 25 === 0)
    for (const password of tried) expect(await register({ password })).toEqual([422, EASY])
    expect(hashes.made).toEqual([])
  })

  it.each(['123456', 'QWERTY', 'iloveyou', 'PassWord1', 'password-2026', 'dragon'])(
    'as %s',
    async (password) => {
      expect(await register({ password })).toEqual([422, EASY])
    },
  )

  it.each([
    ['the first name', 'meera1990'],
    ['both names', 'Meera.Iyer!'],
    ['the e-mail', 'silk.lover@example.com'],
    ['the e-mail before the @', 'silk.lover'],
    ['the e-mail without its signs', 'silklover12'],
    ['the name of the shop', 'asha-store-99'],
    ['the name of the shop in one word', 'AshaStore'],
  ])('when it is made of %s', { tags: ['@asvs-6.2.11'] }, async (_case, password) => {
    expect(await register({ email: 'silk.lover@example.com', password })).toEqual([422, EASY])
  })

  it('but not when enough else is in it', async () => {
    expect(await register({ password: 'meera likes ikat' })).toEqual([201, { success: true }])
  })
})

describe('the hash of a password', () => {
  it('made with an older cost still signs in, and is hashed again', { tags: ['@asvs-11.2.2'] }, async () => {
    const { email } = await store.signIn(SHOP)
    const old = await oldHash('weft and warp')
    await withTenant(store.db, 'asha', (tx) =>
      tx
        .update(users)
        .set({ passwordHash: old })
        .where(sql`email = ${email}`),
    )
    const read = async () =>
      withTenant(store.db, 'asha', (tx) =>
        tx
          .select({ hash: users.passwordHash })
          .from(users)
          .where(sql`email = ${email}`),
      )
    const attempt = { email, password: 'weft and warp' }
    expect((await store.call(SHOP, '/users/authorize', { body: { email, password: 'wrong' } })).status).toBe(
      401,
    )
    expect(await read()).toEqual([{ hash: old }])
    expect((await store.call(SHOP, '/users/authorize', { body: attempt })).status).toBe(200)
    expect(await read()).toEqual([{ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }])
    expect((await store.call(SHOP, '/users/authorize', { body: attempt })).status).toBe(200)
  })

  async function oldHash(password: string): Promise<string> {
    const { argon2Sync } = await import('node:crypto')
    const salt = randomBytes(16)
    const hash = argon2Sync('argon2id', {
      message: password,
      nonce: salt,
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
    const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    return `$argon2id$v=19$m=8192,t=1,p=1$${plain(salt)}$${plain(hash)}`
  }
})

describe('a session', () => {
  it('ends when its browser signs in again', { tags: ['@asvs-7.2.4'] }, async () => {
    const { email, password } = PERSON
    const signIn = (token?: string) =>
      store.call(SHOP, '/users/authorize', { body: { email, password }, ...(token && { token }) })
    const first = (await signIn()).body.token
    const elsewhere = (await signIn()).body.token
    const second = (await signIn(first)).body.token
    const statuses = []
    for (const token of [first, elsewhere, second]) {
      statuses.push((await store.call(SHOP, '/accountInfo', { token })).status)
    }
    expect(statuses).toEqual([401, 200, 200])
  })

  it('stays when signing in again fails', async () => {
    const { token } = await store.signIn(SHOP)
    await store.call(SHOP, '/users/authorize', { body: { email: PERSON.email, password: 'wrong' }, token })
    expect((await store.call(SHOP, '/accountInfo', { token })).status).toBe(200)
  })
})

describe('40 forged tokens', () => {
  it(
    'open nothing, at any call that asks for one',
    { tags: ['@asvs-7.2.1', '@asvs-8.3.1', '@asvs-9.1.2', '@asvs-8.2.1'] },
    async () => {
      const { token } = await store.signIn(SHOP)
      const foreign = await store.signIn(OTHER_SHOP)
      const revoked = await store.signIn(SHOP)
      await store.call(SHOP, '/users/logout', { method: 'POST', token: revoked.token })
      const forged = forgeries(token, foreign.token, revoked.token)
      expect(forged).toHaveLength(40)
      for (const headers of forged) {
        for (const [method, path] of SIGNED_IN) {
          const response = await store.call(SHOP, path, { method, headers })
          expect([headers, response.status, response.body]).toEqual([
            headers,
            401,
            { error: 'Please sign in.' },
          ])
          expect(response.headers.get('www-authenticate')).toBe('Bearer')
        }
      }
      expect((await store.call(SHOP, '/accountInfo', { token })).status).toBe(200)
    },
  )

  const SIGNED_IN: [string, string][] = [
    ['GET', '/accountInfo'],
    ['GET', '/orders'],
    ['POST', '/orders'],
    ['POST', '/payments'],
    ['POST', '/users/logout'],
  ]

  function forgeries(token: string, foreign: string, revoked: string): Record<string, string>[] {
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const jwt = (header: object) => `${encode(header)}.${encode({ sub: '1', tenant: 'asha' })}.`
    const bearers = [
      foreign,
      revoked,
      createHash('sha256').update(token).digest('hex'),
      createHash('sha256').update(token).digest('base64url'),
      token.slice(0, -1),
      `${token}A`,
      `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`,
      token.toUpperCase() === token ? token.toLowerCase() : token.toUpperCase(),
      Array.from(token).toReversed().join(''),
      `${token},${token}`,
      `${token}, Bearer ${token}`,
      `${token}.`,
      `"${token}"`,
      `${token}%00`,
      `${token}'--`,
      encodeURIComponent(`${token}/`),
      jwt({ alg: 'none' }),
      jwt({ alg: 'HS256', kid: '../../dev/null' }),
      jwt({ alg: 'HS256', kid: "' union select 'secret" }),
      jwt({ alg: 'RS256', jku: 'https://evil.example/keys' }),
      jwt({ alg: 'RS256', x5u: 'https://evil.example/cert' }),
      jwt({ alg: 'ES256', jwk: { kty: 'EC' } }),
      'A'.repeat(43),
      '_'.repeat(43),
      '0'.repeat(43),
      randomBytes(32).toString('base64url'),
      'null',
      'undefined',
      '[object Object]',
      '',
    ].map((text) => ({ authorization: `Bearer ${text}` }))
    return [
      ...bearers,
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}` },
      { authorization: `Token ${token}` },
      { authorization: `Bearer:${token}` },
      { authorization: `BearerBearer ${token}` },
      { cookie: `auth_token=${token}` },
      { 'x-auth-token': token },
      { 'proxy-authorization': `Bearer ${token}` },
      { 'x-forwarded-authorization': `Bearer ${token}` },
    ]
  }

  it('nor does a token in the address', async () => {
    const { token } = await store.signIn(SHOP)
    for (const name of ['token', 'access_token', 'auth_token', 'authorization']) {
      expect((await store.call(SHOP, `/accountInfo?${name}=${token}`)).status).toBe(401)
    }
  })
})

describe('40 origins that are not the shop', () => {
  const hosts = ['asha.example', 'asha.localhost:4321', 'localhost:4321', '127.0.0.1:4321']
  const origins = [
    ...hosts.map((host) => `http://${host}.evil.example`),
    ...hosts.map((host) => `https://evil-${host}`),
    ...hosts.map((host) => `https://www.${host}`),
    ...hosts.map((host) => `ftp://${host}`),
    ...hosts.map((host) => `https://${host}/`),
    ...hosts.map((host) => `https://user@${host}`),
    ...[
      'http://asha.example',
      'https://asha.example:8443',
      'https://asha.example:443',
      'https://asha.example.',
    ],
    ...['HTTPS://asha.example', 'https://ASHA.example', 'asha.example', '//asha.example', 'https://asha'],
    ...['https://bela.example', 'http://bela.localhost:4321', 'http://localhost', 'http://localhost:4322'],
    ...['null', '*', 'file://'],
  ]

  it.each(origins.map((origin, index) => [index + 1, origin]))('%i: %s', async (_index, origin) => {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const { status, headers } = await store.call(SHOP, '/users/authorize', {
        method,
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')).toBe('Origin')
      if (method === 'POST') expect(status).toBe(403)
    }
  })

  it('are 40', { tags: ['@asvs-3.4.2'] }, () => expect(origins).toHaveLength(40))
})

describe('a page of another site', () => {
  const OPERATIONS: [string, string, unknown?][] = [
    ['GET', '/storeInfo'],
    ['GET', '/products'],
    ['GET', '/subCategories'],
    ['GET', '/suggestions?search=kurta'],
    ['GET', '/products/{kurta}'],
    ['POST', '/users/register', { ...PERSON, email: 'forced@example.com' }],
    ['POST', '/users/authorize', { email: PERSON.email, password: PERSON.password }],
    ['POST', '/users/logout', {}],
    ['GET', '/accountInfo'],
    ['POST', '/orders', { products: { '{kurta}': 1 }, shippingAddress: ADDRESS }],
    ['GET', '/orders'],
    ['GET', '/orders/{order}?contactInfo=x'],
    ['GET', '/payments/fields'],
    ['POST', '/payments', { orderId: '{order}', fields: { method: 'upi-qr', phone: '+919876543210' } }],
  ]
  /** As its browser marks the call: a plain form, `fetch` without and with CORS. */
  const PAGES: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]
  const TYPES = [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    'application/json',
    '',
  ]

  async function countRows(): Promise<unknown> {
    const tables = ['users', 'tokens', 'orders', 'order_items', 'payments', 'idempotency_keys']
    return withTenant(store.db, 'asha', async (tx) => {
      const counts = tables.map((table) => sql.raw(`(select count(*)::int from ${table}) as ${table}`))
      const result = (await tx.execute(sql`select ${sql.join(counts, sql`, `)}`)) as unknown as {
        rows: unknown[]
      }
      return result.rows[0]
    })
  }

  it(
    'has no effect by any of the 13 operations, whatever type its body has, with the shopper’s cookie',
    { tags: ['@asvs-3.5.1'] },
    async () => {
      const { orderId, token } = await store.placeOrder(SHOP)
      const kurta = await store.productId(SHOP, 'kurta')
      const fill = (text: string) => text.replaceAll('{kurta}', kurta).replaceAll('{order}', orderId)
      const before = await countRows()
      for (const [method, path, body] of OPERATIONS) {
        for (const page of PAGES) {
          for (const type of TYPES) {
            const options: CallOptions = {
              method,
              headers: { ...page, cookie: `auth_token=${token}`, ...(type && { 'content-type': type }) },
              ...(body === undefined ? {} : { body: fill(JSON.stringify(body)) }),
            }
            const response = await store.call(SHOP, fill(path), options)
            expect(response.headers.get('access-control-allow-origin')).toBeNull()
            if (method === 'POST')
              expect([path, response.status, response.body]).toEqual([
                path,
                403,
                { error: 'This call can only be made from the shop itself.' },
              ])
          }
        }
      }
      expect(await countRows()).toEqual(before)
      expect((await store.call(SHOP, '/accountInfo', { token })).status).toBe(200)
    },
  )

  it(
    'gets 415 for anything but JSON even where the browser does not say whose page it is',
    { tags: ['@asvs-3.5.2'] },
    async () => {
      const { token } = await store.signIn(SHOP)
      for (const [method, path, body] of OPERATIONS.filter(([, , one]) => one !== undefined)) {
        if (path === '/users/logout') continue
        for (const type of [
          'application/x-www-form-urlencoded',
          'text/plain',
          'multipart/form-data',
          'text/json',
        ]) {
          const headers = { 'content-type': type }
          const response = await store.call(SHOP, path, {
            method,
            token,
            headers,
            body: JSON.stringify(body),
          })
          expect([path, response.status]).toEqual([path, 415])
        }
      }
    },
  )

  it('may be a provider’s: its webhook and its return are verified by their content', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://gateway.example' }
    const webhook = await store.call(SHOP, '/payments/callback/sandbox', { body: {}, headers })
    expect(webhook.status).toBe(401)
    const back = await store.call(SHOP, '/payments/return/sandbox', { form: { paymentId: 'none' }, headers })
    expect(back.status).toBe(404)
  })
})

describe('the rate limits', () => {
  it(
    'let 500 registrations in five minutes through from one address',
    { tags: ['@asvs-2.4.1'] },
    async () => {
      const { call, clock } = serve(store.db, { rateLimits: true })
      // Refused for its length, before it costs a hash.
      const body = { ...PERSON, password: 'x'.repeat(2000) }
      const register = () => call(SHOP, '/users/register', { body })
      const responses = await Promise.all(Array.from({ length: 510 }, register))
      expect(countStatuses(responses)).toEqual({ 422: 500, 429: 10 })
      passTime(clock, 5 * 60_000)
      expect((await register()).status).toBe(422)
    },
  )

  it(
    'let 10 of 2,000 guesses at order numbers through, and respond alike to each',
    { tags: ['@asvs-2.4.1'] },
    async () => {
      const { call } = serve(store.db, { rateLimits: true })
      const { orderId } = await store.placeOrder(SHOP)
      const numbers = [orderId, '0000-0000-0000', 'no-number', "' or 1=1 --"]
      const responses = await Promise.all(
        Array.from({ length: 2000 }, (_, index) => {
          const number = encodeURIComponent(numbers[index % numbers.length] ?? '')
          return call(SHOP, `/orders/${number}?contactInfo=guess${index}@example.com`)
        }),
      )
      expect(countStatuses(responses)).toEqual({ 404: 10, 429: 1990 })
      const bodies = new Set(
        responses.filter(({ status }) => status === 404).map(({ body }) => JSON.stringify(body)),
      )
      expect([...bodies]).toEqual(['{"error":"Order not found or access denied"}'])
    },
  )

  it('are not lifted by 1,000 invented X-Forwarded-For', { tags: ['@asvs-15.3.4'] }, async () => {
    const { call } = serve(store.db, { rateLimits: true })
    const responses = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        call(SHOP, '/orders/0000-0000-0000?contactInfo=x', {
          headers: {
            'x-forwarded-for': `10.${index >> 8}.${index & 255}.1`,
            forwarded: `for=10.0.0.${index & 255}`,
          },
        }),
      ),
    )
    expect(countStatuses(responses)).toEqual({ 404: 5, 429: 995 })
  })

  it(
    'let 10 payments a minute begin, and 50 for one order',
    { tags: ['@asvs-2.3.2', '@asvs-2.4.1'] },
    async () => {
      const { call, clock } = serve(store.db, { rateLimits: true })
      await putTenant(store.db, { ...ASHA, hosts: [SANDBOX_SHOP] })
      const { orderId, token } = await store.placeOrder(SANDBOX_SHOP)
      const body = { orderId, fields: { method: 'upi-qr', phone: '+919876543210' } }
      for (let minute = 0; minute < 5; minute += 1) {
        const responses = []
        for (let index = 0; index < 12; index += 1)
          responses.push(await call(SANDBOX_SHOP, '/payments', { body, token }))
        expect(countStatuses(responses)).toEqual({ 200: 10, 429: 2 })
        expect(responses[9]?.body.success).toBe(true)
        passTime(clock, 60_000)
      }
      expect((await call(SANDBOX_SHOP, '/payments', { body, token })).body).toEqual({
        success: false,
        error: 'Payment was begun too often for this order. Please place a new order.',
      })
      await putTenant(store.db, ASHA)
    },
  )
})
