import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import type { Database } from '../../api/db/index.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { putPaymentAccounts, putTenant } from '../../api/modules/tenants/write.ts'
import type { PaymentAccount } from '../../api/db/json-columns.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'
import { run } from './command-line.ts'
import { folderWith, STORE } from './shop-files.ts'

let db: Database

beforeAll(async () => {
  db = await openTestDatabase()
})

afterAll(() => db.close())

it('creates a shop with its policies', async () => {
  const folder = folderWith({ 'store.json': STORE, 'policies/about.html': '<p>About us</p>' })
  const created = await run(db, folder, 'shop', 'create', 'store.json')
  expect(created.exitCode).toBe(0)
  const tenant = await findTenant(db, 'silk-house')
  expect(created.lines).toEqual([
    'Created the shop silk-house (Silk House) on silk-house.localhost.',
    'It has 1 category and 2 policies of its own.',
    `Its capabilities: ${tenant?.record.capabilities?.join(', ')}.`,
    'To offer UPI in production without a payment provider, confirm payments by hand: store shop update silk-house --confirms-within <hours>',
  ])
  expect(tenant?.record.capabilities).toContain('order-lines')
  expect(tenant?.record.capabilities).not.toContain('feeds')
  expect(tenant?.record.policies).toEqual({ about: '<p>About us</p>', terms: '<p>Inline terms</p>' })
  expect(tenant?.payee).toEqual({ upiId: 'silk@okbank', name: 'Silk House' })
})

it('makes id and host of the name, and leaves the shop of another file with that name alone', async () => {
  const folder = folderWith({
    'one.json': {
      storeName: 'Café Kurta!',
      hosts: ['kurta.example'],
      payee: { upiId: 'cafe@okbank', name: 'Café' },
    },
    'two.json': { storeName: 'Café Kurta!' },
    'three.json': { storeName: 'Third' },
  })
  await run(db, folder, 'shop', 'create', 'one.json')
  await run(db, folder, 'shop', 'create', 'two.json')
  expect(await findTenant(db, 'cafe-kurta')).toMatchObject({
    hosts: ['kurta.example'],
    payee: { upiId: 'cafe@okbank' },
  })
  const { lines } = await run(db, folder, 'shop', 'create', 'three.json')
  expect(lines[0]).toBe('Created the shop third (Third) on third.localhost.')
  expect(lines.at(-1)).toContain("It can't take UPI payments yet")
})

it('keeps the capabilities that the merchant chose, none of them too', async () => {
  const folder = folderWith({
    'plain.json': { storeName: 'Plain', capabilities: [] },
    'feeds.json': { storeName: 'Feeding', capabilities: ['feeds'] },
  })
  const { lines } = await run(db, folder, 'shop', 'create', 'plain.json')
  expect(lines).toContain('Its capabilities: none.')
  expect((await findTenant(db, 'plain'))?.record.capabilities).toEqual([])
  await run(db, folder, 'shop', 'create', 'feeds.json')
  expect((await findTenant(db, 'feeding'))?.record.capabilities).toEqual(['feeds'])
})

it('never replaces a shop that exists, and says how to change it', async () => {
  const folder = folderWith({
    'store.json': { ...STORE, policies: {}, id: 'kept', hosts: ['kept.example'], description: 'Handloom' },
    'other.json': { storeName: 'Other name', id: 'kept', hosts: ['other.kept.example'] },
  })
  await run(db, folder, 'shop', 'create', 'store.json')
  await run(db, folder, 'shop', 'update', 'kept', '--set', 'companyPhone=+91 98765 43210')
  const before = await findTenant(db, 'kept')
  for (const file of ['store.json', 'other.json']) {
    const { exitCode, lines, problems } = await run(db, folder, 'shop', 'create', file)
    expect([exitCode, lines, problems]).toEqual([
      1,
      [],
      [
        'The shop kept already exists (Silk House on kept.example); nothing was changed. Change it with store shop update kept, or with store pull and store push; or give the new shop another "id".',
      ],
    ])
  }
  expect(await findTenant(db, 'kept')).toEqual(before)
})

it('creates a shop once when two commands create it at the same moment', async () => {
  const folder = folderWith({
    'one.json': { id: 'twice', storeName: 'One', hosts: ['one.twice.example'] },
    'two.json': { id: 'twice', storeName: 'Two', hosts: ['two.twice.example'] },
  })
  const said = await Promise.all(
    ['one.json', 'two.json'].map((file) => run(db, folder, 'shop', 'create', file)),
  )
  expect(said.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
  const first = said[0]?.exitCode === 0 ? 'one' : 'two'
  expect((await findTenant(db, 'twice'))?.hosts).toEqual([`${first}.twice.example`])
})

it('takes "tenant" for "shop" in every command', async () => {
  const folder = folderWith({ 'store.json': { id: 'old-name', storeName: 'Old name' } })
  for (const words of ['create store.json', 'list', 'show old-name', 'update old-name --set description=x'])
    expect([words, (await run(db, folder, 'tenant', ...words.split(' '))).exitCode]).toEqual([words, 0])
  for (const verb of ['suspend', 'resume'])
    expect((await run(db, folder, 'tenant', verb, 'old-name')).exitCode).toBe(0)
  const { lines } = await run(db, folder, '--help')
  expect(lines.join('\n')).toMatch(/^ {2}shop\|tenant /m)
})

test.each<[string, object, string]>([
  ['a missing name', { storeName: '' }, 'storeName: give the shop a name'],
  ['an odd id', { id: 'Silk House' }, 'id: use 1 to 40 lowercase letters, digits and dashes'],
  ['a host with a port', { hosts: ['silk.localhost:4321'] }, 'hosts.0: write only a host name'],
  ['an unknown field', { categorys: [] }, 'categorys: no such field'],
  ['an unknown policy', { policies: { term: '<p>' } }, 'term: no such field in policies'],
  ['a missing policy file', { policies: { about: 'no.html' } }, 'policies.about: there is no file'],
  [
    'a policy of more than 64 KB',
    { policies: { about: `<p>${'अ'.repeat(21_845)}` } },
    'policies.about: shorten it to at most 64 KB',
  ],
  [
    'a translated policy of more than 64 KB',
    { translations: { hi: { policies: { about: `<p>${'x'.repeat(65_536)}` } } } },
    'translations.hi.policies.about: shorten it to at most 64 KB',
  ],
  [
    'a policy without text',
    { policies: { about: '<p></p>' } },
    'about, line 1: the policy has no text: its page shows the built-in text instead.',
  ],
  ['a colour name', { theme: { accent: 'red' } }, 'theme.accent: write a colour as six hexadecimal digits'],
  [
    'quiet text with too little contrast',
    { theme: { surface: '#ffffff', muted: '#999999' } },
    'theme.muted: the contrast of #999999 and surface #ffffff is 2.8 to 1; choose colours with at least 4.5 to 1',
  ],
  [
    'a light button in the dark scheme',
    { theme: { dark: { accent: '#f0f0f0', accentInk: '#ffffff' } } },
    'theme.dark.accentInk: the contrast of #ffffff and accent #f0f0f0 is 1.1 to 1; choose colours with at least 4.5 to 1',
  ],
  [
    'a ground on which messages are lost',
    { theme: { surface: '#1f6b3f', ink: '#ffffff', muted: '#ffffff', accent: '#ffffff', sale: '#ffffff' } },
    'theme.surface: the contrast of #1f6b3f and success #1f6b3f is 1.0 to 1; choose colours with at least 4.5 to 1',
  ],
  [
    'a script address',
    { companyLogoUrl: 'javascript:x' },
    'companyLogoUrl: write an address that begins with',
  ],
  [
    'a translation into an unknown language',
    { translations: { ta: { texts: {} } } },
    'ta: no such field in translations; correct or remove it',
  ],
  [
    'translations of products',
    { translations: { hi: { products: { Kurta: { title: 'कुर्ता' } } } } },
    'translations.hi.products: translations of products belong to the catalogue: move them to a file',
  ],
  [
    'a missing file of a translated policy',
    { translations: { hi: { policies: { about: 'policies/hi/no.html' } } } },
    'translations.hi.policies.about: there is no file',
  ],
  [
    'four highlights',
    { highlights: ['One', 'Two', 'Three', 'Four'] },
    'highlights: write at most 3 highlights',
  ],
  ['a long highlight', { highlights: ['x'.repeat(41)] }, 'highlights.0: write 1 to 40 characters'],
  [
    'a button to another host',
    { heroLink: { text: 'Sale', url: '//evil.example' } },
    'heroLink.url: write a path of the shop, such as /products?category=sarees',
  ],
  [
    'a ragged size guide',
    {
      sizeGuides: [
        { name: 'Tops', categories: ['Shirts'], columns: ['Size', 'Chest'], rows: [['M', 94, 96]] },
      ],
    },
    'sizeGuides.0: write a size and one measure per further column in every row',
  ],
  [
    'a measure that is missing',
    { sizeGuides: [{ name: 'Tops', categories: ['Shirts'], columns: ['Size', 'Chest'], rows: [['M', '']] }] },
    'sizeGuides.0.rows.0.1: write centimetres as a number, or as a text such as "86-90"',
  ],
  [
    'an odd Google tag',
    { analytics: { googleTagId: 'UA-1' } },
    'analytics.googleTagId: write the measurement id of Google Analytics',
  ],
  ['an odd e-mail', { companyEmail: 'care' }, 'companyEmail: write an email address'],
  ['an odd UPI id', { payee: { upiId: 'x', name: 'X' } }, 'payee.upiId: write a UPI id'],
])('refuses a store record with %s', async (_, change, message) => {
  const folder = folderWith({ 'store.json': { ...STORE, id: 'refused', policies: {}, ...change } })
  const { exitCode, problems } = await run(db, folder, 'shop', 'create', 'store.json')
  expect(exitCode).toBe(1)
  expect(problems.join('\n')).toContain(message)
  expect(await findTenant(db, 'refused')).toBeUndefined()
})

it('refuses a host of another shop, a missing file and a file that is no JSON', async () => {
  const folder = folderWith({
    'other.json': { storeName: 'Other', hosts: ['taken.example'] },
    'store.json': { storeName: 'Mine', hosts: ['taken.example'] },
    'broken.json': '{"storeName":',
  })
  await run(db, folder, 'shop', 'create', 'other.json')
  const taken = await run(db, folder, 'shop', 'create', 'store.json')
  expect(taken.problems).toEqual([
    'The host taken.example already belongs to the shop other. Remove it there first, or choose another host.',
  ])
  const missing = await run(db, folder, 'shop', 'create', 'none.json')
  expect(missing.problems[0]).toContain('There is no store info file')
  const broken = await run(db, folder, 'shop', 'create', 'broken.json')
  expect(broken.problems[0]).toContain('is not valid JSON')
})

it('lists the shops', async () => {
  const { lines } = await run(db, folderWith(), 'shop', 'list')
  expect(lines).toContain('other  Other  taken.example')
})

test.each([
  [['shop', 'create']],
  [['import', 'silk-house']],
  [['sell']],
  [['orders', 'list', 'silk-house', '--status', 'gone']],
  [[]],
])('does not understand %j: exit code 2', async (argv) => {
  const { exitCode, problems } = await run(db, folderWith(), ...argv)
  expect(exitCode).toBe(2)
  expect(problems.join('')).not.toBe('')
})

it('shows help with exit code 0', async () => {
  const { exitCode, lines } = await run(db, folderWith(), 'import', '--help')
  expect(exitCode).toBe(0)
  expect(lines.join('\n')).toContain('--skip-invalid')
})

describe('store shop update', () => {
  const shop = {
    id: 'changing',
    hosts: ['changing.localhost'],
    record: { storeName: 'Changing', categories: [] },
    payee: { upiId: 'old@okbank', name: 'Old' },
  }

  async function update(...argv: string[]) {
    await putTenant(db, shop)
    const said = await run(db, folderWith(), 'shop', 'update', 'changing', ...argv)
    return { ...said, tenant: await findTenant(db, 'changing') }
  }

  it.each<[string, Partial<PaymentAccount>, string[], string]>([
    ['takes UPI', {}, ['--confirms-within', '6'], 'The UPI id is new@okbank. Payments go through razorpay.'],
    ['takes no UPI', { upi: false }, [], 'The UPI id is new@okbank. Payments go through razorpay.'],
    [
      'takes no UPI, by hand',
      { upi: false },
      ['--confirms-within', '6'],
      'UPI payments go to new@okbank. You confirm each within 6 hours: store payments waiting.',
    ],
  ])('reports where payments go for a shop whose provider %s', async (_case, account, options, sentence) => {
    await update()
    await putPaymentAccounts(db, 'changing', [{ provider: 'razorpay', mode: 'test', id: 'rzp', ...account }])
    const { lines } = await update('--payee', 'new@okbank', ...options)
    expect(lines[1]).toBe(sentence)
    await putPaymentAccounts(db, 'changing', [])
  })

  it('changes who receives UPI payments', async () => {
    const both = await update('--payee', 'new@okbank', '--payee-name', 'New')
    expect(both.lines).toEqual([
      'Updated the shop changing on changing.localhost.',
      'UPI payments go to new@okbank. To offer UPI, set --confirms-within <hours> or a payment provider.',
    ])
    expect(both.tenant?.payee).toEqual({ upiId: 'new@okbank', name: 'New' })
    expect((await update('--payee', 'new@okbank')).tenant?.payee).toEqual({
      upiId: 'new@okbank',
      name: 'Old',
    })
    expect((await update('--payee-name', 'New')).tenant?.payee).toEqual({ upiId: 'old@okbank', name: 'New' })
    const none = await update('--payee', '')
    expect(none.lines[1]).toBe('The shop has no UPI id, so it takes no UPI payments to its own account.')
    expect(none.tenant?.payee.upiId).toBe('')
  })

  it('takes fields that are no texts as JSON, and leaves the others alone', async () => {
    const { tenant } = await update(
      ...['--set', 'categories=["Sarees","Kurtas"]', '--set', 'regularPriceIsMrp=true'],
      ...['--set', 'policies={"about":"<p>About</p>"}'],
    )
    expect(tenant).toMatchObject({
      record: {
        storeName: 'Changing',
        categories: ['Sarees', 'Kurtas'],
        regularPriceIsMrp: true,
        policies: { about: '<p>About</p>' },
      },
      payee: { upiId: 'old@okbank', name: 'Old' },
    })
  })

  it('keeps each of several updates that are made at the same moment', async () => {
    await putTenant(db, shop)
    const folder = folderWith()
    const fields = {
      companyName: 'Changing Limited',
      description: 'Kurtas',
      companyEmail: 'care@changing.in',
    }
    const updates = Object.entries(fields).map(([field, value]) =>
      run(db, folder, 'shop', 'update', 'changing', '--set', `${field}=${value}`),
    )
    expect((await Promise.all(updates)).map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
    expect((await findTenant(db, 'changing'))?.record).toMatchObject(fields)
  })

  test.each<[string, string[], string]>([
    ['an odd UPI id', ['--payee', 'asha'], 'payee.upiId: write a UPI id such as silkhouse@okbank'],
    ['another id', ['--set', 'id=other'], "The id of a shop can't be changed"],
    ['broken JSON', ['--set', 'categories=["Sarees"'], 'The value of categories is not valid JSON'],
    ['an unknown field', ['--set', 'color=red'], 'color: no such field'],
    [
      'a policy with too many elements',
      ['--set', `policies=${JSON.stringify({ about: '<br>'.repeat(10_001) })}`],
      'about, line 1: the policy has too many elements: its page shows its text without structure.',
    ],
    [
      'nothing',
      [],
      'Name what to change with --set, --host, --payee, --payee-name, --confirms-within, --mail-from, --hold-minutes, --unpaid-orders, --unpaid-pieces, --cash-orders, --returned-parcels, --returned-parcels-pin-code.',
    ],
  ])('refuses %s and changes nothing', async (_, argv, message) => {
    const { exitCode, problems, tenant } = await update(...argv)
    expect([exitCode, tenant?.payee.upiId, tenant?.record.categories]).toEqual([1, 'old@okbank', []])
    expect(problems.join('\n')).toContain(message)
  })
})

it('sets what accounts may hold without having paid, and refuses other values', async () => {
  const folder = folderWith({ 'store.json': { storeName: 'Holding' } })
  const update = (...options: string[]) => run(db, folder, 'shop', 'update', 'holding', ...options)
  await run(db, folder, 'shop', 'create', 'store.json')
  expect((await run(db, folder, 'shop', 'show', 'holding')).lines.at(-1)).toBe(
    'Unpaid orders hold stock for 20 minutes; an account may have 3 unpaid orders with 30 counted pieces, ' +
      'and 3 orders to be paid at delivery',
  )
  await update('--hold-minutes', '60', '--unpaid-pieces', '100')
  const { lines } = await update('--unpaid-orders', '5', '--cash-orders', '1')
  expect(lines.at(-1)).toBe(
    'Unpaid orders hold stock for 60 minutes; an account may have 5 unpaid orders with 100 counted pieces, ' +
      'and 1 order to be paid at delivery.',
  )
  expect((await findTenant(db, 'holding'))?.orderLimits).toEqual({
    holdMinutes: 60,
    unpaidOrders: 5,
    unpaidPieces: 100,
    cashOrders: 1,
  })
  const blocked = await update('--returned-parcels', '2', '--returned-parcels-pin-code', '5')
  expect(blocked.lines.at(-1)).toBe(
    'Unpaid orders hold stock for 60 minutes; an account may have 5 unpaid orders with 100 counted pieces, ' +
      'and 1 order to be paid at delivery; no cash for a phone after 2 returned parcels; ' +
      'no cash for a PIN code after 5 returned parcels.',
  )
  for (const typed of ['4', '10081', '1.5', 'six', '']) {
    expect((await update('--hold-minutes', typed)).problems).toEqual([
      `"${typed}" is not valid for --hold-minutes: write whole minutes from 5 to 10080.`,
    ])
  }
  expect((await update('--unpaid-orders', '0')).problems).toEqual([
    '"0" is not valid for --unpaid-orders: write whole orders from 1 to 1000.',
  ])
})
