import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { requestSubscription } from '../../api/modules/newsletter/subscriptions.ts'
import { listAudit } from '../../api/modules/staff/audit.ts'
import { callAdmin, FROM_CONSOLE } from '../kit/api/staff.ts'
import { openSandboxStore, type Store } from '../kit/api/store.ts'
import { runWith } from './command-line.ts'

let store: Store
let folder: string

beforeAll(async () => {
  store = await openSandboxStore()
  folder = await mkdtemp(join(tmpdir(), 'audit-'))
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const run = (...argv: string[]) => runWith({ user: 'meena' }, store.db, '.', ...argv)

async function auditLog() {
  const page = { offset: 0, limit: 100 }
  const { entries } = await withTenant(store.db, 'asha', (tx) => listAudit(tx, 'asha', {}, page))
  return entries.map(({ actor, actorName, action, target }) => ({ actor, actorName, action, target }))
}

describe('store staff', { tags: ['@req-12.7', '@req-12.5'] }, () => {
  it('adds the first owner, whose link sets a password', async () => {
    const added = await run(
      'staff',
      'add',
      'asha',
      'Asha@asha.example',
      '--name',
      'Asha Rao',
      '--role',
      'owner',
    )
    expect(added.exitCode).toBe(0)
    const link = added.lines.at(-1) ?? ''
    expect(link).toMatch(/^http:\/\/asha\.localhost:8044\/admin\/#\/set-password\/[\w-]{43}$/)
    // The clock of the shop's API stands still in the past.
    store.clock.now = new Date()
    const body = { token: link.split('/').at(-1), password: 'kasavu-river-loom-9' }
    const set = await callAdmin(store, 'asha.localhost', '/password', { body, headers: FROM_CONSOLE })
    expect(set.status).toBe(204)
    expect((await run('staff', 'list', 'asha')).lines).toEqual(['asha@asha.example  owner  Asha Rao'])
    const again = await run('staff', 'add', 'asha', 'asha@asha.example', '--name', 'A', '--role', 'packer')
    expect(again).toMatchObject({
      ...{ exitCode: 1, problems: ['asha@asha.example is on the staff of this shop already.'] },
    })
    const removed = await run('staff', 'remove', 'asha', 'asha@asha.example')
    expect(removed.problems).toEqual(['A shop needs an owner. Make another person owner first.'])
  })
})

describe('the audit log', { tags: ['@req-12.7'] }, () => {
  it('names each command that changed the shop, and who ran it; reading and trying leave no entry', async () => {
    const before = (await auditLog()).length
    const { orderId } = await store.placeOrder('asha.localhost')
    await run('orders', 'list', 'asha')
    await run('orders', 'show', 'asha', orderId)
    await run('orders', 'advance', 'asha', orderId, '--to', 'processing', '--unpaid')
    await run(
      'orders',
      'ship',
      'asha',
      orderId,
      '--courier',
      'DTDC',
      '--tracking',
      '1',
      '--unpaid',
      '--dry-run',
    )
    await run('orders', 'ship', 'asha', 'x', '--courier', 'DTDC', '--tracking', '1')
    const log = await auditLog()
    expect(log.slice(0, log.length - before)).toEqual([
      { actor: 'command', actorName: 'meena', action: 'orders advance', target: orderId },
    ])
  })

  it('has what a courier reported, and nothing of a list', async () => {
    const { orderId } = await store.placeOrder('asha.localhost')
    await run('orders', 'advance', 'asha', orderId, '--to', 'processing', '--unpaid')
    await run('orders', 'ship', 'asha', orderId, '--courier', 'DTDC', '--tracking', '2', '--unpaid')
    await writeFile(join(folder, 'courier.csv'), `order,status\n${orderId},Delivered\n`)
    await run('orders', 'status', 'asha', '--from', join(folder, 'courier.csv'))
    await run('payments', 'waiting', 'asha')
    await run('payments', 'refunds', 'asha')
    await run('check', 'stock', 'asha')
    expect((await auditLog())[0]).toMatchObject({ action: 'orders status' })
    await run('check', 'stock', 'asha', '--correct')
    expect((await auditLog())[0]).toMatchObject({ action: 'check stock' })
  })

  it('names a command that refused a part of its orders', async () => {
    const { orderId } = await store.placeOrder('asha.localhost')
    await run('orders', 'advance', 'asha', orderId, '--to', 'processing', '--unpaid')
    const parcels = [`${orderId}=3`, '7K3M-9Q2X-V0AB=4']
    const shipped = await run('orders', 'ship', 'asha', ...parcels, '--courier', 'DTDC', '--unpaid')
    expect(shipped.exitCode).toBe(1)
    expect((await auditLog())[0]).toMatchObject({ action: 'orders ship', target: parcels.join(' ') })
  })

  it('never names the shopper of a command, nor tells what a note says', async () => {
    const { email, orderId } = await store.placeOrder('asha.localhost')
    await run('users', 'sign-out', 'asha', email)
    expect((await auditLog())[0]).toMatchObject({ action: 'users sign-out', target: '' })
    const service = { tenantId: 'asha', email, language: undefined, now: store.clock.now }
    await withTenant(store.db, 'asha', (tx) => requestSubscription(tx, service))
    expect((await run('newsletter', 'remove', 'asha', email)).exitCode).toBe(0)
    expect((await auditLog())[0]).toMatchObject({ action: 'newsletter remove', target: '' })
    await run('orders', 'note', 'asha', orderId, 'Meera calls back on Monday')
    expect((await auditLog())[0]).toMatchObject({ action: 'orders note', target: orderId })
    await run('orders', 'reference', 'asha', orderId, 'Meera, blue gate')
    expect((await auditLog())[0]).toMatchObject({ action: 'orders reference', target: orderId })
  })
})
