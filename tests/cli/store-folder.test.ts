import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { findTenant } from '../../api/modules/tenants/find.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import type { Tenant } from '../../api/tenant.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'
import { openShopFolder } from './shop-folder.ts'

const SHOP: Tenant = {
  id: 'silk',
  hosts: ['silk.example'],
  record: { storeName: 'Silk', categories: ['Sarees'], policies: { about: '<p>About</p>' } },
  payee: { upiId: 'silk@okbank', name: 'Silk' },
}

const silk = openShopFolder(SHOP)
const { file, pull, push } = silk

it('keeps a draft that store.json does not name yet, and a push says so', async () => {
  await pull()
  writeFileSync(file('policies/refund.html'), '<p>Draft</p>')
  const unpushed = '! policies/refund.html was left out: store.json does not name it.'
  expect((await push()).lines).toEqual([unpushed, 'No changes to push.'])
  const { lines } = await push('--json')
  expect(JSON.parse(lines.join('\n'))).toMatchObject({ changed: [], unnamed: ['policies/refund.html'] })
  expect((await pull()).exitCode).toBe(0)
  expect((await pull('--force')).exitCode).toBe(0)
  expect(readFileSync(file('policies/refund.html'), 'utf8')).toBe('<p>Draft</p>')
})

it('is not pulled over a draft of a policy that the shop has by now, unless forced', async () => {
  await pull()
  writeFileSync(file('policies/refund.html'), '<p>Draft</p>')
  await putTenant(silk.db, { ...SHOP, record: { ...SHOP.record, policies: { refund: '<p>Theirs</p>' } } })
  const { exitCode, problems } = await pull()
  expect([exitCode, problems]).toEqual([
    1,
    [
      `${join(silk.folder, 'silk')} has edits that were not pushed: policies/refund.html. Push or commit them, or overwrite them with --force.`,
    ],
  ])
  expect(readFileSync(file('policies/refund.html'), 'utf8')).toBe('<p>Draft</p>')
  expect((await pull('--force')).exitCode).toBe(0)
  expect(readFileSync(file('policies/refund.html'), 'utf8')).toBe('<p>Theirs</p>')
})

it('takes nothing from a folder that was never pulled into', async () => {
  const own = folderWith({ 'silk/policies/notes.html': '<p>Notes</p>' })
  expect((await run(silk.db, own, 'pull', 'silk', 'silk')).exitCode).toBe(0)
  expect(readFileSync(join(own, 'silk/policies/notes.html'), 'utf8')).toBe('<p>Notes</p>')
  const about = folderWith({ 'silk/policies/about.html': '<p>Mine</p>' })
  expect((await run(silk.db, about, 'pull', 'silk', 'silk')).problems[0]).toContain(
    'edits that were not pushed',
  )
  expect(readFileSync(join(about, 'silk/policies/about.html'), 'utf8')).toBe('<p>Mine</p>')
})

it('is not pulled to where a file is', async () => {
  writeFileSync(join(silk.folder, 'silk'), '')
  expect(await pull()).toMatchObject({
    exitCode: 1,
    problems: [`${join(silk.folder, 'silk')} can't be written. Check the path.`],
  })
})

it('takes the payee out of the shop that store.json names no more', async () => {
  await pull()
  const { payee, ...rest } = JSON.parse(readFileSync(file('store.json'), 'utf8'))
  expect(payee).toEqual({ upiId: 'silk@okbank', name: 'Silk' })
  writeFileSync(file('store.json'), JSON.stringify(rest))
  expect((await push()).lines).toEqual([
    'payee: {"upiId":"silk@okbank","name":"Silk"} → nothing',
    'Pushed 1 field of silk. Pages show it at once.',
  ])
  expect((await findTenant(silk.db, 'silk'))?.payee.upiId).toBe('')
  expect((await push()).lines).toEqual(['No changes to push.'])
  expect((await pull()).exitCode).toBe(0)
})
