import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { changeOrder, lockOrder } from '../../api/modules/orders/change-order.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, openSandboxStore, product, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const SHOP = 'asha.localhost'

let store: Store

beforeAll(async () => {
  store = await openSandboxStore([product('kurta')])
}, 300_000)

afterAll(() => store.close())

const command = (...argv: string[]) => run(store.db, '.', ...argv)

async function json(...argv: string[]) {
  return JSON.parse((await command(...argv, '--json')).lines.join('\n'))
}

const shown = (orderId: string) => json('orders', 'show', 'asha', orderId)

async function paid(): Promise<string> {
  const { orderId } = await store.placeOrder(SHOP)
  await command('payments', 'received', 'asha', orderId, '--reference', `R${orderId}`)
  return orderId
}

/** An order to be paid at delivery. */
async function cash(): Promise<string> {
  const { orderId } = await store.placeOrder(SHOP)
  await withTenant(store.db, 'asha', async (tx) => {
    const order = await lockOrder(tx, 'asha', orderId.replaceAll('-', ''))
    if (order) await changeOrder(tx, order, 'accept on delivery', { actor: 'shopper', now: new Date() })
  })
  return orderId
}

async function sent(make = paid): Promise<string> {
  const orderId = await make()
  await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', `T${orderId}`)
  return orderId
}

const status = (text: string, ...options: string[]) =>
  run(
    store.db,
    folderWith({ 'courier.csv': text }),
    ...['orders', 'status', 'asha', '--from', 'courier.csv', ...options],
  )

describe("what the courier's file reports", { tags: ['@req-12.4'] }, () => {
  it('is recorded in the words of couriers, each once', async () => {
    const [home, refused, back, gone, moving, unpaid] = [
      await sent(),
      await sent(),
      await sent(),
      await sent(),
      await sent(),
      await sent(cash),
    ]
    const file = [
      'Order No,Current Status',
      `${home},DELIVERED`,
      `${refused},Undelivered`,
      `${back},RTO In-Transit`,
      `${gone},Lost`,
      `${moving},Out for Delivery`,
      `${unpaid},Delivered`,
    ].join('\n')
    const dry = await status(file, '--dry-run')
    expect(dry.lines.at(-1)).toBe('5 orders would be recorded.')
    expect((await shown(home)).status).toBe('shipped')
    const said = await status(file)
    expect(said).toEqual({
      exitCode: 0,
      problems: [],
      lines: [
        '1 parcel on the way.',
        `Order ${home}: delivered.`,
        `Order ${refused}: undelivered.`,
        `Order ${back}: on its way back.`,
        `Order ${gone}: lost.`,
        'It was paid, so a refund is due. See: store payments refunds asha',
        `Order ${unpaid}: delivered.`,
        '5 orders recorded.',
      ],
    })
    expect(await shown(refused)).toMatchObject({ status: 'shipped', parcel: 'undelivered' })
    expect(await shown(back)).toMatchObject({ status: 'shipped', parcel: 'on its way back' })
    expect(await shown(gone)).toMatchObject({ status: 'cancelled', parcel: 'lost', refundDue: 999.5 })
    expect(await shown(moving)).toMatchObject({ status: 'shipped', parcel: null })
    expect(await shown(unpaid)).toMatchObject({ status: 'delivered', payment: 'unpaid' })

    const again = await status(file)
    expect(again.exitCode).toBe(0)
    expect(again.lines.at(-1)).toBe('0 orders recorded, 5 as before.')
    const later = await status(
      `order,status,cash reference\n${unpaid},delivered,remittance 7\n${back},RTO Delivered,`,
    )
    expect(later.lines).toContain('Recorded its ₹999.50 in cash.')
    expect(await shown(back)).toMatchObject({ status: 'cancelled', parcel: 'returned to sender' })
    for (const books of ['stock', 'money', 'history']) {
      expect((await command('check', books, 'asha')).lines).toEqual(['✓ The books agree.'])
    }
  })

  it('is refused by line where it can not be', async () => {
    const [waiting, home] = [await paid(), await sent()]
    await command('orders', 'deliver', 'asha', home)
    const said = await status(`order,status\n${waiting},delivered\n${home},lost\n${home},eaten\n`)
    expect(said.exitCode).toBe(1)
    expect(said.problems).toEqual([
      `Line 2: Order ${waiting} is processing. Only a shipped order is delivered.`,
      `Line 3: Order ${home} is delivered. Only the parcel of a shipped order can be lost.`,
      'Line 4: the status "eaten" is none of delivered, undelivered, on-its-way-back, returned-to-sender, lost and in-transit',
      '0 orders recorded, 3 refused.',
    ])
  })
})

describe('orders for the courier', { tags: ['@req-12.5'] }, () => {
  it('are a table, which ships them once it has the tracking numbers', async () => {
    await command('orders', 'ship', 'asha', ...(await toShip()).map((one) => `${one}=1`), '--courier', 'Old')
    const [prepaid, collected] = [await paid(), await cash()]
    const { lines } = await command('orders', 'export', 'asha', '--format', 'courier-csv')
    const [columns, ...rows] = lines
    expect(columns).toBe(
      'order,name,address,city,state,postal code,phone,email,contents,pieces,value,payment,cash to collect,courier,tracking number',
    )
    const rowOf = async (orderId: string, payment: string) =>
      `${orderId},Asha Rao,12 MG Road,Pune,Maharashtra,411001,9876543210,${await email(orderId)},1 × Title of kurta,1,999.50,${payment},,`
    expect(rows.toSorted()).toEqual(
      [await rowOf(prepaid, 'Prepaid,0.00'), await rowOf(collected, 'COD,999.50')].toSorted(),
    )
    const filled = lines.map((line, at) => line.replace(/,,$/, `,Delhivery,T149${at}`)).join('\n')
    const folder = folderWith({ 'courier.csv': filled })
    const said = await run(store.db, folder, 'orders', 'ship', 'asha', '--from', 'courier.csv')
    expect(said.lines.at(-2)).toBe('2 orders shipped.')
  })
})

const toShip = async (): Promise<string[]> =>
  (await json('orders', 'today', 'asha')).toShip.map(({ order }: { order: string }) => order)
const email = async (orderId: string): Promise<string> => (await shown(orderId)).email

describe('a second packer', { tags: ['@req-12.4'] }, () => {
  it('corrects the parcel, and is told which one the order had', async () => {
    const orderId = await paid()
    const ship = (tracking: string) =>
      command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', tracking)
    const said = await Promise.all([ship('1490'), ship('1491')])
    const [first, second] = said
      .map(({ lines }) => lines[0])
      .toSorted((one, two) => (two ?? '').localeCompare(one ?? ''))
    const { trackingNumber } = (await shown(orderId)).shipment
    const replaced = trackingNumber === '1490' ? '1491' : '1490'
    expect(first).toBe(`Order ${orderId}: processing → shipped, with Delhivery ${replaced}.`)
    expect(second).toBe(
      `Order ${orderId} is shipped with Delhivery ${trackingNumber} now, in place of Delhivery ${replaced}.`,
    )
  })
})

describe('packing slips and labels', { tags: ['@req-12.5'] }, () => {
  const write = async (kind: 'slips' | 'labels', ...orders: string[]) => {
    const folder = folderWith({})
    const said = await run(store.db, folder, 'orders', kind, 'asha', ...orders, '--out', 'print.html')
    return { ...said, read: () => readFileSync(join(folder, 'print.html'), 'utf8') }
  }

  it('are one page for each order, in the language of the shop', async () => {
    const [one, two] = [await paid(), await cash()]
    const slips = await write('slips', one, two)
    expect(slips.lines[0]).toMatch(/^2 pages in /)
    const english = slips.read()
    expect(english.match(/<article>/g)).toHaveLength(2)
    expect(english).toContain('<html lang="en">')
    for (const text of [one, two, 'Title of kurta', 'Asha Rao', 'Prepaid', 'Collect cash: ₹999.50']) {
      expect(english).toContain(text)
    }
    await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, language: 'hi' } })
    const labels = (await write('labels', two)).read()
    await putTenant(store.db, ASHA)
    expect(labels).toContain('<html lang="hi">')
    expect(labels).toContain('नकद लें: ₹999.50')
    expect(labels).toContain('<p class="pin">411001</p>')
  })

  it('are those of the orders to ship where none is named, and of no other state', async () => {
    const orderId = await paid()
    expect((await write('labels')).read()).toContain(orderId)
    const { orderId: unpaid } = await store.placeOrder(SHOP)
    const said = await write('slips', unpaid)
    expect(said.problems).toEqual([
      `Order ${unpaid} is pending. Only a processing or shipped order is packed.`,
    ])
  })

  it('show what a shopper typed as text', async () => {
    const { token } = await store.signIn(SHOP)
    const shippingAddress = { ...ADDRESS, fullName: '<b>Asha</b>', address: '</p><script>x</script>' }
    const products = { [await store.productId(SHOP, 'kurta')]: 1 }
    const { body } = await store.call(SHOP, '/orders', { body: { products, shippingAddress }, token })
    const orderId = String(body.id)
    await command('payments', 'received', 'asha', orderId, '--reference', `R${orderId}`)
    const page = (await write('labels', orderId)).read()
    expect(page).toContain('&lt;b&gt;Asha&lt;/b&gt;')
    expect(page).not.toContain('<script>x')
  })
})
