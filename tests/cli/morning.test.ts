import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA, openSandboxStore, product, serve, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const SHOP = 'asha.localhost'
const COMMANDS_MAX = 8

let store: Store

beforeAll(async () => {
  store = await openSandboxStore([product('kurta')])
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], payee: { ...ASHA.payee, confirmsWithinHours: 24 } })
}, 300_000)

afterAll(() => store.close())

it('ten UPI orders of a morning take at most 8 commands', { tags: ['@req-12.5'] }, async () => {
  const production = serve(store.db, { sandbox: false })
  const orders: string[] = []
  for (let at = 0; at < 10; at += 1) {
    const { orderId, token } = await store.placeOrder(SHOP)
    const fields = { method: 'upi-qr', phone: '+919876543210', reference: `71234567890${at}` }
    await production.call(SHOP, '/payments', { body: { orderId, fields }, token })
    orders.push(orderId)
  }
  const rows = orders.map((_, at) => `27/11/2026,71234567890${at},999.50`)
  const folder = folderWith({ 'bank.csv': ['date,utr,amount', ...rows].join('\n') })
  let commands = 0
  const command = async (...argv: string[]) => {
    commands += 1
    const said = await run(store.db, folder, ...argv)
    expect(said.problems).toEqual([])
    return said.lines
  }
  const parts = async () => JSON.parse((await command('orders', 'today', 'asha', '--json')).join('\n'))

  expect((await parts()).paymentsToCheck).toHaveLength(10)
  await command('payments', 'received', 'asha', '--from', 'bank.csv')
  await command('orders', 'slips', 'asha', '--out', 'slips.html')
  await command('orders', 'labels', 'asha', '--out', 'labels.html')
  const table = await command('orders', 'export', 'asha', '--format', 'courier-csv')
  const filled = table.map((line, at) => line.replace(/,,$/, `,Delhivery,T${at}`))
  writeFileSync(join(folder, 'courier.csv'), filled.join('\n'))
  await command('orders', 'ship', 'asha', '--from', 'courier.csv')
  const reported = ['order,status', ...orders.map((order) => `${order},Delivered`)]
  writeFileSync(join(folder, 'status.csv'), reported.join('\n'))
  await command('orders', 'status', 'asha', '--from', 'status.csv')
  for (const [part, waiting] of Object.entries(await parts())) expect([part, waiting]).toEqual([part, []])

  expect(commands).toBeLessThanOrEqual(COMMANDS_MAX)
  for (const page of ['slips.html', 'labels.html']) {
    const html = readFileSync(join(folder, page), 'utf8')
    for (const order of orders) expect(html).toContain(order)
  }
})
