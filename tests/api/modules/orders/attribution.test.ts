import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { orders } from '../../../../api/db/schema.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { ADDRESS, ASHA, openStore, type Store } from '../../../kit/api/store.ts'

const AD = {
  clickedAt: '2026-11-20T08:30:00.000Z',
  tags: { gclid: 'Cj0KCQ-7', utm_campaign: 'Diwali 2026' },
  consent: { at: '2026-11-20T08:30:04.000Z', text: 'May we record the ad that brought you here?' },
}

let store: Store

beforeAll(async () => {
  store = await openStore()
  await putTenant(store.db, {
    ...ASHA,
    record: { ...ASHA.record, capabilities: ['idempotency-key', 'attribution'] },
  })
}, 60_000)

afterAll(() => store.close())

async function order(host: string, attribution: unknown, key: string = crypto.randomUUID()) {
  const person = await store.signIn(host)
  const products = { [await store.productId(host, 'kurta')]: 1 }
  const place = (what: unknown) =>
    store.call(host, '/orders', {
      body: { products, shippingAddress: ADDRESS, attribution: what },
      token: person.token,
      headers: { 'idempotency-key': key },
    })
  return { ...person, place, ...(await place(attribution)) }
}

async function show(shop: string, id: string) {
  const { lines } = await run(store.db, '.', 'orders', 'show', shop, id, '--json')
  return JSON.parse(lines.join('\n'))
}

describe('the ad that led to an order', () => {
  it(
    'is shown to the merchant with the order, as lines, as JSON and in the table',
    { tags: ['@req-11.10'] },
    async () => {
      const { body } = await order('asha.example', AD)
      const { lines } = await run(store.db, '.', 'orders', 'show', 'asha', body.id)
      expect(lines.slice(-2)).toEqual([
        '  Ad of 20 Nov 2026, 2:00 pm IST: gclid=Cj0KCQ-7&utm_campaign=Diwali+2026',
        '  Recorded by consent of 20 Nov 2026, 2:00 pm IST: "May we record the ad that brought you here?"',
      ])
      expect((await show('asha', body.id)).attribution).toEqual(AD)
      const { lines: table } = await run(store.db, '.', 'orders', 'export', 'asha', '--format', 'csv')
      expect(table[0]).toMatch(/,ad clicked,ad tags,options,sku,line discount,offer$/)
      expect(table.find((row) => row.startsWith(body.id))).toMatch(
        /,999\.50,2026-11-20T14:00:00\+05:30,gclid=Cj0KCQ-7&utm_campaign=Diwali\+2026,,,,$/,
      )
    },
  )

  it('is sent to neither the shopper nor callers of order tracking', async () => {
    const { body, token, email } = await order('asha.example', AD)
    const own = await store.call('asha.example', '/orders', { token })
    const tracked = await store.call('asha.example', `/orders/${body.id}?contactInfo=${email}`)
    expect(JSON.stringify([own.body, tracked.body])).not.toContain('Cj0KCQ')
  })

  it('is in no log', async () => {
    const { body, place } = await order('asha.example', AD)
    await store.call('asha.example', `/orders/${body.id}?contactInfo=stranger@example.com`)
    await place({ ...AD, clickedAt: 'never' })
    expect(store.log.length).toBeGreaterThan(0)
    expect(JSON.stringify(store.log)).not.toContain('Cj0KCQ')
  })

  it('is not kept by a shop whose record does not ask for it', async () => {
    const { status, body } = await order('bela.example', AD)
    expect(status).toBe(201)
    expect((await show('bela', body.id)).attribution).toBeNull()
  })

  it('creates no second order for a retry after another ad', async () => {
    const { body, place } = await order('asha.example', AD)
    const again = await place({ ...AD, tags: { fbclid: 'x' } })
    expect(again.body).toEqual(body)
    expect((await show('asha', body.id)).attribution).toEqual(AD)
  })

  it('is erased with the account', async () => {
    const { body, email } = await order('asha.example', AD)
    await run(store.db, '.', 'orders', 'advance', 'asha', body.id, '--to', 'cancelled')
    await run(store.db, '.', 'users', 'erase', 'asha', email)
    expect((await show('asha', body.id)).attribution).toBeNull()
  })

  it("is part of the export of a person's data", async () => {
    const { email } = await order('asha.example', AD)
    const { lines } = await run(store.db, '.', 'users', 'export', 'asha', email)
    expect(JSON.parse(lines.join('\n')).orders[0].attribution).toEqual(AD)
  })

  it.each([
    ['a name that is no ad’s', { ...AD, tags: { name: 'Asha' } }],
    ['a value that is too long', { ...AD, tags: { gclid: 'x'.repeat(301) } }],
    ['markup', { ...AD, tags: { utm_term: '<b>' } }],
    ['no moment', { tags: AD.tags }],
    ['a text', 'gclid'],
  ])('is left out when it is %s, and the order is taken', async (_, attribution) => {
    const { status, body } = await order('asha.example', attribution)
    expect(status).toBe(201)
    expect((await show('asha', body.id)).attribution).toBeNull()
  })
})

it('stays in its shop', async () => {
  await order('asha.example', AD)
  const rows = await withTenant(store.db, 'bela', (tx) => tx.select().from(orders))
  expect(JSON.stringify(rows)).not.toContain('Cj0KCQ')
})
