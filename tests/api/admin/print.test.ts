import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { putTenant } from '../../../api/modules/tenants/write.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { ADDRESS, ASHA, openStore, product, type ApiResponse, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'

let store: Store
let manager: Staff
let packer: Staff

beforeAll(async () => {
  store = await openStore([product('kurta', { attributes: [{ key: 'HSN', value: ['6204'] }] })])
  await putTenant(store.db, {
    ...ASHA,
    hosts: [HOST],
    record: { ...ASHA.record, capabilities: ['order-lines', 'tax-invoice'], gstin: '27AAAAA0000A1Z5' },
  })
  manager = await signInStaff(store, HOST, 'manager')
  packer = await signInStaff(store, HOST, 'packer')
})

afterAll(() => store.close())

async function placePaid(reference: string, fullName = 'Asha Rao'): Promise<string> {
  const { token } = await store.signIn(HOST)
  const products = { [await store.productId(HOST, 'kurta')]: 1 }
  const { body } = await store.call(HOST, '/orders', {
    body: { products, shippingAddress: { ...ADDRESS, fullName } },
    token,
  })
  await manager.call(`/orders/${body.id}/accept`, { body: { receipt: { method: 'upi', reference } } })
  return body.id
}

/** Expects a page whose policy allows its own style and script, and nothing else. */
function expectPrintable({ status, headers, body }: ApiResponse): void {
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  const policy = headers.get('content-security-policy') ?? ''
  const hashes = [...String(body).matchAll(/<(style|script)>([^]*?)<\/\1>/g)].map(
    ([, name = '', text = '']) =>
      `${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  expect(hashes).toHaveLength(2)
  for (const allowed of hashes) expect(policy).toContain(allowed)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-scripts allow-modals')
}

describe('pages to print', { tags: ['@req-12.7'] }, () => {
  it('are slips and labels of the chosen orders, in their order, for a packer too', async () => {
    const [one, two] = [await placePaid('UTR1000000001'), await placePaid('UTR1000000002')]
    for (const kind of ['slips', 'labels']) {
      const page = await packer.call(`/orders/${kind}?orders=${two},${one}`)
      expectPrintable(page)
      const shown = [...String(page.body).matchAll(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/g)].map(([id]) => id)
      expect(shown).toEqual([two, one])
    }
    const waiting = await packer.call('/orders/slips')
    expect(waiting.body).toContain(one)
    expect(waiting.body).toContain(two)
  })

  it('show what shoppers typed as text', async () => {
    const order = await placePaid('UTR2000000001', 'Rao <script>alert(1)</script>')
    const page = await packer.call(`/orders/slips?orders=${order}`)
    expect(page.body).toContain('&lt;script&gt;alert')
    expectPrintable(page)
  })

  it('are tax documents as they were issued', async () => {
    const order = await placePaid('UTR3000000001')
    expect((await manager.call(`/orders/tax-documents?orders=${order}`)).status).toBe(404)
    await packer.call(`/orders/${order}/ship`, { body: { courier: 'Delhivery', trackingNumber: 'DL 1' } })
    const { body } = await manager.call(`/orders/${order}`)
    expect(body.taxDocuments).toEqual([
      {
        number: expect.stringMatching(/^INV/),
        kind: 'tax-invoice',
        total: 999.5,
        issuedAt: expect.any(String),
      },
    ])
    const page = await manager.call(`/orders/tax-documents?orders=${order}`)
    expectPrintable(page)
    expect(page.body).toContain(body.taxDocuments[0].number)
  })

  it('are refused for an order that is not packed, and for what is no number', async () => {
    const { orderId } = await store.placeOrder(HOST)
    const refused = await packer.call(`/orders/slips?orders=${orderId}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'refused'])
    expect(refused.body.error).toContain('Only a processing or shipped order is packed.')
    expect((await packer.call('/orders/labels?orders=x')).status).toBe(409)
    const many = Array.from({ length: 201 }, () => orderId).join(',')
    expect((await packer.call(`/orders/labels?orders=${many}`)).status).toBe(422)
  })
})

describe("the courier's file", { tags: ['@req-12.7'] }, () => {
  it('has a row for each chosen order, and filled it ships them', async () => {
    const order = await placePaid('UTR4000000001')
    const file = await packer.call(`/orders/courier-file?orders=${order}`)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="parcels.csv"')
    const [heads, row, ...rest] = String(file.body).trimEnd().split('\n')
    expect(heads).toMatch(/^order,name,.*courier,tracking number$/)
    expect(row).toContain(order)
    expect(rest).toEqual([])
    const csv = `${heads}\n${row?.replace(/,,$/, ',Delhivery,DL 7')}\n`
    const shipped = await packer.call('/orders/ship', { body: { csv } })
    expect(shipped.body.orders).toMatchObject([{ order, outcome: 'changed' }])
  })
})

describe('notes and the own reference of an order', { tags: ['@req-12.7'] }, () => {
  it('are written by staff, found by the search, and not repeated by the log', async () => {
    const { orderId } = await store.placeOrder(HOST)
    expect((await packer.call(`/orders/${orderId}/notes`, { body: { text: ' ' } })).status).toBe(422)
    const noted = await packer.call(`/orders/${orderId}/notes`, { body: { text: ' Calls back on Monday ' } })
    expect(noted.body.notes).toMatchObject([{ text: 'Calls back on Monday' }])
    const named = await manager.call(`/orders/${orderId}/reference`, {
      method: 'PUT',
      body: { reference: 'Tally 2026/118' },
    })
    expect(named.body.reference).toBe('Tally 2026/118')
    for (const typed of ['back on Mon', 'tally 2026'])
      expect((await packer.call(`/orders?q=${encodeURIComponent(typed)}`)).body.data).toMatchObject([
        { id: orderId, reference: 'Tally 2026/118' },
      ])
    const { body: log } = await manager.call(`/audit?q=${orderId}`)
    const actions = log.data.map((one: { action: string }) => one.action)
    expect(actions).toEqual(['setOrderReference', 'addOrderNote'])
    expect(JSON.stringify(log)).not.toMatch(/Monday|Tally/)
    const removed = await manager.call(`/orders/${orderId}/reference`, {
      method: 'PUT',
      body: { reference: null },
    })
    expect(removed.body.reference).toBeNull()
  })
})
