import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { messages } from '../../api/db/schema.ts'
import { handleEvents } from '../../api/jobs/handle-events.ts'
import { recordMessages } from '../../api/messages/record-messages.ts'
import { openSandboxStore, product, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const SHOP = 'asha.localhost'

let store: Store

beforeAll(async () => {
  const variants = [{ options: { Size: 'M' }, regularPrice: 999.5, sku: 'KURTA-M', stock: 50, images: [] }]
  const options = [{ name: 'Size', values: ['M'] }]
  store = await openSandboxStore([product('kurta', { options, variants })])
}, 300_000)

afterAll(() => store.close())

const command = (...argv: string[]) => run(store.db, '.', ...argv)
const orders = (...argv: string[]) => command('orders', ...argv)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

const shown = (orderId: string) => json('orders', 'show', 'asha', orderId)
const stock = async () => Number((await json('stock', 'list', 'asha'))[0].stock)

async function shipped(): Promise<string> {
  const { orderId } = await store.placeOrder(SHOP)
  await command('payments', 'received', 'asha', orderId, '--reference', `R${orderId}`)
  await orders('ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1490')
  return orderId
}

/** The kinds of messages that the events of an order have written to its shopper. */
async function told(orderId: string): Promise<string[]> {
  const order = orderId.replaceAll('-', '')
  const services = { db: store.db, channels: { email: () => Promise.reject(new Error('Nothing is sent.')) } }
  await handleEvents(
    store.db,
    [(event) => recordMessages(services, event)],
    { tenantId: 'asha', order },
    new AbortController().signal,
  )
  const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(messages))
  return rows.filter((row) => row.orderNumber === order && row.role === 'shopper').map(({ kind }) => kind)
}

describe('a parcel that the courier could not deliver', () => {
  it('is undelivered, and then delivered', async () => {
    const orderId = await shipped()
    expect((await orders('undelivered', 'asha', orderId)).lines).toEqual([
      `Order ${orderId} is shipped, and its parcel undelivered.`,
    ])
    expect(await shown(orderId)).toMatchObject({ status: 'shipped', parcel: 'undelivered', refundDue: 0 })
    expect((await orders('undelivered', 'asha', orderId)).lines).toEqual([
      `Order ${orderId} is shipped, and its parcel undelivered already.`,
    ])
    expect((await orders('deliver', 'asha', orderId)).lines).toEqual([
      `Order ${orderId}: shipped → delivered.`,
    ])
    expect(await shown(orderId)).toMatchObject({ status: 'delivered', parcel: null })
    expect(await told(orderId)).toContain('parcel undelivered')
  })

  it('comes back, and its pieces with it', async () => {
    const before = await stock()
    const orderId = await shipped()
    await orders('undelivered', 'asha', orderId, '--on-its-way-back')
    expect((await orders('list', 'asha', '--status', 'on-its-way-back')).lines).toEqual([
      expect.stringContaining(`${orderId}  `),
      '1 on its way back order.',
    ])
    expect((await orders('deliver', 'asha', orderId)).problems).toEqual([
      `Order ${orderId} is on its way back. Only a shipped order is delivered.`,
    ])
    expect(await stock()).toBe(before - 1)
    await orders('returned-to-sender', 'asha', orderId)
    expect(await stock()).toBe(before)
    expect(await told(orderId)).toEqual(expect.arrayContaining(['parcel on its way back', 'parcel returned']))
  })

  it('is one of many, in a file or in the arguments', async () => {
    const [one, two, three] = [await shipped(), await shipped(), await shipped()]
    const folder = folderWith({ 'back.csv': `Order No,Remark\n${one},refused\n17,\n${two},refused\n` })
    const said = await run(store.db, folder, 'orders', 'undelivered', 'asha', '--from', 'back.csv')
    expect(said.exitCode).toBe(1)
    expect(said.problems).toEqual([
      expect.stringMatching(/^Line 3: "17" is not an order number/),
      '2 orders undelivered, 1 refused.',
    ])
    const dry = await orders('returned-to-sender', 'asha', one, three, '--dry-run')
    expect(dry.lines.slice(-2)).toEqual([
      'Dry run: nothing was changed.',
      '2 orders would be returned to sender.',
    ])
    expect(await shown(one)).toMatchObject({ status: 'shipped', parcel: 'undelivered' })
    const before = await stock()
    const back = await orders('returned-to-sender', 'asha', one, three)
    expect(back.lines.at(-1)).toBe('2 orders returned to sender.')
    expect(await stock()).toBe(before + 2)
  })
})

describe('a lost parcel', () => {
  it('closes its order, writes its pieces off, and makes the refund due', async () => {
    const orderId = await shipped()
    const before = await stock()
    expect((await orders('lost', 'asha', orderId)).lines).toEqual([
      `Order ${orderId}: shipped → cancelled, lost.`,
      'It was paid, so a refund is due. See: store payments refunds asha',
    ])
    expect(await stock()).toBe(before)
    expect(await shown(orderId)).toMatchObject({ status: 'cancelled', parcel: 'lost', refundDue: 999.5 })
    expect(await told(orderId)).toContain('parcel lost')
    for (const books of ['stock', 'money', 'history']) {
      expect((await command('check', books, 'asha')).lines).toEqual(['✓ The books agree.'])
    }
  })

  it('is one of a shipped order', async () => {
    const { orderId } = await store.placeOrder(SHOP)
    expect((await orders('lost', 'asha', orderId)).problems).toEqual([
      `Order ${orderId} is pending. Only the parcel of a shipped order can be lost.`,
    ])
    expect((await orders('undelivered', 'asha', orderId)).problems).toEqual([
      `Order ${orderId} is pending. Only the parcel of a shipped order can be undelivered.`,
    ])
  })
})
