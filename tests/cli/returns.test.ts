import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { StoreRecord } from '../../api/db/store-record.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA, openSandboxStore, product, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'

let store: Store

beforeAll(async () => {
  const variants = [{ options: { Size: 'M' }, regularPrice: 999.5, sku: 'KURTA-M', stock: 50, images: [] }]
  const options = [{ name: 'Size', values: ['M'] }]
  store = await openSandboxStore([product('kurta', { options, variants })])
  const record: StoreRecord = { ...ASHA.record, capabilities: ['order-lines', 'returns'] }
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], record })
}, 300_000)

afterAll(() => store.close())

const command = (...argv: string[]) => run(store.db, '.', ...argv)
const returns = (name: string, id: string, ...options: string[]) =>
  command('returns', name, 'asha', id, ...options)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

const stock = async () => Number((await json('stock', 'list', 'asha'))[0].stock)

/** What waits, by part, of this order. */
async function waiting(orderId: string) {
  const parts: [string, { order: string; next: string }[]][] = Object.entries(
    await json('orders', 'today', 'asha'),
  )
  return parts.flatMap(([part, rows]) =>
    rows.filter(({ order }) => order === orderId).map(({ next }) => `${part}: ${next}`),
  )
}

/** A delivered order of one kurta, with the request to return it. */
async function requested({ isPaid = true } = {}) {
  const order = await store.placeOrder(SHOP)
  const { orderId, token } = order
  if (isPaid) await command('payments', 'received', 'asha', orderId, '--reference', `R${orderId}`)
  else await command('orders', 'advance', 'asha', orderId, '--unpaid')
  await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1', '--unpaid')
  await command('orders', 'deliver', 'asha', orderId, '--unpaid')
  const { body } = await store.call(SHOP, `/orders/${orderId}/returns`, {
    body: { items: [{ id: `${orderId}-1`, quantity: 1 }], reason: 'Too small' },
    token,
  })
  return { ...order, id: String(body.returns[0].id) }
}

async function shownReturn(orderId: string) {
  const { lines } = await command('orders', 'show', 'asha', orderId)
  return lines.filter((line) => line.startsWith('  Return '))
}

describe('a return', () => {
  it('goes from the request to the refund, and each step names the next', async () => {
    const { orderId, id } = await requested()
    const before = await stock()
    const line = (state: string, next: string) => [
      `  Return ${id} ${state}: 1 × Title of kurta (Size M)  ₹999.50  Too small${next}`,
    ]
    const decide = `store returns accept asha ${id}, or: store returns refuse asha ${id}`
    expect(await shownReturn(orderId)).toEqual(line('requested', `  Next: ${decide}`))
    expect(await waiting(orderId)).toEqual([`returnsToDecide: ${decide}`])

    const next = `store returns received asha ${id}`
    expect((await returns('accept', id)).lines).toEqual([
      `Return ${id} of order ${orderId} is accepted.`,
      `The pieces cost ₹999.50. When they are back, record it with: ${next}`,
    ])
    expect(await stock()).toBe(before)
    expect(await shownReturn(orderId)).toEqual(line('accepted', `  Next, when it is back: ${next}`))
    expect(await waiting(orderId)).toEqual([`returnsToReceive: ${next}`])
    expect((await command('payments', 'refunds', 'asha')).lines).toEqual(['0 refunds due.'])

    const refund = `store returns refunded asha ${id} --reference <text>`
    expect((await returns('received', id)).lines).toEqual([
      `Return ${id} of order ${orderId} is received. Its pieces are in stock again, where they are counted.`,
      `A refund of ₹999.50 is due. Record it with: ${refund}`,
    ])
    expect(await stock()).toBe(before + 1)
    expect(await shownReturn(orderId)).toEqual(line('received', `  Next: ${refund}`))
    expect(await waiting(orderId)).toEqual([`returnsToRefund: ${refund}`])
    expect((await command('payments', 'refunds', 'asha')).lines).toEqual([
      `${orderId}  refund due ₹999.50  return ${id}`,
      '1 refund due.',
      'Record that of a return with: store returns refunded asha <return> --reference <text>',
    ])

    expect((await returns('refunded', id, '--reference', 'rfnd_1')).lines).toEqual([
      `Recorded a refund of ₹999.50 for return ${id} of order ${orderId}.`,
    ])
    expect(await shownReturn(orderId)).toEqual(line('refunded', ''))
    expect(await waiting(orderId)).toEqual([])
    expect(await json('payments', 'refunds', 'asha')).toEqual([])
    expect(await json('orders', 'show', 'asha', orderId)).toMatchObject({
      status: 'delivered',
      payment: 'refunded',
      returns: [{ id, status: 'refunded', value: 999.5 }],
    })
    for (const books of ['stock', 'money', 'history']) {
      expect((await command('check', books, 'asha')).lines).toEqual(['✓ The books agree.'])
    }
  })

  it('leaves spoiled pieces out of the stock, and is refunded all the same', async () => {
    const { id } = await requested()
    await returns('accept', id)
    const before = await stock()
    expect((await returns('received', id, '--spoiled')).lines[0]).toContain('Its pieces stay out of stock.')
    expect(await stock()).toBe(before)
    expect((await returns('refunded', id, '--reference', 'rfnd_2', '--amount', '500')).exitCode).toBe(0)
    expect((await command('check', 'stock', 'asha')).lines).toEqual(['✓ The books agree.'])
  })

  it('is refused once its pieces are back as they must not', async () => {
    const { orderId, id } = await requested()
    await returns('accept', id)
    await returns('received', id, '--spoiled')
    const said = await returns('refuse', id, '--note', 'It was worn.')
    expect(said.lines[0]).toBe(`Return ${id} of order ${orderId} is refused.`)
    expect(await waiting(orderId)).toEqual([])
  })

  it('takes its steps in order, and once', async () => {
    const { orderId, id } = await requested()
    const problem = async (name: string, ...options: string[]) =>
      (await returns(name, id, ...options)).problems
    const of = `Return ${id} of order ${orderId} is`
    expect(await problem('received')).toEqual([
      `${of} requested. Accept it first, with: store returns accept`,
    ])
    await returns('accept', id)
    expect(await problem('refunded', '--reference', 'rfnd_3')).toEqual([
      `${of} accepted. Only a received one is refunded. When its pieces are back, record that with: store returns received`,
    ])
    await returns('received', id)
    expect(await problem('received')).toEqual([`${of} already received.`])
    expect(await problem('refunded', '--reference', 'rfnd_3', '--amount', '2000')).toEqual([
      `Only ₹999.50 of a payment of order ${orderId} can go back, not ₹2,000.00. Give the amount with --amount.`,
    ])
    expect((await returns('received', 'NOSUCH')).problems).toEqual(['This shop has no return NOSUCH.'])
    expect((await returns('refunded', id)).exitCode).toBe(2)
  })

  it('that is withdrawn leaves the pieces with the shopper', async () => {
    const { orderId, id } = await requested()
    await returns('accept', id)
    const said = await returns('withdraw', id, '--note', 'You keep it after all.')
    expect(said.lines).toEqual([`Return ${id} of order ${orderId} is withdrawn.`])
    expect(await waiting(orderId)).toEqual([])
    expect((await returns('withdraw', id)).problems).toEqual([
      `Return ${id} of order ${orderId} is already withdrawn.`,
    ])
  })

  it('ends with a refund of its payment that pays it', async () => {
    const { orderId, id } = await requested()
    await returns('accept', id)
    await returns('received', id)
    const { payments } = await json('orders', 'show', 'asha', orderId)
    const refunded = (...options: string[]) =>
      command('payments', 'refunded', 'asha', String(payments[0].id), ...options)
    await refunded('--reference', 'rfnd_5', '--amount', '1')
    expect(await shownReturn(orderId)).toEqual([expect.stringContaining(`Return ${id} received`)])
    await refunded('--reference', 'rfnd_6', '--amount', '998.50')
    expect(await shownReturn(orderId)).toEqual([expect.stringContaining(`Return ${id} refunded`)])
    expect(await waiting(orderId)).toEqual([])
  })

  it('keeps its shopper from erasure until its money is back', async () => {
    const { orderId, email, id } = await requested()
    await returns('accept', id)
    await returns('received', id)
    const erase = () => command('users', 'erase', 'asha', email)
    expect((await erase()).problems).toEqual([
      `${email} has 1 refund due: ₹999.50 of order ${orderId}, return ${id}. Refund the money, then record it with: store returns refunded asha <return> --reference <text>`,
    ])
    await returns('refunded', id, '--reference', 'rfnd_4')
    expect((await erase()).problems).toEqual([])
  })

  it('of an order that was never paid owes nothing', async () => {
    const { orderId, id } = await requested({ isPaid: false })
    await returns('accept', id)
    expect((await returns('received', id)).lines[1]).toBe(
      'Nothing was received for the order, so no refund is due.',
    )
    expect(await waiting(orderId)).toEqual([])
  })
})
