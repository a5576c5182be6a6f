import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { orders, users } from '../../../../api/db/schema.ts'
import { advanceOrder } from '../../../../api/modules/orders/advance.ts'
import { decideReturn, listReturns, receiveReturn } from '../../../../api/modules/orders/returns.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, BELA, openStore, serve, type Store } from '../../../kit/api/store.ts'
import { deliverMail, tokenIn } from '../../../kit/messages/deliver-mail.ts'

const SHOP = 'asha.example'
const OTHER = 'bela.example'
const OLD = 'zari-loom-7'
const NEW = 'kasavu-river-9'

let store: Store
let email: string
let token: string
let people = 0

beforeAll(async () => {
  store = await openStore()
  for (const tenant of [ASHA, BELA]) {
    await putTenant(store.db, {
      ...tenant,
      record: {
        ...tenant.record,
        capabilities: [
          'account-data',
          'account-settings',
          'cancellation',
          'email-change',
          'order-lines',
          'returns',
        ],
      },
    })
  }
}, 60_000)

afterAll(() => store.close())

beforeEach(async () => {
  email = `meera${people++}@example.com`
  await register(email)
  token = (await signIn(OLD)).body.token
  await deliverMail(store, 'asha')
})

const register = (address: string) =>
  store.call(SHOP, '/users/register', {
    body: { email: address, password: OLD, firstName: 'Meera', lastName: 'Iyer' },
  })
const signIn = (password: string, address = email) =>
  store.call(SHOP, '/users/authorize', { body: { email: address, password } })
const post = (path: string, body?: unknown, shop = SHOP) =>
  store.call(shop, path, { method: 'POST', token, ...(body !== undefined && { body }) })
const isSignedIn = async (session: string) =>
  (await store.call(SHOP, '/accountInfo', { token: session })).status === 200

describe('changing the password', () => {
  it('needs the old one', { tags: ['@asvs-6.2.2', '@asvs-6.2.3', '@req-11.33'] }, async () => {
    const refused = await post('/account/password', { currentPassword: NEW, password: NEW })
    expect([refused.status, refused.body]).toEqual([
      422,
      { error: 'The password is incorrect.', code: 'wrong-password' },
    ])
    expect((await post('/account/password', { currentPassword: OLD, password: NEW })).status).toBe(204)
    expect((await signIn(OLD)).status).toBe(401)
    expect((await signIn(NEW)).status).toBe(200)
  })

  it('ends the other sessions, and tells the shopper', { tags: ['@asvs-7.4.3', '@req-11.33'] }, async () => {
    const elsewhere = (await signIn(OLD)).body.token
    await post('/account/password', { currentPassword: OLD, password: NEW })
    expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await deliverMail(store, 'asha')).toMatchObject([
      { kind: 'password changed', recipient: { email } },
    ])
  })

  it('takes no password that is easy to guess', async () => {
    expect((await post('/account/password', { currentPassword: OLD, password: 'password1' })).status).toBe(
      422,
    )
  })

  it('is refused after ten wrong passwords in an hour, wherever they come from', async () => {
    const limited = serve(store.db, { rateLimits: true })
    const body = { currentPassword: 'wrong-one-1', password: NEW }
    const statuses = []
    for (let count = 0; count < 11; count++)
      statuses.push(
        (await limited.call(SHOP, '/account/password', { body, token, peer: `10.8.0.${count}` })).status,
      )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })
})

it('signing out everywhere ends each session of the account, and no other', async () => {
  const elsewhere = (await signIn(OLD)).body.token
  const { token: other } = await store.signIn(SHOP)
  expect((await post('/account/sign-out')).status).toBe(204)
  expect([await isSignedIn(token), await isSignedIn(elsewhere), await isSignedIn(other)]).toEqual([
    ...[false, false],
    true,
  ])
})

describe('changing the e-mail', () => {
  const fresh = () => `new.${email}`
  const askFor = async (address: string) => {
    const { status } = await post('/account/email', { email: address, password: OLD })
    expect(status).toBe(204)
    return deliverMail(store, 'asha')
  }
  const confirm = (link: string, shop = SHOP) =>
    store.call(shop, '/account/email/confirmation', { body: { token: link } })

  it('is confirmed by the link that the new address gets, once, and the old one is told', async () => {
    const sent = await askFor(fresh())
    expect(sent).toMatchObject([{ kind: 'email confirmation', recipient: { email: fresh() } }])
    expect((await signIn(OLD)).status).toBe(200)
    const link = tokenIn(sent, 'email confirmation')
    expect((await confirm(link, OTHER)).status).toBe(422)
    expect((await confirm(link)).status).toBe(204)
    expect((await confirm(link)).status).toBe(422)
    expect((await signIn(OLD)).status).toBe(401)
    expect((await signIn(OLD, fresh())).status).toBe(200)
    expect(await deliverMail(store, 'asha')).toMatchObject([
      { kind: 'email changed', recipient: { name: 'Meera', email } },
    ])
  })

  it('needs the password', { tags: ['@asvs-7.5.1', '@req-11.33'] }, async () => {
    expect((await post('/account/email', { email: fresh(), password: NEW })).body.code).toBe('wrong-password')
    expect(await deliverMail(store, 'asha')).toEqual([])
  })

  it('to the address of another account says the same, and sends nothing', async () => {
    await register('taken@example.com')
    expect(await askFor('taken@example.com')).toEqual([])
  })

  it('is refused once another account has taken the address', async () => {
    const link = tokenIn(await askFor(fresh()), 'email confirmation')
    await register(fresh())
    expect((await confirm(link)).status).toBe(422)
    expect((await signIn(OLD)).status).toBe(200)
  })

  it('to one address by several accounts at once is that of one of them', async () => {
    const links: string[] = []
    for (const address of ['first@example.com', 'second@example.com', 'third@example.com']) {
      await register(address)
      token = (await signIn(OLD, address)).body.token
      links.push(tokenIn(await askFor(fresh()), 'email confirmation'))
    }
    const confirmed = await Promise.all(links.map((link) => confirm(link)))
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual([204, 422, 422])
    expect((await signIn(OLD, fresh())).status).toBe(200)
  })

  it('lets the orders of the account be tracked with the new one', async () => {
    const orderId = await placeOrder()
    const link = tokenIn(await askFor(fresh()), 'email confirmation')
    await confirm(link)
    const track = (contactInfo: string) =>
      store.call(SHOP, `/orders/${orderId}?contactInfo=${encodeURIComponent(contactInfo)}`)
    expect((await track(fresh())).status).toBe(200)
    expect((await track(email)).status).toBe(404)
  })
})

describe('the data of an account', () => {
  it('are a download for its shopper alone, without secrets', async () => {
    await placeOrder()
    const { status, body, headers } = await store.call(SHOP, '/account/data', { token })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.account).toMatchObject({ email, firstName: 'Meera', lastName: 'Iyer' })
    expect(body.records.orders).toMatchObject([{ contactEmail: email }])
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|"hash"/)
    expect((await store.call(SHOP, '/account/data')).status).toBe(401)
    const { token: other } = await store.signIn(SHOP)
    expect(JSON.stringify((await store.call(SHOP, '/account/data', { token: other })).body)).not.toContain(
      email,
    )
  })

  it('are deleted with the password, for good', { tags: ['@req-11.34'] }, async () => {
    expect((await post('/account/erasure', { password: NEW })).body.code).toBe('wrong-password')
    expect(await isSignedIn(token)).toBe(true)
    expect((await post('/account/erasure', { password: OLD })).status).toBe(204)
    expect(await isSignedIn(token)).toBe(false)
    expect((await signIn(OLD)).status).toBe(401)
    const rows = await withTenant(store.db, 'asha', async (tx) => [
      ...(await tx.select().from(users)),
      ...(await tx.select().from(orders)),
    ])
    expect(JSON.stringify(rows)).not.toContain(email)
  })

  it('stay while an order is open, with the reason', { tags: ['@req-11.34'] }, async () => {
    const orderId = await placeOrder()
    const refused = await post('/account/erasure', { password: OLD })
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: 'The account can be deleted once its orders, returns and refunds are finished.',
        ...{ code: 'open-matters', openOrders: 1, openReturns: 0, refundsDue: 0 },
      },
    ])
    await post(`/orders/${orderId}/cancellation`, {})
    expect((await post('/account/erasure', { password: OLD })).status).toBe(204)
  })

  it('stay while a refund is due', async () => {
    const orderId = await placeOrder()
    const number = orderId.replaceAll('-', '')
    const receipt = { method: 'bank', reference: 'UTR 1' } as const
    await withTenant(store.db, 'asha', (tx) => advanceOrder(tx, 'asha', number, 1, { receipt }))
    await post(`/orders/${orderId}/cancellation`, {})
    const { status, body } = await post('/account/erasure', { password: OLD })
    expect([status, body.openOrders, body.refundsDue]).toEqual([409, 0, 1])
  })

  it('stay while the money of received pieces is due', async () => {
    const orderId = await placeOrder()
    const number = orderId.replaceAll('-', '')
    const receipt = { method: 'bank', reference: 'UTR 2' } as const
    const { now } = store.clock
    await withTenant(store.db, 'asha', async (tx) => {
      await advanceOrder(tx, 'asha', number, 1, { receipt, now })
      for (const status of [2, 3] as const) await advanceOrder(tx, 'asha', number, status, { now })
    })
    const items = [{ id: `${orderId}-1`, quantity: 1 }]
    await post(`/orders/${orderId}/returns`, { items, reason: 'Too small' })
    await withTenant(store.db, 'asha', async (tx) => {
      const [asked] = await listReturns(tx, 'asha', { statuses: ['requested'] })
      const named = { id: asked?.id ?? '', now }
      await decideReturn(tx, 'asha', { ...named, status: 'accepted' })
      await receiveReturn(tx, 'asha', { ...named, isSpoiled: false })
    })
    const { status, body } = await post('/account/erasure', { password: OLD })
    expect([status, body.openReturns, body.refundsDue]).toEqual([409, 0, 1])
    expect(await isSignedIn(token)).toBe(true)
  })
})

it('a shop without the capabilities offers none of it', async () => {
  await putTenant(store.db, ASHA)
  const calls: [string, unknown][] = [
    ['/account/password', { currentPassword: OLD, password: NEW }],
    ['/account/sign-out', undefined],
    ['/account/email', { email: 'a@b.example', password: OLD }],
    ['/account/email/confirmation', { token: '' }],
    ['/account/erasure', { password: OLD }],
  ]
  for (const [path, body] of calls) expect((await post(path, body)).status).toBe(404)
  expect((await store.call(SHOP, '/account/data', { token })).status).toBe(404)
  expect(await isSignedIn(token)).toBe(true)
})

async function placeOrder(): Promise<string> {
  const products = { [await store.productId(SHOP, 'kurta')]: 1 }
  const { body } = await post('/orders', { products, shippingAddress: ADDRESS })
  return String(body.id)
}
