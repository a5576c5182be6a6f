import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import { terminalOutput } from '../../cli/output.ts'
import { withTenant, type Database } from '../../api/db/index.ts'
import { orderItems, orderReturns, orders, payments, users } from '../../api/db/schema.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'
import { run, runWith } from './command-line.ts'
import { folderWith } from './shop-files.ts'

let db: Database

const shippingAddress = {
  fullName: 'Asha Rao',
  address: '1 Temple Road',
  city: 'Mysuru',
  state: 'Karnataka',
  postalCode: '570001',
  phone: '+919876543210',
}

async function createOrder(tenantId: string, number: string, status: number, day: number): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    tx.insert(orders).values({
      tenantId,
      number,
      userId: 'asha',
      status,
      total: 149950,
      shippingAddress,
      contactEmail: 'asha@example.com',
      contactPhone: '9876543210',
      createdAt: new Date(Date.UTC(2026, 0, day, 9, 30)),
    }),
  )
}

beforeAll(async () => {
  db = await openTestDatabase()
  for (const id of ['silk', 'other']) {
    const record = { storeName: id, categories: [] }
    await putTenant(db, { id, hosts: [`${id}.localhost`], record, payee: { upiId: '', name: id } })
    await withTenant(db, id, (tx) =>
      tx.insert(users).values({
        tenantId: id,
        id: 'asha',
        email: 'asha@example.com',
        passwordHash: 'x',
        firstName: 'Asha',
        lastName: 'Rao',
      }),
    )
  }
  await createOrder('silk', '7K3M9Q2XV0AB', 0, 1)
  await createOrder('silk', '111122223333', 1, 2)
  await createOrder('silk', '444455556666', 3, 3)
  await createOrder('other', 'AAAABBBBCCCC', 0, 4)
})

afterAll(() => db.close())

describe('an address that forges a line', () => {
  const FORGED = 'Pune\n7K3M-9Q2X-V0AB  5 Jan 2026, 3:00 pm IST  delivered\u202E'

  beforeAll(async () => {
    const record = { storeName: 'forged', categories: [] }
    await putTenant(db, { id: 'forged', hosts: ['forged.localhost'], record, payee: { upiId: '', name: '' } })
    await withTenant(db, 'forged', async (tx) => {
      const person = { email: 'asha@example.com', passwordHash: 'x', firstName: 'Asha', lastName: 'Rao' }
      await tx.insert(users).values({ ...person, tenantId: 'forged', id: 'asha' })
      await tx.insert(orders).values({
        ...{ tenantId: 'forged', number: 'DDDDEEEEFFFF', userId: 'asha', status: 0, total: 100 },
        ...{ shippingAddress: { ...shippingAddress, city: FORGED }, contactEmail: 'asha@example.com' },
        ...{ contactPhone: '9876543210', createdAt: new Date(Date.UTC(2026, 0, 1)) },
      })
      await tx.insert(orderItems).values({
        ...{
          tenantId: 'forged',
          orderNumber: 'DDDDEEEEFFFF',
          line: 1,
          productId: 'p',
          productTitle: 'Kurta',
        },
        ...{ quantity: 1, price: 100 },
      })
    })
  })

  async function shown(...argv: string[]): Promise<string> {
    const texts: string[] = []
    const stream = { isTTY: false, write: (text: string) => texts.push(text) }
    const output = terminalOutput(stream, stream)
    await runWith({ output }, db, folderWith(), 'orders', ...argv)
    return texts.join('')
  }

  it('does so neither in the list nor in the order', { tags: ['@decision-1.17'] }, async () => {
    const city = 'Pune\\u000a7K3M-9Q2X-V0AB  5 Jan 2026, 3:00 pm IST  delivered\\u202e'
    expect(await shown('list', 'forged')).toBe(
      `DDDD-EEEE-FFFF  1 Jan 2026, 5:30 am IST  pending  unpaid  ₹1.00  Asha Rao, ${city}\n1 order.\n`,
    )
    const order = (await shown('show', 'forged', 'DDDD-EEEE-FFFF')).trimEnd().split('\n')
    expect(order).toHaveLength(3)
    expect(order[2]).toContain(city)
  })

  it('does so in no row of the CSV', { tags: ['@decision-1.17'] }, async () => {
    const rows = (await shown('export', 'forged')).trimEnd().split('\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain('Pune\\u000a7K3M-9Q2X-V0AB  5 Jan 2026, 3:00 pm IST  delivered\\u202e')
  })

  it('does so in no JSON, which has the city as it was written', async () => {
    const json = await shown('list', 'forged', '--json')
    expect(json).not.toContain('\u202E')
    expect(JSON.parse(json)[0].city).toBe(FORGED)
  })
})

it('lists the orders of one shop, newest first', async () => {
  const { exitCode, lines } = await run(db, folderWith(), 'orders', 'list', 'silk')
  expect(exitCode).toBe(0)
  expect(lines).toEqual([
    '4444-5555-6666  3 Jan 2026, 3:00 pm IST  delivered  unpaid  ₹1,499.50  Asha Rao, Mysuru',
    '1111-2222-3333  2 Jan 2026, 3:00 pm IST  processing  unpaid  ₹1,499.50  Asha Rao, Mysuru',
    '7K3M-9Q2X-V0AB  1 Jan 2026, 3:00 pm IST  pending  unpaid  ₹1,499.50  Asha Rao, Mysuru',
    '3 orders.',
  ])
})

it('lists the orders of one status', async () => {
  const { lines } = await run(db, folderWith(), 'orders', 'list', 'silk', '--status', 'delivered')
  expect(lines).toEqual([
    '4444-5555-6666  3 Jan 2026, 3:00 pm IST  delivered  unpaid  ₹1,499.50  Asha Rao, Mysuru',
    '1 delivered order.',
  ])
})

it('that is cancelled when it was paid is among what is to be given back, in its own shop', async () => {
  await createOrder('silk', 'PA1DPA1DPA1D', 1, 1)
  await withTenant(db, 'silk', (tx) =>
    tx.insert(payments).values({
      tenantId: 'silk',
      id: 'payment1',
      orderNumber: 'PA1DPA1DPA1D',
      provider: 'razorpay',
      method: 'card',
      amount: 149950,
      shopOrigin: 'https://silk.example',
      status: 'paid',
      gatewayReference: 'pay_9A33XWu170gUtm',
      settledAt: new Date(Date.UTC(2026, 0, 1, 9, 45)),
    }),
  )
  expect((await run(db, folderWith(), 'payments', 'refunds', 'silk')).lines).toEqual(['0 refunds due.'])
  const { lines: said } = await run(
    db,
    folderWith(),
    'orders',
    'advance',
    'silk',
    'PA1D-PA1D-PA1D',
    '--to',
    'cancelled',
  )
  expect(said).toEqual([
    'Order PA1D-PA1D-PA1D: processing → cancelled.',
    'It was paid, so a refund is due. See: store payments refunds silk',
  ])
  expect((await run(db, folderWith(), 'payments', 'refunds', 'silk')).lines).toEqual([
    'PA1D-PA1D-PA1D  refund due ₹1,499.50  razorpay  pay_9A33XWu170gUtm  payment1  1 Jan 2026, 3:15 pm IST',
    '1 refund due.',
    'Ask the payment provider for one with: store payments refund silk <order>',
    'Record one that you made yourself with: store payments refunded silk <payment> --reference <text>',
  ])
  expect((await run(db, folderWith(), 'payments', 'refunds', 'other')).lines).toEqual(['0 refunds due.'])
})

describe('an order moves', () => {
  it('to the next status, and to a named one', async () => {
    const next = await run(db, folderWith(), 'orders', 'advance', 'silk', '1111-2222-3333', '--unpaid')
    expect(next.lines).toEqual(['Order 1111-2222-3333: processing → shipped.'])
    const named = await run(
      db,
      folderWith(),
      'orders',
      'advance',
      'silk',
      '7k3m 9q2x voab',
      '--to',
      'cancelled',
    )
    expect(named.lines).toEqual(['Order 7K3M-9Q2X-V0AB: pending → cancelled.'])
  })

  it('never over a status, and names the one between', async () => {
    await createOrder('silk', 'SK1PSK1PSK1P', 0, 1)
    const advance = (to: string) =>
      run(db, folderWith(), 'orders', 'advance', 'silk', 'SK1P-SK1P-SK1P', '--to', to)
    expect((await advance('shipped')).problems).toEqual([
      "Order SK1P-SK1P-SK1P is pending and can't become shipped yet: it becomes processing first.",
    ])
    const { exitCode, problems } = await advance('pending')
    expect(exitCode).toBe(2)
    expect(problems.join('')).toContain('Allowed choices are processing, shipped, delivered, cancelled.')
  })

  test.each<[string, string[], string]>([
    [
      'backwards',
      ['444455556666', '--to', 'processing'],
      "Order 4444-5555-6666 is delivered and can't become processing",
    ],
    ['to cancelled after shipping', ['444455556666', '--to', 'cancelled'], "can't become cancelled"],
    ['beyond the end', ['444455556666'], 'Order 4444-5555-6666 is delivered: there is no next status.'],
    ['in another shop', ['AAAABBBBCCCC'], 'The shop silk has no order AAAA-BBBB-CCCC.'],
    ['without a number', ['17'], '"17" is not an order number.'],
  ])('never %s', async (_, argv, message) => {
    const { exitCode, problems } = await run(db, folderWith(), 'orders', 'advance', 'silk', ...argv)
    expect(exitCode).toBe(1)
    expect(problems.join('')).toContain(message)
  })
})

describe('orders ship', () => {
  const ship = (order: string, ...options: string[]) =>
    run(
      db,
      folderWith(),
      'orders',
      'ship',
      'silk',
      order,
      '--courier',
      'Delhivery',
      '--tracking',
      '1490',
      ...options,
    )

  it('records the parcel once the order is processing, and corrects it', async () => {
    await createOrder('silk', '5H1P5H1P5H1P', 1, 1)
    expect((await ship('5H1P-5H1P-5H1P')).problems.join('')).toContain('is not paid')
    const shipped = await ship('5H1P-5H1P-5H1P', '--unpaid')
    expect(shipped.lines[0]).toBe('Order 5H1P-5H1P-5H1P: processing → shipped, with Delhivery 1490.')
    const again = await ship('5H1P-5H1P-5H1P', '--url', 'https://courier.example/1490')
    expect(again.lines).toEqual([
      'Order 5H1P-5H1P-5H1P is shipped with Delhivery 1490 now.',
      'Shoppers see it once the capability "shipment" is in the store info.',
    ])
    const { lines } = await run(db, folderWith(), 'orders', 'show', 'silk', '5H1P5H1P5H1P', '--json')
    expect(JSON.parse(lines.join('\n')).shipment).toMatchObject({
      courier: 'Delhivery',
      trackingNumber: '1490',
      trackingUrl: 'https://courier.example/1490',
    })
  })

  test.each([
    ['a pending order', '0RDR0RDR0RDR', [], 1, 'is pending'],
    ['another scheme', '0RDR0RDR0RDR', ['--url', 'javascript:alert(1)'], 2, 'Write an https address.'],
  ])('refuses %s', async (_, order, options, exit, message) => {
    if (exit === 1) await createOrder('silk', order, 0, 1)
    const { exitCode, problems } = await ship(order, ...options)
    expect([exitCode, problems.join('')]).toEqual([exit, expect.stringContaining(message)])
  })
})

it('returns are listed, and accepted or refused once', async () => {
  await createOrder('silk', 'BACKBACKBACK', 3, 1)
  await withTenant(db, 'silk', (tx) =>
    tx.insert(orderReturns).values({
      tenantId: 'silk',
      id: '4TQ8XK2M',
      orderNumber: 'BACKBACKBACK',
      lines: [{ line: 1, quantity: 1 }],
      reason: 'Too small',
      createdAt: new Date(Date.UTC(2026, 0, 9)),
    }),
  )
  const list = await run(db, folderWith(), 'returns', 'list', 'silk')
  expect(list.lines.at(0)).toBe('4TQ8XK2M  requested  BACK-BACK-BACK  9 Jan 2026, 5:30 am IST  Too small')
  expect(list.lines.at(-1)).toBe('1 return.')
  const accepted = await run(
    db,
    folderWith(),
    'returns',
    'accept',
    'silk',
    '4tq8xk2m',
    '--note',
    'Courier on Monday',
  )
  expect(accepted.lines[0]).toBe('Return 4TQ8XK2M of order BACK-BACK-BACK is accepted.')
  const refused = await run(db, folderWith(), 'returns', 'refuse', 'silk', '4TQ8XK2M')
  expect([refused.exitCode, refused.problems]).toEqual([
    1,
    ['Return 4TQ8XK2M of order BACK-BACK-BACK is already accepted.'],
  ])
})
