import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../../../api/db/index.ts'
import { withTenant } from '../../../../api/db/index.ts'
import { accountTokens, messages } from '../../../../api/db/schema.ts'
import { renderEmail } from '../../../../api/messages/email/render-email.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ASHA, BELA, openStore, serve, type Store } from '../../../kit/api/store.ts'
import { deliverMail, tokenIn } from '../../../kit/messages/deliver-mail.ts'

const SHOP = 'asha.example'
const OTHER = 'bela.example'
const MINUTE_MS = 60_000
const OLD = 'zari-loom-7'
const NEW = 'kasavu-river-9'

let store: Store
let email: string
let people = 0

beforeAll(async () => {
  store = await openStore()
  for (const tenant of [ASHA, BELA]) {
    await putTenant(store.db, {
      ...tenant,
      record: { ...tenant.record, capabilities: ['password-reset'] },
    })
  }
}, 60_000)

afterAll(() => store.close())

beforeEach(async () => {
  email = `meera${people++}@example.com`
  await register(SHOP)
  await deliverMail(store, 'asha')
})

const register = (shop: string) =>
  store.call(shop, '/users/register', {
    body: { email, password: OLD, firstName: 'Meera', lastName: 'Iyer' },
  })
const signIn = async (password: string, shop = SHOP) =>
  store.call(shop, '/users/authorize', { body: { email, password } })
const ask = (address = email, shop = SHOP) =>
  store.call(shop, '/users/password-reset', { body: { email: address } })
const reset = (token: string, password = NEW, shop = SHOP) =>
  store.call(shop, '/users/password', { body: { token, password } })
const pass = (ms: number) => {
  store.clock.now = new Date(store.clock.now.getTime() + ms)
}

async function askForToken(): Promise<string> {
  await ask()
  return tokenIn(await deliverMail(store, 'asha'), 'password reset')
}

describe('a forgotten password', () => {
  it(
    'is replaced with the link of the e-mail, which works once',
    { tags: ['@asvs-6.4.3', '@req-11.32'] },
    async () => {
      expect((await ask()).status).toBe(204)
      const sent = await deliverMail(store, 'asha')
      expect(sent).toMatchObject([{ kind: 'password reset', recipient: { name: 'Meera', email } }])
      expect(sent[0] && 'link' in sent[0] && sent[0].link).toMatch(
        /^https:\/\/asha\.example\/reset-password#token=[\w-]{43}$/,
      )
      const token = tokenIn(sent, 'password reset')
      expect((await reset(token)).status).toBe(204)
      expect((await signIn(OLD)).status).toBe(401)
      expect((await signIn(NEW)).status).toBe(200)

      const again = await reset(token, 'third-loom-11')
      expect([again.status, again.body]).toEqual([
        422,
        { error: 'This link is not valid any more. Please ask for a new one.', code: 'invalid-link' },
      ])
      expect((await signIn(NEW)).status).toBe(200)
    },
  )

  it('ends all sessions, and tells the shopper', async () => {
    const sessions = [(await signIn(OLD)).body.token, (await signIn(OLD)).body.token]
    await reset(await askForToken())
    for (const token of sessions) expect((await store.call(SHOP, '/accountInfo', { token })).status).toBe(401)
    expect(await deliverMail(store, 'asha')).toMatchObject([
      { kind: 'password changed', recipient: { email } },
    ])
  })

  it('needs a link of this shop that is not older than 30 minutes', async () => {
    await register(OTHER)
    const token = await askForToken()
    expect((await reset(token, NEW, OTHER)).status).toBe(422)
    expect((await signIn(OLD, OTHER)).status).toBe(200)
    pass(30 * MINUTE_MS)
    expect((await reset(token)).status).toBe(422)
    expect((await signIn(OLD)).status).toBe(200)
  })

  it('takes no made-up token', async () => {
    await askForToken()
    for (const token of ['', 'x'.repeat(43), "' or 1=1 --", 'x'.repeat(4000)])
      expect((await reset(token)).status).toBe(422)
  })

  it('can be set by one of ten calls at the same moment', async () => {
    const token = await askForToken()
    const responses = await Promise.all(Array.from({ length: 10 }, () => reset(token)))
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('that is easy to guess is refused, and leaves the link valid', async () => {
    const token = await askForToken()
    expect((await reset(token, 'password1')).status).toBe(422)
    expect((await reset(token, '12345')).status).toBe(422)
    expect((await reset(token)).status).toBe(204)
  })

  it('ends the other links of the account', async () => {
    const first = await askForToken()
    const second = await askForToken()
    expect((await reset(second)).status).toBe(204)
    expect((await reset(first)).status).toBe(422)
  })

  it('is not sent by a message that goes out after the 30 minutes', async () => {
    await ask()
    pass(31 * MINUTE_MS)
    expect(await deliverMail(store, 'asha')).toEqual([])
  })
})

it('the database holds no token, only its hash', async () => {
  const token = await askForToken()
  const rows = await withTenant(store.db, 'asha', async (tx) => [
    await tx.select().from(accountTokens),
    await tx.select().from(messages),
  ])
  expect(rows[0]?.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

it('the e-mail has the link, in the language of the page', async () => {
  const headers = { 'accept-language': 'hi' }
  await store.call(SHOP, '/users/password-reset', { body: { email }, headers })
  const [message] = await deliverMail(store, 'asha')
  if (!message) throw new Error('There is no message.')
  const { subject, text, html } = await renderEmail(message)
  expect(subject).toBe('asha store के लिए नया पासवर्ड बनाएँ')
  for (const part of [text, html]) expect(part).toContain(tokenIn([message], 'password reset'))
})

describe('an address without an account', () => {
  it('gets the same response and no e-mail', { tags: ['@req-11.32'] }, async () => {
    const [known, unknown] = [await ask(), await ask('stranger@example.com')]
    const plain = ({ status, body, headers }: typeof known) => [
      status,
      body,
      [...headers].filter(([name]) => name !== 'x-request-id'),
    ]
    expect(plain(unknown)).toEqual(plain(known))
    expect(await deliverMail(store, 'asha')).toMatchObject([{ recipient: { email } }])
  })

  it('costs the same statements of the database, so that time does not tell it', async () => {
    const { api, statements } = recordedApi(store.db)
    const statementsFor = async (address: string) => {
      statements.length = 0
      await api.call(SHOP, '/users/password-reset', { body: { email: address } })
      return [...statements]
    }
    const known = await statementsFor(email)
    expect(known.length).toBeGreaterThan(3)
    expect(await statementsFor('stranger@example.com')).toEqual(known)
    expect(known.join('\n')).not.toMatch(/from "users"/)
  })
})

it('one address gets five e-mails in an hour, whoever asks, and others are not held up', async () => {
  const limited = serve(store.db, { rateLimits: true })
  const statuses = async (address: string) => {
    const found = []
    for (let count = 0; count < 6; count++) {
      const body = { email: count % 2 ? address : address.toUpperCase() }
      found.push(
        (await limited.call(SHOP, '/users/password-reset', { body, peer: `10.9.0.${count}` })).status,
      )
    }
    return found
  }
  const allowed = [204, 204, 204, 204, 204, 429]
  expect(await statuses(email)).toEqual(allowed)
  expect(await statuses('stranger@example.com')).toEqual(allowed)
})

it('a shop without the capability, and one that sends no e-mail, does not offer it', async () => {
  await putTenant(store.db, { ...BELA, record: { ...BELA.record, capabilities: ['order-lines'] } })
  expect((await ask(email, OTHER)).status).toBe(404)
  expect((await reset('x'.repeat(43), NEW, OTHER)).status).toBe(404)
  const silent = serve(store.db, {}, undefined, undefined, undefined, { sendsEmail: false })
  expect((await silent.call(SHOP, '/users/password-reset', { body: { email } })).status).toBe(404)
  expect((await silent.call(SHOP, '/storeInfo')).body.capabilities).toEqual([])
  expect((await store.call(SHOP, '/storeInfo')).body.capabilities).toEqual(['password-reset'])
  const rows = await withTenant(store.db, 'bela', (tx) =>
    tx
      .select()
      .from(messages)
      .where(and(eq(messages.tenantId, 'bela'), eq(messages.kind, 'password reset'))),
  )
  expect(rows).toEqual([])
})

/** An API that records the text of each statement. */
function recordedApi(db: Database) {
  const statements: string[] = []
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the session of Drizzle has no public type
  const watch = (orm: any) => {
    const { session } = orm
    return new Proxy(orm, {
      get(target, name) {
        if (name !== 'transaction') return Reflect.get(target, name)
        return (work: (tx: unknown) => Promise<unknown>, config: unknown) =>
          target.transaction((tx: unknown) => {
            record(tx)
            return work(tx)
          }, config)
      },
    })
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
    function record(tx: any) {
      const own = tx.session ?? session
      const prepare = own.prepareQuery.bind(own)
      own.prepareQuery = (query: { sql: string }, ...rest: unknown[]) => {
        statements.push(query.sql)
        return prepare(query, ...rest)
      }
    }
  }
  return { api: serve({ ...db, orm: watch(db.orm) }), statements }
}
