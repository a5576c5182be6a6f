import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { findTenant } from '../../api/modules/tenants/find.ts'
import { openStore, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const SHOP = 'asha.example'

let store: Store

beforeAll(async () => {
  store = await openStore()
})

afterAll(() => store.close())

const cli = (...argv: string[]) => run(store.db, '.', ...argv)
const json = async (...argv: string[]) => JSON.parse((await cli(...argv, '--json')).lines.join('\n'))

it('shows a shop, for people and for programs', async () => {
  expect((await cli('shop', 'show', 'asha')).lines).toContain('storeName: asha store')
  expect(await json('shop', 'show', 'asha')).toMatchObject({
    id: 'asha',
    hosts: ['asha.example', 'asha.localhost'],
    isSuspended: false,
  })
})

it('changes single fields of a shop and keeps the others', async () => {
  expect((await cli('shop', 'update', 'asha', '--set', 'companyPhone=+91 98765 43210')).exitCode).toBe(0)
  const record = (await findTenant(store.db, 'asha'))?.record
  expect(record).toMatchObject({ companyPhone: '+91 98765 43210', policies: { terms: '<p>Terms</p>' } })
  await cli('shop', 'update', 'asha', '--set', 'companyPhone=')
  expect((await findTenant(store.db, 'asha'))?.record.companyPhone).toBeUndefined()
  expect((await cli('shop', 'update', 'asha', '--set', 'companyEmail=care')).problems[1]).toContain(
    'companyEmail: write an email address',
  )
})

it('suspends a shop like a host that is not served, takes down payments still, and resumes it', async () => {
  expect((await cli('shop', 'suspend', 'bela')).lines).toEqual([
    'Suspended the shop bela. Shoppers can no longer open bela.example, bela.localhost. To serve it again: store shop resume bela',
  ])
  expect((await store.call('bela.example', '/storeInfo')).status).toBe(421)
  const webhook = await store.call('bela.example', '/payments/callback/sandbox', { body: {} })
  expect(webhook.status).not.toBe(421)
  expect((await store.call(SHOP, '/storeInfo')).status).toBe(200)
  expect((await cli('shop', 'list')).lines).toContain(
    'bela  bela store  bela.example, bela.localhost  (suspended)',
  )
  expect((await cli('shop', 'resume', 'bela')).lines).toEqual([
    'Resumed the shop bela. Shoppers can open bela.example, bela.localhost again.',
  ])
  expect((await store.call('bela.example', '/storeInfo')).status).toBe(200)
})

it('shows an order with its items and address', async () => {
  const { orderId } = await store.placeOrder(SHOP)
  expect((await cli('orders', 'show', 'asha', orderId)).lines.join('\n')).toContain('1 × Title of kurta')
  expect(await json('orders', 'show', 'asha', orderId)).toMatchObject({
    id: orderId,
    status: 'pending',
    total: 999.5,
    shippingAddress: { city: 'Pune' },
  })
  expect((await cli('orders', 'show', 'bela', orderId)).problems[0]).toContain('has no order')
})

it(
  'prints orders as CSV with a row for each item, and no cell that a spreadsheet runs',
  { tags: ['@decision-1.17'] },
  async () => {
    const { orderId } = await store.placeOrder(SHOP)
    const { lines } = await cli('orders', 'export', 'asha', '--format', 'csv')
    expect(lines[0]).toMatch(/^order,status,ordered,paid,name,/)
    const row = lines.find((line) => line.startsWith(orderId))
    expect(row).toContain(",Asha Rao,12 MG Road,Pune,Maharashtra,411001,'+91 98765 43210,")
    // No ad led to it.
    expect(row).toMatch(/,1,999\.50,999\.50,999\.50,,,,,,$/)
  },
)

it('gives a person everything the shop holds about them, and no password', async () => {
  const { email, orderId, token } = await store.placeOrder(SHOP)
  const folder = folderWith()
  writeFileSync(join(folder, 'me.json'), 'before', { mode: 0o644 })
  const { exitCode } = await run(store.db, folder, 'users', 'export', 'asha', email, 'me.json')
  expect(exitCode).toBe(0)
  const text = readFileSync(join(folder, 'me.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ account: { email, firstName: 'Asha' }, orders: [{ id: orderId }] })
  expect(text).not.toMatch(/password|hash/i)
  expect(text).not.toContain(token)
  expect(statSync(join(folder, 'me.json')).mode & 0o077).toBe(0)
})

it('prints a failure as JSON too', async () => {
  const { exitCode, lines } = await cli('orders', 'show', 'asha', 'X', '--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(lines.join(''))).toEqual({
    error: '"X" is not an order number. Order numbers have 12 letters and digits, such as 7K3M-9Q2X-V0AB.',
  })
})
