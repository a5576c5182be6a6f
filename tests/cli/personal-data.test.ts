import { readFileSync } from 'node:fs'

import { and, eq, getTableColumns, is } from 'drizzle-orm'
import { PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import * as schema from '../../api/db/schema.ts'
import { issueInvoice } from '../../api/modules/orders/tax-documents.ts'
import { advanceOrder } from '../../api/modules/orders/advance.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openToken, requestMessage } from '../../api/modules/users/account-requests.ts'
import { findCredentials } from '../../api/modules/users/accounts.ts'
import { IMPERSONAL_TABLES, PERSONAL_DATA } from '../../api/modules/personal-data/personal-data.ts'
import { ADDRESS, ASHA, openSandboxStore, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'
const PHONE = '+919876543210'

type TableName = keyof typeof PERSONAL_DATA

let store: Store

beforeAll(async () => {
  store = await openSandboxStore()
  await putTenant(store.db, {
    ...ASHA,
    hosts: [SHOP],
    record: { ...ASHA.record, capabilities: ['returns', 'cancellation', 'contact', 'newsletter'] },
  })
}, 60_000)

afterAll(() => store.close())

const inShop = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(store.db, 'asha', work)

/** A shop without GSTIN, whose bills need no rate. */
const RECORD = { storeName: 'Asha', categories: [] }

/** An account with rows in every table of personal data, all of its matters settled. */
async function haveCustomer() {
  const person = await store.signIn(SHOP)
  const { token } = person
  const call = (path: string, body?: unknown, headers?: Record<string, string>) =>
    store.call(SHOP, path, { body: body ?? {}, token, ...(headers && { headers }) })
  const body = { products: { [await store.productId(SHOP, 'kurta')]: 1 }, shippingAddress: ADDRESS }
  await call('/addresses', ADDRESS)
  const { id: orderId } = (await call('/orders', body, { 'idempotency-key': `key-${person.email}` })).body
  const { token: link } = (await call(`/orders/${orderId}/payment-link`)).body
  const { data } = (await call('/payments', { orderId, fields: { method: 'card', phone: PHONE } })).body
    .action.formParams
  await store.call(SHOP, `/payment-links/${link}/payments`, {
    body: { fields: { method: 'card', phone: PHONE } },
  })
  await store.request(SHOP, '/sandbox/pay/decision', { form: { ...data, decision: 'approve' } })
  const number = String(orderId).replaceAll('-', '')
  await inShop(async (tx) => {
    await advanceOrder(tx, 'asha', number, 2)
    await advanceOrder(tx, 'asha', number, 3, { now: store.clock.now })
    const refund = { tenantId: 'asha', paymentId: data.paymentId, reference: 'rfnd', amount: 100 }
    await tx.insert(schema.paymentRefunds).values(refund)
    const requested = { tenantId: 'asha', paymentId: data.paymentId, amount: 100, state: 'failed' as const }
    await tx.insert(schema.refundRequests).values({ ...requested, id: `refund-${number}` })
    const link = { purpose: 'refund' as const, tokenHash: `hash-${number}`, expiresAt: store.clock.now }
    await tx.insert(schema.orderLinks).values({ tenantId: 'asha', orderNumber: number, ...link })
    const given = { upiId: `${number}@okbank`, givenAt: store.clock.now }
    await tx.insert(schema.refundDetails).values({ tenantId: 'asha', orderNumber: number, ...given })
    await tx.insert(schema.messages).values({
      ...{
        tenantId: 'asha',
        id: `message-${number}`,
        stream: number,
        event: `${number}/1`,
        orderNumber: number,
      },
      ...{ kind: 'order received', role: 'shopper', channel: 'email', dueAt: store.clock.now },
    })
  })
  await run(store.db, '.', 'orders', 'note', 'asha', String(orderId), 'Asks for a call')
  await inShop(async (tx) => {
    const [order] = await tx.select().from(schema.orders).where(eq(schema.orders.number, number))
    if (order) await issueInvoice(tx, RECORD, order, { now: store.clock.now })
  })
  await call('/contact', { name: 'Asha', email: person.email, subject: 'Size', message: 'Small?' })
  await call('/newsletter', { email: person.email })
  await inShop(async (tx) => {
    const request = { tenantId: 'asha', email: person.email, language: undefined, now: store.clock.now }
    await requestMessage(tx, { ...request, kind: 'account.reset-requested' })
    const { id: userId = '' } = (await findCredentials(tx, 'asha', person.email)) ?? {}
    const rows = await tx.select().from(schema.accountRequests)
    for (const row of rows) if (row.email === person.email) await openToken(tx, row, userId)
  })
  const asked = await call(`/orders/${orderId}/returns`, {
    items: [{ id: `${orderId}-1`, quantity: 1 }],
    reason: 'Too small',
  })
  return { ...person, orderId: String(orderId), returnId: String(asked.body.returns[0].id) }
}

type Customer = Awaited<ReturnType<typeof haveCustomer>>

const erase = ({ email }: Customer) => run(store.db, '.', 'users', 'erase', 'asha', email)
const decide = ({ returnId }: Customer) => run(store.db, '.', 'returns', 'refuse', 'asha', returnId)

const tables = Object.entries(PERSONAL_DATA) as [TableName, (typeof PERSONAL_DATA)[TableName]][]

/** Columns that can hold words, except those by which rows find each other and the codes of enumerations. */
function wordColumns(name: TableName): string[] {
  const table: PgTable = schema[name]
  return Object.entries(getTableColumns(table))
    .filter(([column, { dataType, enumValues }]) => {
      const isWords = ['string', 'json', 'array'].includes(dataType) && !enumValues?.length
      return isWords && !KEYS.has(`${name}.${column}`)
    })
    .map(([column]) => column)
}

/** Random ids and shared keys, which lead from table to table, and what nothing can change. */
const KEYS = new Set([
  ...tables.map(([name]) => `${name}.tenantId`),
  ...['users.id', 'tokens.userId', 'addresses.userId', 'idempotencyKeys.userId', 'orders.userId'],
  ...[
    'orders.number',
    'orders.offerId',
    'orderItems.orderNumber',
    'orderEvents.orderNumber',
    'orderNotes.orderNumber',
    'orderReturns.orderNumber',
  ],
  ...['payments.id', 'payments.orderNumber', 'paymentLinks.orderNumber', 'paymentRefunds.paymentId'],
  ...['refundDetails.orderNumber', 'orderLinks.orderNumber'],
  ...['paymentEvents.paymentId', 'moneyEntries.orderNumber', 'moneyEntries.paymentId', 'orderEvents.subject'],
  ...['refundRequests.id', 'refundRequests.paymentId'],
  ...['messages.id', 'messages.orderNumber', 'messages.event'],
  ...['accountRequests.id', 'accountRequests.userId', 'accountTokens.requestId', 'accountTokens.userId'],
  ...['contactMessages.number', 'newsletterSubscriptions.id'],
  ...['taxDocuments.number', 'taxDocuments.series', 'taxDocuments.orderNumber', 'taxDocuments.body'],
])

/** Rows that the API can't delete go with their orders and payments. */
const APPEND_ONLY = new Set(['orderEvents', 'moneyEntries', 'taxDocuments'])

/** Tables whose rows the account's e-mail leads to. */
const BY_EMAIL = ['accountRequests', 'contactMessages', 'newsletterSubscriptions']

const canary = (name: string, column: string) =>
  `canary of ${column === 'email' && BY_EMAIL.includes(name) ? 'users' : name} ${column}`

/** Writes a text of its own into every column that can hold words. */
async function plantCanaries(): Promise<void> {
  await inShop(async (tx) => {
    for (const [name] of tables) {
      const table = schema[name] as PgTable & { tenantId: PgColumn }
      const columns = getTableColumns(table)
      const values = wordColumns(name).map((column) => {
        const text = canary(name, column)
        const isList = `${name}.${column}` === 'orderReturns.lines'
        const json = isList ? [{ line: 1, quantity: 1, text }] : { text }
        return [column, columns[column]?.dataType === 'json' ? json : text] as const
      })
      expect((await tx.select().from(table)).length, `rows of ${name}`).toBeGreaterThan(0)
      if (values.length === 0) continue
      const planted = await tx
        .update(table)
        .set(Object.fromEntries(values))
        .where(eq(table.tenantId, 'asha'))
        .returning()
      expect(planted.length, name).toBeGreaterThan(0)
    }
  })
}

/** The planted texts that the shop still holds, as `table.column`. */
async function remainingCanaries(): Promise<string[]> {
  return inShop(async (tx) => {
    const found = []
    for (const [name] of tables) {
      const text = JSON.stringify(await tx.select().from(schema[name]))
      for (const column of wordColumns(name)) {
        if (text.includes(canary(name, column))) found.push(`${name}.${column}`)
      }
    }
    return found.sort()
  })
}

function keptColumns(name: TableName): [string, string][] {
  return Object.entries(PERSONAL_DATA[name].columns ?? {}).flatMap(([column, rule]) =>
    'kept' in rule ? [[column, rule.kept]] : [],
  )
}

it('every table says whether it holds data of customers', () => {
  const all = Object.entries(schema).filter(([, table]) => is(table, PgTable))
  const said = [...Object.keys(PERSONAL_DATA), ...IMPERSONAL_TABLES]
  expect(said.sort()).toEqual(all.map(([name]) => name).sort())
})

describe('with a text of its own in every column of a customer', () => {
  let customer: Customer

  beforeEach(async () => {
    await inShop(async (tx) => {
      for (const [name] of tables.toReversed()) {
        if (!APPEND_ONLY.has(name)) await tx.delete(schema[name])
      }
    })
    customer = await haveCustomer()
    await decide(customer)
  })

  it('an export has each of them but secrets', async () => {
    await plantCanaries()
    const email = canary('users', 'email')
    const { lines, problems } = await run(store.db, '.', 'users', 'export', 'asha', email)
    expect(problems).toEqual([])
    const text = lines.join('\n')
    const missing = tables.flatMap(([name]) =>
      wordColumns(name)
        .filter((column) => !text.includes(canary(name, column)))
        .map((column) => `${name}.${column}`),
    )
    expect(missing).toEqual([
      ...['users.passwordHash', 'tokens.hash', 'accountTokens.hash', 'newsletterSubscriptions.token'],
      'paymentLinks.tokenHash',
      'orderLinks.tokenHash',
    ])
    const { payments } = JSON.parse(text).records
    expect(payments).toHaveLength(2)
    expect(payments[0]).toMatchObject({
      amount: 99_950,
      customerReference: canary('payments', 'customerReference'),
    })
  })

  it('an erasure leaves only those that are kept for a reason', async () => {
    await plantCanaries()
    const email = canary('users', 'email')
    expect((await run(store.db, '.', 'users', 'erase', 'asha', email)).problems).toEqual([])
    const kept = tables.flatMap(([name]) =>
      keptColumns(name)
        .map(([column]) => `${name}.${column}`)
        .filter((path) => wordColumns(name).includes(path.split('.')[1] ?? '')),
    )
    expect(await remainingCanaries()).toEqual(kept.sort())
    const left = await inShop(async (tx) => [
      ...(await tx.select().from(schema.tokens)),
      ...(await tx.select().from(schema.addresses)),
      ...(await tx.select().from(schema.idempotencyKeys)),
      ...(await tx.select().from(schema.paymentLinks)),
    ])
    expect(left).toEqual([])
  })
})

it('an erasure waits for an open return, as for an open order', async () => {
  const customer = await haveCustomer()
  const { orderId, returnId, email } = customer
  expect(await erase(customer)).toMatchObject({
    exitCode: 1,
    problems: [
      `${email} has 1 open return: ${returnId} of order ${orderId}. ` +
        'Decide it with: store returns accept asha <return>, or: store returns refuse asha <return>',
    ],
  })
  expect((await store.call(SHOP, '/accountInfo', { token: customer.token })).status).toBe(200)
  await decide(customer)
  expect((await erase(customer)).problems).toEqual([])
})

it('an erasure leaves other accounts of the shop alone', async () => {
  const [gone, other] = [await haveCustomer(), await haveCustomer()]
  await decide(gone)
  await erase(gone)
  const account = await inShop((tx) =>
    tx
      .select()
      .from(schema.users)
      .where(and(eq(schema.users.tenantId, 'asha'), eq(schema.users.email, other.email))),
  )
  expect(account[0]).toMatchObject({ firstName: 'Asha', lastName: 'Rao' })
  const tracked = await store.call(SHOP, `/orders/${other.orderId}?contactInfo=${encodeURIComponent(PHONE)}`)
  expect(tracked.body.shippingAddress).toMatchObject({ address: '12 MG Road' })
})

it('the documentation names every kept column with its reason', () => {
  const document = readFileSync('docs/merchant.md', 'utf8').replaceAll(/ +/g, ' ')
  const rows = tables.flatMap(([name]) =>
    [...Map.groupBy(keptColumns(name), ([, reason]) => reason)].map(
      ([reason, columns]) =>
        `| \`${name}\` | ${columns.map(([column]) => `\`${column}\``).join(', ')} | ${reason} |`,
    ),
  )
  for (const row of rows) expect(document).toContain(row)
  expect(document.match(/^\| `\w+` \| `/gm)).toHaveLength(rows.length)
})
