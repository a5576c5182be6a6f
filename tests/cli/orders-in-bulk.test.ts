import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { orderEvents } from '../../api/db/schema.ts'
import { changeOrder, lockOrder } from '../../api/modules/orders/change-order.ts'
import { openSandboxStore, product, type Store } from '../kit/api/store.ts'
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

/** A paid order, ready to be packed. */
async function paidOrder(): Promise<string> {
  const { orderId } = await store.placeOrder(SHOP)
  await command('payments', 'received', 'asha', orderId, '--reference', `UTR${orderId}`)
  return orderId
}

const paidOrders = async (length: number) => {
  const made: string[] = []
  while (made.length < length) made.push(await paidOrder())
  return made as [string, string, string]
}

const withFile = (text: string, ...argv: string[]) =>
  run(store.db, folderWith({ 'courier.csv': text }), 'orders', ...argv, '--from', 'courier.csv')

const statusOf = async (orderId: string) => (await json('orders', 'show', 'asha', orderId)).status

describe('store orders ship of several orders', () => {
  it('ships each with its tracking number', async () => {
    const [one, two] = await paidOrders(2)
    const said = await command(
      'orders',
      'ship',
      'asha',
      `${one}=1490`,
      `${two}=1491`,
      '--courier',
      'Delhivery',
    )
    expect(said).toMatchObject({ exitCode: 0, problems: [] })
    expect(said.lines.slice(0, 3)).toEqual([
      `Order ${one}: processing → shipped, with Delhivery 1490.`,
      `Order ${two}: processing → shipped, with Delhivery 1491.`,
      '2 orders shipped.',
    ])
    expect((await json('orders', 'show', 'asha', two)).shipment).toMatchObject({ trackingNumber: '1491' })
  })

  it('names an order without a tracking number, and ships the others', async () => {
    const [one, two] = await paidOrders(2)
    const said = await command('orders', 'ship', 'asha', one, `${two}=1491`, '--courier', 'Delhivery')
    expect(said.exitCode).toBe(1)
    expect(said.problems).toEqual([
      `${one}: Name one tracking number of ${one}, as <order>=<tracking number>.`,
      '1 order shipped, 1 refused.',
    ])
    expect([await statusOf(one), await statusOf(two)]).toEqual(['processing', 'shipped'])
  })

  it('asks for the courier, an order, and one tracking number for each', async () => {
    const [one, two] = await paidOrders(2)
    const problemsOf = async (...argv: string[]) =>
      (await command('orders', 'ship', 'asha', ...argv)).problems
    expect(await problemsOf(`${one}=1490`)).toEqual(['Name the courier with --courier.'])
    expect(await problemsOf()).toEqual(['Name at least one order, or a file with --from.'])
    expect(await problemsOf(one, two, '--courier', 'Delhivery', '--tracking', '1490')).toEqual([
      '--tracking and --url are for one order. Write several as <order>=<tracking number>, or use --from.',
    ])
    expect((await command('orders', 'ship', 'asha', '--from', 'gone.csv')).problems[0]).toMatch(
      /^There is no file .*gone\.csv\.$/,
    )
  })
})

describe("store orders ship from a courier's file", () => {
  it('ships its orders, in whatever order its columns stand', async () => {
    const [one, two] = await paidOrders(2)
    const text = `AWB Number;Order;Courier;Tracking URL\n1490;${one};Delhivery;https://courier.example/1490\n1491;${two.toLowerCase()};;\n`
    const said = await withFile(text, 'ship', 'asha', '--courier', 'India Post')
    expect(said.problems).toEqual([])
    expect(said.exitCode).toBe(0)
    expect((await json('orders', 'show', 'asha', one)).shipment).toMatchObject({
      courier: 'Delhivery',
      trackingUrl: 'https://courier.example/1490',
    })
    expect((await json('orders', 'show', 'asha', two)).shipment).toMatchObject({ courier: 'India Post' })
  })

  it('names the line of each order that it refuses, and ships the others', async () => {
    const [good, damaged, dated] = await paidOrders(3)
    const unpaid = (await store.placeOrder(SHOP)).orderId
    await command('orders', 'advance', 'asha', unpaid, '--unpaid')
    const rows = [
      'order,courier,tracking number,tracking url',
      `${damaged},Delhivery,1.49081E+12,`,
      '',
      `${good},Delhivery,1490,`,
      `${unpaid},Delhivery,1492,`,
      `${good},Delhivery,1493,`,
      `${dated},Delhivery,02-Apr,`,
      `${dated},Delhivery,#N/A,`,
      `${dated},,1494,`,
      `${dated},Delhivery,1494,javascript:alert(1)`,
      '17,Delhivery,1495,',
      '7K3M-9Q2X-V0AB,Delhivery,1496,',
      `${dated},Delhivery`,
    ]
    const said = await withFile(rows.join('\n'), 'ship', 'asha')
    expect(said.exitCode).toBe(1)
    expect(said.lines[0]).toBe(`Order ${good}: processing → shipped, with Delhivery 1490.`)
    const remedy = 'format the column as text and enter it again'
    expect(said.problems).toEqual([
      `Line 2: the tracking number "1.49081E+12" is shortened by a spreadsheet: ${remedy}`,
      `Line 5: Order ${unpaid} is not paid. Record its payment with: store payments received, or ship it unpaid with --unpaid.`,
      `Line 6: Order ${good} is named twice.`,
      `Line 7: the tracking number "02-Apr" was made a date by a spreadsheet: ${remedy}`,
      expect.stringMatching(
        /^Line 8: "#N\/A" is an error of the spreadsheet in the place of the tracking number/,
      ),
      'Line 9: the courier is missing: name it in the file or with --courier',
      'Line 10: "javascript:alert(1)" is not an https address',
      expect.stringMatching(/^Line 11: "17" is not an order number/),
      'Line 12: This shop has no order 7K3M-9Q2X-V0AB.',
      expect.stringMatching(/^Line 13: has 2 cells where the header has 4/),
      '1 order shipped, 10 refused.',
    ])
  })

  it('can be used again: what is shipped already stays, and its shopper hears nothing', async () => {
    const orderId = await paidOrder()
    const text = `order,courier,tracking number\n${orderId},Delhivery,1490\n`
    await withFile(text, 'ship', 'asha')
    const events = () => withTenant(store.db, 'asha', (tx) => tx.$count(orderEvents))
    const before = await events()
    const again = await withFile(text, 'ship', 'asha')
    expect(again.exitCode).toBe(0)
    expect(again.lines.slice(0, 2)).toEqual([
      `Order ${orderId} is shipped with Delhivery 1490 already.`,
      '0 orders shipped, 1 as before.',
    ])
    expect(await events()).toEqual(before)
    const corrected = await withFile(text.replace('1490', '1491'), 'ship', 'asha')
    expect(corrected.lines[0]).toBe(
      `Order ${orderId} is shipped with Delhivery 1491 now, in place of Delhivery 1490.`,
    )
  })

  it('changes nothing in a dry run', async () => {
    const orderId = await paidOrder()
    const text = `order,courier,tracking number\n${orderId},Delhivery,1490\n17,Delhivery,1491\n`
    const said = await withFile(text, 'ship', 'asha', '--dry-run')
    expect(said.exitCode).toBe(1)
    expect(said.lines).toContain('Dry run: nothing was changed.')
    expect(said.problems.at(-1)).toBe('1 order would be shipped, 1 refused.')
    expect(await json('orders', 'show', 'asha', orderId)).toMatchObject({
      status: 'processing',
      shipment: null,
    })
  })

  it('prints what it did and refused as JSON', async () => {
    const orderId = await paidOrder()
    const text = `order,courier,tracking number\n${orderId},Delhivery,1490\n17,Delhivery,1491\n`
    const { lines } = await withFile(text, 'ship', 'asha', '--json')
    expect(JSON.parse(lines.join('\n'))).toEqual({
      orders: [{ id: orderId, courier: 'Delhivery', trackingNumber: '1490', changed: true }],
      refused: [{ line: 3, order: '17', reason: expect.stringContaining('is not an order number') }],
    })
  })

  it('needs the columns of orders and tracking numbers, and rows', async () => {
    const problems = async (text: string) => (await withFile(text, 'ship', 'asha')).problems
    expect(await problems('order,courier\nx,y\n')).toEqual([
      'The file has no column "tracking number". Its first line must name its columns: order, courier, tracking number, tracking url.',
    ])
    expect(await problems('order,tracking number\n\n')).toEqual([
      'The file has no rows below its first line.',
    ])
  })
})

describe('store orders deliver', () => {
  const shipped = async () => {
    const orderId = await paidOrder()
    await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1490')
    return orderId
  }
  /** A shipped order that is paid at delivery. */
  async function cashOrder() {
    const { orderId } = await store.placeOrder(SHOP)
    await withTenant(store.db, 'asha', async (tx) => {
      const order = await lockOrder(tx, 'asha', orderId.replaceAll('-', ''))
      if (order) await changeOrder(tx, order, 'accept on delivery', { actor: 'shopper', now: new Date() })
    })
    await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1490')
    return orderId
  }

  it('marks several orders delivered, once', async () => {
    const [one, two] = [await shipped(), await shipped()]
    const said = await command('orders', 'deliver', 'asha', one, two)
    expect(said).toEqual({
      exitCode: 0,
      lines: [
        `Order ${one}: shipped → delivered.`,
        `Order ${two}: shipped → delivered.`,
        '2 orders delivered.',
      ],
      problems: [],
    })
    expect((await command('orders', 'deliver', 'asha', one, two)).lines.at(-1)).toBe(
      '0 orders delivered, 2 as before.',
    )
  })

  it('records the cash of those that are paid at delivery', async () => {
    const [cash, prepaid] = [await cashOrder(), await shipped()]
    const without = await command('orders', 'deliver', 'asha', cash)
    expect(without.problems).toEqual([
      `Order ${cash} is paid at delivery. Give the reference of its cash with --cash-reference, or mark it delivered without with --unpaid.`,
    ])
    const text = `order,cash reference\n${cash},remittance 7\n${prepaid},remittance 7\n`
    const said = await withFile(text, 'deliver', 'asha')
    expect(said.lines).toEqual([
      `Order ${cash}: shipped → delivered.`,
      'Recorded its ₹999.50 in cash, remittance 7.',
      `Order ${prepaid}: shipped → delivered.`,
      '2 orders delivered.',
    ])
    expect(await json('orders', 'show', 'asha', cash)).toMatchObject({ status: 'delivered', payment: 'paid' })
    expect(await json('orders', 'show', 'asha', prepaid)).toMatchObject({ payment: 'paid', refundDue: 0 })
    expect((await command('check', 'money', 'asha')).lines).toEqual(['✓ The books agree.'])
  })

  it('records cash that comes after the delivery', async () => {
    const cash = await cashOrder()
    await command('orders', 'deliver', 'asha', cash, '--unpaid')
    const later = await command('orders', 'deliver', 'asha', cash, '--cash-reference', 'remittance 8')
    expect(later.lines).toEqual([
      `Order ${cash} is delivered already.`,
      'Recorded its ₹999.50 in cash, remittance 8.',
    ])
    expect(await json('orders', 'show', 'asha', cash)).toMatchObject({ status: 'delivered', payment: 'paid' })
  })

  it('refuses an order that is not shipped', async () => {
    const orderId = await paidOrder()
    expect((await command('orders', 'deliver', 'asha', orderId)).problems).toEqual([
      `Order ${orderId} is processing. Only a shipped order is delivered.`,
    ])
  })
})
