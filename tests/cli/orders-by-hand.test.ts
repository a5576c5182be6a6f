import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import type { StoreRecord } from '../../api/db/store-record.ts'
import { findPerson } from '../../api/modules/personal-data/personal-data.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { findCredentials } from '../../api/modules/users/accounts.ts'
import { ASHA, openSandboxStore, product, serve, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'
const ADDRESS = [
  ...['--name', 'Meera Iyer', '--phone', '+91 91234 56789', '--address', '4 Lake Road'],
  ...['--city', 'Pune', '--state', 'Maharashtra', '--postal-code', '411001'],
]

let store: Store
/** Without the sandbox, shoppers pay to the shop's own UPI id. */
let production: ReturnType<typeof serve>

beforeAll(async () => {
  const variants = [{ options: { Size: 'M' }, regularPrice: 999.5, sku: 'KURTA-M', stock: 9, images: [] }]
  const options = [{ name: 'Size', values: ['M'] }]
  store = await openSandboxStore([product('kurta', { options, variants })])
  const capabilities: StoreRecord['capabilities'] = ['order-lines', 'payment-links']
  const payee = { ...ASHA.payee, confirmsWithinHours: 24 }
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record: { ...ASHA.record, capabilities }, payee })
  production = serve(store.db, { sandbox: false })
}, 300_000)

afterAll(() => store.close())

const command = (...argv: string[]) => run(store.db, '.', ...argv)
const create = (...argv: string[]) => command('orders', 'create', 'asha', ...argv, ...ADDRESS)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

const created = async (...argv: string[]) => json('orders', 'create', 'asha', ...argv, ...ADDRESS)
const shown = (orderId: string) => json('orders', 'show', 'asha', orderId)
const stock = async () => Number((await json('stock', 'list', 'asha'))[0].stock)
const found = async (text: string): Promise<string[]> =>
  (await json('orders', 'list', 'asha', '--search', text)).map(({ id }: { id: string }) => id)

async function booksAgree(): Promise<void> {
  for (const books of ['stock', 'money', 'history']) {
    expect((await command('check', books, 'asha')).lines).toEqual(['✓ The books agree.'])
  }
}

describe('store orders create', { tags: ['@req-12.3'] }, () => {
  it('takes pieces of the stock at the price of the shop, for a payment that is received', async () => {
    const before = await stock()
    const said = await create('KURTA-M=2', '--pay', 'received', '--method', 'cash', '--reference', 'till 2')
    expect(said.problems).toEqual([])
    expect(said.lines).toEqual([expect.stringMatching(/^Order [-0-9A-Z]{14} is paid\.$/)])
    expect(await stock()).toBe(before - 2)
    const orderId = said.lines[0]?.slice(6, 20) ?? ''
    expect(await shown(orderId)).toMatchObject({
      ...{ status: 'processing', payment: 'paid', total: 1999, email: '' },
      payments: [{ amount: 1999, method: 'cash', reference: 'till 2' }],
    })
    await booksAgree()
  })

  it('says what an order would cost, and changes nothing', async () => {
    const before = await stock()
    const said = await create('KURTA-M', '--pay', 'link', '--dry-run')
    expect(said.lines).toEqual(['It would cost ₹999.50.', 'Dry run: nothing was changed.'])
    expect(await stock()).toBe(before)
  })

  it('makes a link that pays the order, and shows nothing but the first name', async () => {
    const { id, payUrl } = await created('KURTA-M', '--pay', 'link')
    const [, token = ''] = /^http:\/\/asha\.localhost:4321\/pay\/(.+)$/.exec(payUrl) ?? []
    const linked = await production.call(SHOP, `/payment-links/${token}`)
    expect(linked.body).toMatchObject({ firstName: 'Meera', payment: { state: 'unpaid', total: 999.5 } })
    const fields = { method: 'upi-qr', phone: '+919876543210', reference: '412345678999' }
    const paid = await production.call(SHOP, `/payment-links/${token}/payments`, { body: { fields } })
    expect(paid.body).toMatchObject({ success: true, action: { type: 'qr' } })
    expect((await shown(id)).customerReference).toBe('412345678999')
    await command('payments', 'received', 'asha', id, '--reference', '412345678999')
    expect((await shown(id)).status).toBe('processing')
    await booksAgree()
  })

  it('belongs to no account: its customer follows it by number and phone', async () => {
    const { id } = await created('KURTA-M', '--pay', 'received', '--reference', '412345678998')
    const track = async (contact: string) =>
      (await store.call(SHOP, `/orders/${id}?contactInfo=${encodeURIComponent(contact)}`)).status
    expect(await track('91234 56789')).toBe(200)
    for (const other of ['98765 43210', '%20', 'meera@example.com']) expect(await track(other)).toBe(404)
    const { token } = await store.signIn(SHOP)
    expect((await store.call(SHOP, '/orders', { token })).body).toEqual([])
    const pay = { orderId: id, fields: { method: 'upi-qr', phone: '+919876543210' } }
    expect((await production.call(SHOP, '/payments', { body: pay, token })).status).toBe(404)
  })

  it('refuses what the shop does not have, and keeps nothing of it', async () => {
    const before = await json('orders', 'list', 'asha')
    const refused = async (...argv: string[]) => (await create(...argv)).problems
    expect(await refused('KURTA-XL', '--pay', 'link')).toEqual([
      'The shop has no variant with the SKU or id KURTA-XL, and no product with this id.',
    ])
    expect(await refused('KURTA-M=90', '--pay', 'link')).toEqual([
      expect.stringMatching(/^Only \d pieces? of Title of kurta in M (?:is|are) left\./),
    ])
    expect(await refused('KURTA-M', '--pay', 'received')).toEqual([
      '--pay received needs the --reference of the payment.',
    ])
    expect(await refused('KURTA-M', '--pay', 'received', '--reference', '412345678998')).toEqual([
      expect.stringContaining('is already recorded for order'),
    ])
    expect(await json('orders', 'list', 'asha')).toEqual(before)
    await booksAgree()
  })
})

describe('notes and references', { tags: ['@req-12.5'] }, () => {
  it('are shown and found', async () => {
    const { orderId } = await store.placeOrder(SHOP)
    await command('orders', 'note', 'asha', orderId, 'Calls back on Monday')
    await command('orders', 'note', 'asha', orderId, 'Wants gift wrap')
    await command('orders', 'reference', 'asha', orderId, 'Tally 2026/118')
    expect(await shown(orderId)).toMatchObject({
      reference: 'Tally 2026/118',
      notes: [{ text: 'Calls back on Monday' }, { text: 'Wants gift wrap' }],
    })
    const { lines } = await command('orders', 'show', 'asha', orderId)
    expect(lines).toContain('  Reference Tally 2026/118')
    expect(lines.join('\n')).toContain(': Wants gift wrap')
    expect(await found('gift WRAP')).toEqual([orderId])
    expect(await found('2026/118')).toEqual([orderId])
    await command('orders', 'reference', 'asha', orderId)
    expect(await found('2026/118')).toEqual([])
  })

  it('are those of an order of the shop', async () => {
    expect((await command('orders', 'note', 'asha', '7K3M-9Q2X-V0AB', 'x')).problems).toEqual([
      'This shop has no order 7K3M-9Q2X-V0AB.',
    ])
  })
})

describe('erasure', { tags: ['@req-12.3'] }, () => {
  it('takes the name, contact, notes and reference of an order by hand', async () => {
    const one = await created('KURTA-M', '--pay', 'received', '--reference', 'R1', '--note', 'Likes blue')
    const open = await command('users', 'erase', 'asha', one.id)
    expect(open.problems[0]).toContain('Deliver or cancel open orders first')
    for (const { id, status } of await json('orders', 'list', 'asha', '--search', '91234 56789')) {
      if (status === 'pending') await command('orders', 'advance', 'asha', id, '--to', 'cancelled')
      if (status !== 'processing') continue
      await command('orders', 'ship', 'asha', id, '--courier', 'Delhivery', '--tracking', '1490')
      await command('orders', 'deliver', 'asha', id)
    }
    expect((await command('users', 'erase', 'asha', one.id)).problems).toEqual([])
    expect(await found('Likes blue')).toEqual([])
    expect(await found('91234 56789')).toEqual([])
    expect(await shown(one.id)).toMatchObject({ notes: [], shippingAddress: { fullName: '', phone: '' } })
  })

  it('by the owner of an account leaves orders that were taken down for its e-mail', async () => {
    const { email } = await store.signIn(SHOP)
    const { id } = await created('KURTA-M', '--pay', 'received', '--reference', 'R2', '--email', email)
    const own = await withTenant(store.db, 'asha', async (tx) => {
      const account = await findCredentials(tx, 'asha', email)
      return findPerson(tx, 'asha', { userId: account?.id ?? '' })
    })
    expect(own.orderNumbers).toEqual([])
    expect(JSON.stringify(await json('users', 'export', 'asha', email))).toContain(id.replaceAll('-', ''))
  })
})
