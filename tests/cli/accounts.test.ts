import { afterAll, beforeAll, expect, it } from 'vitest'

import { orders } from '../../api/db/schema.ts'
import { withTenant } from '../../api/db/index.ts'
import { ASHA, openStore, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.example'

let store: Store

beforeAll(async () => {
  store = await openStore()
}, 60_000)

afterAll(() => store.close())

async function isSignedIn(token: string, host = SHOP): Promise<boolean> {
  return (await store.call(host, '/accountInfo', { token })).status === 200
}

it('ends the sessions of one account', { tags: ['@asvs-7.4.5'] }, async () => {
  const one = await store.signIn(SHOP)
  const other = await store.signIn(SHOP)
  const { exitCode, lines } = await run(
    store.db,
    '.',
    'accounts',
    'sign-out',
    'asha',
    one.email.toUpperCase(),
  )
  expect([exitCode, lines]).toEqual([0, [`Ended 1 session of ${one.email.toUpperCase()}.`]])
  expect(await isSignedIn(one.token)).toBe(false)
  expect(await isSignedIn(other.token)).toBe(true)
})

it(
  'ends the sessions of every account of the shop, and of no other shop',
  { tags: ['@asvs-7.4.5'] },
  async () => {
    const here = [await store.signIn(SHOP), await store.signIn(SHOP)]
    const elsewhere = await store.signIn('bela.example')
    expect((await run(store.db, '.', 'accounts', 'sign-out', 'asha')).exitCode).toBe(0)
    for (const { token } of here) expect(await isSignedIn(token)).toBe(false)
    expect(await isSignedIn(elsewhere.token, 'bela.example')).toBe(true)
  },
)

it('erases a person and keeps the orders', { tags: ['@asvs-7.4.2'] }, async () => {
  const { orderId, email, token } = await store.placeOrder(SHOP)
  await run(store.db, '.', 'orders', 'advance', 'asha', orderId, '--to', 'cancelled')
  expect(await run(store.db, '.', 'accounts', 'erase', 'asha', email)).toMatchObject({
    exitCode: 0,
    lines: [`Erased ${email}. The orders stay, without name, address and contact.`],
  })
  expect(await isSignedIn(token)).toBe(false)
  for (const contact of ['', email, '9876543210', 'erased']) {
    const query = `contactInfo=${encodeURIComponent(contact)}`
    expect((await store.call(SHOP, `/orders/${orderId}?${query}`)).status).toBe(404)
  }
  const rows = await withTenant(store.db, ASHA.id, (tx) => tx.select().from(orders))
  expect(rows).toHaveLength(1)
  expect(rows[0]?.total).toBe(99_950)
  expect(JSON.stringify(rows)).not.toMatch(/Asha|MG Road|Pune|411001|43210|shopper/)

  const body = { email, password: 'zari-loom-7', firstName: 'Meera', lastName: 'Iyer' }
  expect((await store.call(SHOP, '/users/register', { body })).status).toBe(201)
})

it('erases no account with an order that still needs its address', async () => {
  const { email, token } = await store.placeOrder(SHOP)
  expect(await run(store.db, '.', 'accounts', 'erase', 'asha', email)).toMatchObject({
    exitCode: 1,
    problems: [`${email} has 1 open order. Deliver or cancel open orders first: they need the address.`],
  })
  expect(await isSignedIn(token)).toBe(true)
})

it.each(['sign-out', 'erase'])('%s names an account that the shop does not have', async (command) => {
  expect(await run(store.db, '.', 'accounts', command, 'bela', 'nobody@example.com')).toMatchObject({
    exitCode: 1,
    problems: ['The shop bela has no account with the email nobody@example.com. Check the email.'],
  })
})
