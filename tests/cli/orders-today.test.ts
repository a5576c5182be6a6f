import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { orders } from '../../api/db/schema.ts'
import { changeOrder, lockOrder } from '../../api/modules/orders/change-order.ts'
import type { OrderChange } from '../../api/modules/orders/lifecycle/order-rules.ts'
import type { StoreRecord } from '../../api/db/store-record.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA, openSandboxStore, product, serve, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'

let store: Store
/** Without the sandbox, shoppers pay to the shop's own UPI id. */
let production: ReturnType<typeof serve>

beforeAll(async () => {
  const variants = [{ options: { Size: 'M' }, regularPrice: 999.5, sku: 'KURTA-M', stock: 90, images: [] }]
  const options = [{ name: 'Size', values: ['M'] }]
  store = await openSandboxStore([product('kurta', { options, variants })])
  const record: StoreRecord = { ...ASHA.record, capabilities: ['order-lines', 'returns'] }
  const payee = { ...ASHA.payee, confirmsWithinHours: 24 }
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record, payee })
  production = serve(store.db, { sandbox: false })
}, 300_000)

afterAll(() => store.close())

const command = (...argv: string[]) => run(store.db, '.', ...argv)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

const listed = async (...options: string[]): Promise<string[]> =>
  (await json('orders', 'list', 'asha', ...options)).map(({ id }: { id: string }) => id)

/** What waits, by part, of this order. */
async function waiting(orderId: string) {
  const parts: [string, { order: string; next: string }[]][] = Object.entries(
    await json('orders', 'today', 'asha'),
  )
  return parts.flatMap(([part, rows]) =>
    rows.filter(({ order }) => order === orderId).map(({ next }) => `${part}: ${next}`),
  )
}

const place = () => store.placeOrder(SHOP)

async function paid() {
  const order = await place()
  await command('payments', 'received', 'asha', order.orderId, '--reference', `R${order.orderId}`)
  return order
}

async function shipped() {
  const order = await paid()
  await command('orders', 'ship', 'asha', order.orderId, '--courier', 'Delhivery', '--tracking', '1490')
  return order
}

/** Makes a change as its actor does. */
async function change(orderId: string, name: OrderChange, actor: 'shopper' | 'courier'): Promise<void> {
  await withTenant(store.db, 'asha', async (tx) => {
    const order = await lockOrder(tx, 'asha', orderId.replaceAll('-', ''))
    if (order) await changeOrder(tx, order, name, { actor, now: new Date() })
  })
}

/** The shopper pays to the shop's own UPI id, and gives the bank's reference. */
async function giveReference({ orderId, token }: { orderId: string; token: string }, reference: string) {
  const fields = { method: 'upi-qr', phone: '+919876543210', reference }
  const { body } = await production.call(SHOP, '/payments', { body: { orderId, fields }, token })
  expect(body.success).toBe(true)
}

describe('store orders today', () => {
  it('says that nothing waits', async () => {
    const said = await command('orders', 'today', 'bela')
    expect(said).toEqual({ exitCode: 0, lines: ['Nothing waits for you.'], problems: [] })
  })

  it('leads an order from its payment to its delivery', async () => {
    const { orderId } = await paid()
    expect(await waiting(orderId)).toEqual([
      `toShip: store orders ship asha ${orderId} --courier <name> --tracking <number>`,
    ])
    const { lines } = await command('orders', 'today', 'asha')
    expect(lines.slice(0, 3)).toEqual([
      'To pack and ship: 1, waiting for you',
      `  ${orderId}  ₹999.50  Asha Rao, Pune`,
      '  Next: store orders ship asha <order>=<tracking number> … --courier <name>, or --from courier.csv',
    ])
    expect(lines.at(-1)).toBe('1 thing to do.')
    await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1490')
    expect(await waiting(orderId)).toEqual([`toDeliver: store orders deliver asha ${orderId}`])
    await command('orders', 'deliver', 'asha', orderId)
    expect(await waiting(orderId)).toEqual([])
  })

  it('names the cash that the courier owes until it is recorded', async () => {
    const { orderId } = await place()
    await change(orderId, 'accept on delivery', 'shopper')
    await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1490')
    const next = `cashToCollect: store orders deliver asha ${orderId} --cash-reference <text>`
    expect(await waiting(orderId)).toEqual([next])
    await command('orders', 'deliver', 'asha', orderId, '--unpaid')
    expect(await waiting(orderId)).toEqual([next])
    await command('orders', 'deliver', 'asha', orderId, '--cash-reference', 'remittance 9')
    expect(await waiting(orderId)).toEqual([])
  })

  it('names parcels that could not be delivered or come back', async () => {
    const { orderId } = await shipped()
    await change(orderId, 'report undelivered', 'courier')
    expect(await waiting(orderId)).toEqual([`undelivered: store orders deliver asha ${orderId}`])
    await change(orderId, 'send back', 'courier')
    expect(await waiting(orderId)).toEqual([`onItsWayBack: store orders returned-to-sender asha ${orderId}`])
    await command('orders', 'returned-to-sender', 'asha', orderId)
    expect(await waiting(orderId)).toEqual([
      expect.stringMatching(/^refundsDue: store payments refunded asha \S+ --reference <text>$/),
    ])
  })

  it('has the UTR that a shopper gave, and the command that confirms it', async () => {
    const order = await place()
    await giveReference(order, '412345678901')
    expect(await waiting(order.orderId)).toEqual([
      `paymentsToCheck: store payments received asha ${order.orderId} --reference 412345678901`,
    ])
    expect((await command('orders', 'list', 'asha', '--search', '412345678901')).lines[0]).toMatch(
      /UTR 412345678901 to check$/,
    )
  })
})

describe('an order whose shopper gave a UTR', () => {
  it('shows it, and is cancelled only knowingly', async () => {
    const order = await place()
    const { orderId } = order
    await giveReference(order, '412345678902')
    expect((await command('orders', 'show', 'asha', orderId)).lines).toContain(
      `  UTR 412345678902 given by the shopper. If it arrived: store payments received asha ${orderId} --reference 412345678902`,
    )
    expect(await json('orders', 'show', 'asha', orderId)).toMatchObject({ customerReference: '412345678902' })
    const cancel = (...options: string[]) =>
      command('orders', 'advance', 'asha', orderId, '--to', 'cancelled', ...options)
    expect(await cancel()).toEqual({
      exitCode: 1,
      lines: [],
      problems: [
        `The shopper of order ${orderId} gave the UTR 412345678902, so the money may have arrived. Look for it at the bank, and record it with: store payments received. To cancel the order all the same, add --despite-utr.`,
      ],
    })
    expect(await json('orders', 'show', 'asha', orderId)).toMatchObject({ status: 'pending' })
    expect((await cancel('--despite-utr')).lines).toEqual([`Order ${orderId}: pending → cancelled.`])
    const later = await command('payments', 'received', 'asha', orderId, '--reference', '412345678902')
    expect(later.lines[0]).toContain('refund due')
  })

  it('is cancelled as any other once its money was received', async () => {
    const order = await place()
    await giveReference(order, '412345678903')
    await command('payments', 'received', 'asha', order.orderId, '--reference', '412345678903')
    const said = await command('orders', 'advance', 'asha', order.orderId, '--to', 'cancelled')
    expect(said.exitCode).toBe(0)
  })
})

describe('store orders list', () => {
  it('finds orders by number, name, phone, e-mail, SKU and bank reference', async () => {
    const order = await paid()
    const { orderId, email } = order
    await withTenant(store.db, 'asha', async (tx) => {
      const found = await lockOrder(tx, 'asha', orderId.replaceAll('-', ''))
      const shippingAddress = { ...found?.shippingAddress, fullName: 'Zeenat 100% O_Brien' }
      await tx
        .update(orders)
        .set({ shippingAddress: shippingAddress as never, contactPhone: '9000011111' })
        .where(and(eq(orders.tenantId, 'asha'), eq(orders.number, orderId.replaceAll('-', ''))))
    })
    const texts = [
      ...[orderId, orderId.toLowerCase().replaceAll('-', ' '), 'zeenat', '100% O_B', '+91 90000 11111'],
      ...['९०००० ११११', email.toUpperCase(), `R${orderId}`],
    ]
    for (const text of texts) expect([text, await listed('--search', text)]).toEqual([text, [orderId]])
    expect(await listed('--search', 'kurta-m')).toContain(orderId)
    for (const text of ['100_', 'O%B', 'no such name']) {
      expect([text, await listed('--search', text)]).toEqual([text, []])
    }
  })

  it('takes days of India, the last one with it', async () => {
    const { orderId } = await place()
    const at = async (moment: string) =>
      withTenant(store.db, 'asha', (tx) =>
        tx
          .update(orders)
          .set({ createdAt: new Date(moment) })
          .where(and(eq(orders.tenantId, 'asha'), eq(orders.number, orderId.replaceAll('-', '')))),
      )
    await at('2025-03-09T18:30:00Z')
    expect(await listed('--since', '2025-03-10', '--until', '2025-03-10')).toEqual([orderId])
    await at('2025-03-10T18:30:00Z')
    expect(await listed('--since', '2025-03-10', '--until', '2025-03-10')).toEqual([])
    const swapped = await command('orders', 'list', 'asha', '--since', '2025-03-11', '--until', '2025-03-10')
    expect(swapped.problems).toEqual(['--since 2025-03-11 is after --until 2025-03-10.'])
    expect((await command('orders', 'list', 'asha', '--since', '10.3.2025')).exitCode).toBe(2)
  })

  it('shows and finds the state of a parcel', async () => {
    const { orderId } = await shipped()
    await change(orderId, 'report undelivered', 'courier')
    const { lines } = await command('orders', 'list', 'asha', '--status', 'undelivered')
    expect(lines).toEqual([expect.stringContaining('shipped (undelivered)  paid'), '1 undelivered order.'])
    expect(await listed('--status', 'shipped')).toContain(orderId)
  })

  it('names the returns that the shop has to deal with', async () => {
    const order = await shipped()
    await command('orders', 'deliver', 'asha', order.orderId)
    const { body } = await store.call(SHOP, `/orders/${order.orderId}/returns`, {
      body: { items: [{ id: `${order.orderId}-1`, quantity: 1 }], reason: 'Too small' },
      token: order.token,
    })
    const { id } = body.returns[0]
    const line = async () =>
      (await command('orders', 'list', 'asha', '--search', order.orderId)).lines[0] ?? ''
    expect(await line()).toMatch(new RegExp(`  return ${id} requested$`))
    expect(await waiting(order.orderId)).toEqual([
      `returnsToDecide: store returns accept asha ${id}, or: store returns refuse asha ${id}`,
    ])
    await command('returns', 'refuse', 'asha', id)
    expect(await line()).not.toContain('return')
  })
})
