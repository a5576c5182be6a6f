import { afterAll, beforeAll, expect, test } from 'vitest'

import { POLICY_MAX_BYTES } from '@tanabana/contract/policy-rules.ts'
import { withTenant } from '../../../api/db/index.ts'
import { listAudit } from '../../../api/modules/staff/audit.ts'
import { findTenant } from '../../../api/modules/tenants/find.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { ASHA, openSandboxStore, serve, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'
const COMPANY = {
  companyName: 'Asha Limited',
  companyAddress: '1 MG Road, Pune',
  companyEmail: 'care@asha.example',
  companyPhone: '+91 98765 43210',
}

let store: Store
let editor: Staff
let other: Staff
let packer: Staff
const purged: string[] = []

beforeAll(async () => {
  const opened = await openSandboxStore()
  const purge = async ({ id }: { id: string }) => {
    purged.push(id)
    return []
  }
  store = { ...opened, ...serve(opened.db, {}, undefined, purge), close: opened.close }
  const record = { ...ASHA.record, ...COMPANY, capabilities: ['preview' as const] }
  await putTenant(store.db, { ...ASHA, hosts: [HOST], record })
  editor = await signInStaff(store, HOST, 'editor')
  other = await signInStaff(store, HOST, 'editor')
  packer = await signInStaff(store, HOST, 'packer')
})

afterAll(() => store.close())

const stored = async () => (await findTenant(store.db, 'asha'))?.record

async function editTerms(by: Staff, html: string) {
  const { body: seen } = await by.call('/policies/terms-en')
  return by.call('/policies/terms-en', { method: 'PATCH', body: { version: seen.version, html } })
}

async function publish(by: Staff, force?: string) {
  const { body: draft } = await by.call('/draft')
  return by.call('/draft/publish', {
    body: { version: draft.version, ...(force !== undefined && { force }) },
  })
}

test(
  'an edit waits in the draft, is published as a revision and undone',
  { tags: ['@req-12.9'] },
  async () => {
    expect((await editTerms(editor, '<p>New terms</p>')).body).toMatchObject({
      html: '<p>New terms</p>',
      publishedHtml: '<p>Terms</p>',
      edits: [{ field: 'policies.terms', isOutdated: false }],
    })
    expect((await stored())?.policies).toEqual({ terms: '<p>Terms</p>' })
    const { status, body } = await publish(editor)
    expect([status, body.changed]).toEqual([200, ['policies.terms']])
    expect((await stored())?.policies).toEqual({ terms: '<p>New terms</p>' })
    expect(purged).toEqual(['asha'])
    const revision = await editor.call(`/revisions/${body.revision}`)
    expect(revision.body).toMatchObject({
      action: 'publish',
      differences: [{ field: 'policies.terms', lines: ['- <p>Terms</p>', '+ <p>New terms</p>'] }],
    })
    const lastAction = async () => (await editor.call('/draft')).body.lastAction
    expect(await lastAction()).toBe('publish')
    expect((await editor.call('/revisions/undo', { method: 'POST' })).status).toBe(200)
    expect(await lastAction()).toBe('rollback')
    expect((await stored())?.policies).toEqual({ terms: '<p>Terms</p>' })
    const { body: list } = await editor.call('/revisions')
    expect(list.data.map(({ action }: { action: string }) => action)).toEqual([
      'rollback',
      'publish',
      'found',
    ])
    const { entries } = await withTenant(store.db, 'asha', (tx) =>
      listAudit(tx, 'asha', { action: 'publishDraft' }, { offset: 0, limit: 5 }),
    )
    expect(entries).toMatchObject([{ after: { changed: ['policies.terms'] }, outcome: 'done' }])
  },
)

test(
  'what the law asks of products is listed with those that lack it',
  { tags: ['@req-12.10'] },
  async () => {
    const { status, body } = await editor.call('/product-gaps')
    expect([status, body.isComplete]).toEqual([200, true])
    expect(body.gaps).toContainEqual(
      expect.objectContaining({
        says: expect.stringMatching(/^without country of origin/),
        keys: ['kurta', 'saree'],
      }),
    )
  },
)

test(
  'the second of two editors sees what the first changed, and nothing is lost',
  { tags: ['@req-12.9'] },
  async () => {
    const { body: seen } = await other.call('/store-info')
    const first = await editor.call('/store-info', {
      method: 'PATCH',
      body: { version: seen.version, fields: { companyPhone: '+91 11111 11111' } },
    })
    expect(first.status).toBe(200)
    const second = await other.call('/store-info', {
      method: 'PATCH',
      body: { version: seen.version, fields: { companyPhone: '+91 22222 22222' } },
    })
    expect([second.status, second.body.code, second.body.current.fields.companyPhone]).toEqual([
      409,
      'changed',
      '+91 11111 11111',
    ])
    // Another document is another version.
    expect((await editTerms(other, '<p>Theirs</p>')).status).toBe(200)
    const { body: draft } = await editor.call('/draft')
    expect(draft.edits.map(({ field }: { field: string }) => field)).toEqual([
      'companyPhone',
      'policies.terms',
    ])
    await editTerms(other, '<p>Theirs, later</p>')
    const stale = await editor.call('/draft/publish', { body: { version: draft.version } })
    expect([stale.status, stale.body.code]).toEqual([409, 'changed'])
    expect((await editor.call('/draft', { method: 'DELETE' })).status).toBe(204)
    expect((await editor.call('/draft')).body.edits).toEqual([])
  },
)

test(
  'what breaks the page or the law is refused, unless forced with a reason',
  { tags: ['@req-12.9'] },
  async () => {
    const { body: seen } = await editor.call('/store-info')
    await editor.call('/store-info', {
      method: 'PATCH',
      body: { version: seen.version, fields: { companyAddress: null } },
    })
    await editTerms(editor, '<p>{{ shop.name }}</p>')
    const refused = await publish(editor)
    expect([refused.status, refused.body.code]).toEqual([422, 'problems'])
    expect(refused.body.problems).toMatchObject([
      { rank: 'law', place: { document: 'store-info', field: 'companyAddress' } },
      { rank: 'wrong', place: { document: 'policies/terms', language: 'en', line: 1, column: 4 } },
    ])
    expect((await publish(editor, 'The registrar asked for it')).status).toBe(200)
    const { body: list } = await editor.call('/revisions?perPage=1')
    expect(list.data[0]).toMatchObject({ reason: 'The registrar asked for it' })
  },
)

test(
  'an edit of what was published by other means meanwhile is not published over it',
  { tags: ['@req-12.9'] },
  async () => {
    await editTerms(editor, '<p>Mine</p>')
    const tenant = await findTenant(store.db, 'asha')
    if (!tenant) throw new Error('The shop is gone.')
    await putTenant(store.db, {
      ...tenant,
      record: { ...tenant.record, policies: { terms: '<p>Pushed</p>' } },
    })
    const refused = await publish(editor)
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      409,
      'outdated',
      ['policies.terms'],
    ])
    expect((await stored())?.policies).toEqual({ terms: '<p>Pushed</p>' })
    await editor.call('/draft', { method: 'DELETE' })
  },
)

test('a preview link is for editors, and a draft for its token alone', { tags: ['@req-11.37'] }, async () => {
  await editTerms(editor, '<p>Draft</p>')
  const { body: link } = await editor.call('/preview', { method: 'POST' })
  expect(link.url).toMatch(/^http:\/\/asha\.localhost:4321\/_preview\/[\w.-]+$/)
  const token = link.url.split('/').at(-1)
  expect((await store.call(HOST, `/previews/${token}`)).body.policies).toEqual({ terms: '<p>Draft</p>' })
  expect((await store.call(HOST, '/storeInfo')).body.policies).toEqual({ terms: '<p>Pushed</p>' })
  expect((await store.call('bela.localhost', `/previews/${token}`)).status).toBe(404)
  store.clock.now = new Date(store.clock.now.getTime() + 25 * 60 * 60_000)
  expect((await store.call(HOST, `/previews/${token}`)).status).toBe(404)
  store.clock.now = new Date(store.clock.now.getTime() - 25 * 60 * 60_000)
  expect((await editor.call('/preview', { method: 'DELETE' })).status).toBe(204)
  expect((await store.call(HOST, `/previews/${token}`)).status).toBe(404)
  expect((await packer.call('/preview', { method: 'POST' })).status).toBe(403)
})

test('no capability, host or unknown field is edited', { tags: ['@req-12.9'] }, async () => {
  const { body: seen } = await editor.call('/store-info')
  for (const fields of [
    { capabilities: [] },
    { mainHost: 'x' },
    { colour: 'red' },
    { categories: 'Sarees' },
  ]) {
    const { status } = await editor.call('/store-info', {
      method: 'PATCH',
      body: { version: seen.version, fields },
    })
    expect([fields, status]).toEqual([fields, 422])
  }
})

test(
  'the largest policy and the largest store info that a shop may have are taken',
  { tags: ['@req-12.9', '@req-14'] },
  async () => {
    const html = '<p>क</p>'.repeat(POLICY_MAX_BYTES / 10)
    expect(Buffer.byteLength(html)).toBeGreaterThan(POLICY_MAX_BYTES - 10)
    expect((await editTerms(editor, html)).body.html).toBe(html)
    expect((await editTerms(editor, `${html}<p>More</p>`)).status).toBe(422)
    const { body: seen } = await editor.call('/store-info')
    const describe = (kilobytes: number) =>
      editor.call('/store-info', {
        method: 'PATCH',
        body: { version: seen.version, fields: { description: 'x'.repeat(kilobytes * 1024) } },
      })
    expect((await describe(300)).status).toBe(422)
    expect((await describe(250)).status).toBe(200)
    await editor.call('/draft', { method: 'DELETE' })
  },
)

test(
  'a policy is compared with the built-in text, which says what the store info says',
  { tags: ['@req-12.9'] },
  async () => {
    const { body: before } = await editor.call('/policies/return-en/built-in')
    expect(before.html).toContain('{{companyName}}')
    expect(before.html).not.toContain('<!--')
    expect(before.differences).toEqual([])
    const { body: seen } = await editor.call('/policies/return-en')
    const html = before.html.replace('0-7 days of receipt', '0-10 days of receipt')
    await editor.call('/policies/return-en', { method: 'PATCH', body: { version: seen.version, html } })
    const { body: after } = await editor.call('/policies/return-en/built-in')
    const [{ lines }] = after.differences
    expect(lines.filter((line: string) => /^[+-]/.test(line))).toEqual([
      expect.stringMatching(/^- .*0-7 days/),
      expect.stringMatching(/^\+ .*0-10 days/),
    ])
    expect((await editor.call('/policies/return-hi/built-in')).body.html).toMatch(/\p{Script=Devanagari}/u)
    expect((await editor.call('/policies/none-en/built-in')).status).toBe(404)
    await editor.call('/draft', { method: 'DELETE' })
  },
)

test('the store info says how its fields are edited, and its hosts', { tags: ['@req-12.9'] }, async () => {
  const { body } = await editor.call('/store-info')
  expect(body.hosts).toEqual([HOST])
  expect(body.schema.properties.heroImages.properties.wide).toEqual({ type: 'string', format: 'picture' })
  expect(Object.keys(body.schema.properties)).toContain('translations.hi.texts')
  for (const field of ['capabilities', 'policies', 'mainHost'])
    expect(Object.keys(body.schema.properties)).not.toContain(field)
})
