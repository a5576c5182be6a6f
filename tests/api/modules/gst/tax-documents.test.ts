import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Capability } from '@tanabana/contract/store-info.ts'
import type { TaxDocument } from '@tanabana/contract/tax-document.ts'
import { withTenant, type Transaction } from '../../../../api/db/index.ts'
import { orders, taxDocuments, taxSeries, users } from '../../../../api/db/schema.ts'
import { parseOrderNumber, randomId } from '../../../../api/ids.ts'
import { advanceOrder } from '../../../../api/modules/orders/advance.ts'
import { checkTaxDocuments } from '../../../../api/modules/orders/check-tax-documents.ts'
import { lockOrder } from '../../../../api/modules/orders/change-order.ts'
import { recordReceipt } from '../../../../api/modules/orders/receipts.ts'
import { decideReturn, receiveReturn } from '../../../../api/modules/orders/returns.ts'
import { changeParcel, deliverOrder, shipOrder } from '../../../../api/modules/orders/shipment.ts'
import { issueInvoice } from '../../../../api/modules/orders/tax-documents.ts'
import { refundReturn } from '../../../../api/modules/payments/refund-return.ts'
import { recordRefund } from '../../../../api/modules/payments/refunds.ts'
import { erasePerson } from '../../../../api/modules/personal-data/erase-account.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, BELA, openStore, product, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.example'
const PLAIN = 'bela.example'
const PARCEL = { courier: 'Delhivery', trackingNumber: '1490' }
const WORDS: Capability[] = [
  'order-lines',
  'returns',
  'invoice',
  'shipment',
  'cash-on-delivery',
  'tax-invoice',
]
const RECORD = {
  ...ASHA.record,
  capabilities: WORDS,
  companyName: 'Asha Handloom Pvt. Ltd.',
  gstin: '27AAAAA0000A1Z5',
  cashOnDelivery: { fee: 49 },
}

let store: Store

beforeAll(async () => {
  const taxed = (key: string, regularPrice: number, hsn: string) =>
    product(key, { regularPrice, attributes: [{ key: 'HSN', value: [hsn] }] })
  store = await openStore([
    taxed('kurta', 999, '6204'),
    taxed('lehenga', 4999, '6204'),
    product('brooch', { attributes: [] }),
  ])
  await putTenant(store.db, { ...ASHA, record: RECORD })
  await putTenant(store.db, { ...BELA, record: { ...RECORD, capabilities: ['order-lines'] } })
}, 180_000)

afterAll(() => store.close())

interface Placed {
  orderId: string
  number: string
  token: string
  email: string
}

async function place(keys: string[] = ['kurta'], address = {}, host = SHOP): Promise<Placed> {
  const person = await store.signIn(host)
  const products = Object.fromEntries(
    await Promise.all(keys.map(async (key) => [await store.productId(host, key), 1] as const)),
  )
  const body = { products, shippingAddress: { ...ADDRESS, ...address } }
  const placed = await store.call(host, '/orders', { body, token: person.token })
  return { ...person, orderId: placed.body.id, number: parseOrderNumber(placed.body.id) ?? '' }
}

const inShop = <T>(work: (tx: Transaction) => Promise<T>) => withTenant(store.db, 'asha', work)
const now = () => store.clock.now

/** Records the money of the order, of the sum that is due, or of another amount. */
function pay({ number }: Placed, amountPaise?: number) {
  const receipt = { method: 'upi', reference: randomId(), acceptsDifference: true, amountPaise } as const
  return inShop((tx) =>
    recordReceipt(tx, 'asha', { orderNumber: number, receipt, newId: randomId(), now: now() }),
  )
}

const ship = ({ number }: Placed) => inShop((tx) => shipOrder(tx, 'asha', number, PARCEL, { now: now() }))

async function shipped(keys?: string[], address?: object) {
  const order = await place(keys, address)
  const { paymentId } = await pay(order)
  await ship(order)
  return { ...order, paymentId }
}

async function shippedForCash() {
  const order = await place()
  const fields = { method: 'cash-on-delivery', phone: '+919876543210' }
  const body = { orderId: order.orderId, fields }
  expect((await store.call(SHOP, '/payments', { body, token: order.token })).body.success).toBe(true)
  await ship(order)
  return order
}

async function documentsOf({ orderId, token }: Placed): Promise<TaxDocument[]> {
  const { status, body } = await store.call(SHOP, `/orders/${orderId}/tax-documents`, { body: {}, token })
  expect(status).toBe(200)
  return body
}

async function notesOf(order: Placed) {
  const notes = (await documentsOf(order)).filter(({ kind }) => kind === 'credit-note')
  return notes.map(({ reason, total, lines }) => ({ reason, total, lines: lines.map((line) => line.total) }))
}

const refund = (paymentId: string, amountPaise: number) =>
  inShop((tx) =>
    recordRefund(tx, 'asha', { named: paymentId, reference: randomId(), amountPaise, now: now() }),
  )

const positionOf = ({ number }: Pick<TaxDocument, 'number'>) => Number(number.split('/').at(-1))

describe('a dispatched order', () => {
  it(
    'has a tax invoice for its account, and without the name for its contact',
    { tags: ['@req-11.39'] },
    async () => {
      const order = await place(['kurta', 'lehenga'])
      expect(await documentsOf(order)).toEqual([])
      await pay(order)
      expect(await documentsOf(order)).toEqual([])
      await ship(order)
      const [invoice, ...others] = await documentsOf(order)
      expect(others).toEqual([])
      expect(invoice).toMatchObject({
        kind: 'tax-invoice',
        number: expect.stringMatching(/^INV\/26-27\/\d+$/) as string,
        issuedAt: '2026-11-21T10:00:00.000Z',
        orderId: order.orderId,
        seller: { name: 'Asha Handloom Pvt. Ltd.', gstin: '27AAAAA0000A1Z5', state: { code: '27' } },
        recipient: { name: 'Asha Rao', address: '12 MG Road\nPune, Maharashtra, 411001' },
        placeOfSupply: { code: '27' },
        isInterState: false,
        total: 599800,
        totalInWords: { en: 'Rupees Five Thousand Nine Hundred Ninety Eight Only' },
      })
      const parts = invoice?.lines.map(({ rate, cgst, total }) => [rate, cgst, total])
      expect(parts?.toSorted()).toEqual([
        [18, 38128, 499900],
        [5, 2379, 99900],
      ])
      const path = `/orders/${order.orderId}/tax-documents`
      const { body } = await store.call(SHOP, path, { body: { contactInfo: order.email } })
      expect(body[0].recipient).toEqual({ address: '12 MG Road\nPune, Maharashtra, 411001' })
    },
  )

  it('shows it to nobody else', { tags: ['@req-11.39'] }, async () => {
    const order = await shipped()
    const path = `/orders/${order.orderId}/tax-documents`
    const { token } = await store.signIn(SHOP)
    expect((await store.call(SHOP, path, { body: {} })).status).toBe(401)
    expect((await store.call(SHOP, path, { body: {}, token })).status).toBe(404)
    expect((await store.call(SHOP, path, { body: { contactInfo: 'someone@example.com' } })).status).toBe(404)
  })

  it('has none, and no call for it, in a shop without the capability', { tags: ['@req-11.39'] }, async () => {
    const { orderId, number, token } = await place(['kurta'], {}, PLAIN)
    const terms = { allowsUnpaid: true, now: now() }
    await withTenant(store.db, 'bela', async (tx) => {
      await advanceOrder(tx, 'bela', number, 1, terms)
      await shipOrder(tx, 'bela', number, PARCEL, terms)
      expect(await tx.select().from(taxDocuments)).toEqual([])
    })
    expect((await store.call(PLAIN, `/orders/${orderId}/tax-documents`, { body: {}, token })).status).toBe(
      404,
    )
  })

  it(
    'goes without one while its state is not known, and gets it when the merchant names it',
    { tags: ['@req-11.39'] },
    async () => {
      const order = await shipped(['kurta'], { state: 'Maharastra', postalCode: '4110' })
      expect(await documentsOf(order)).toEqual([])
      expect(await inShop((tx) => checkTaxDocuments(tx, 'asha'))).toEqual([
        { what: 'invoice', subject: '', orderNumber: order.number, expected: 1, found: 0 },
      ])
      await inShop(async (tx) => {
        const row = await lockOrder(tx, 'asha', order.number)
        expect(row?.taxMissing).toBe('state')
        if (row) await issueInvoice(tx, RECORD, row, { now: now(), state: 'MH' })
      })
      expect(await documentsOf(order)).toMatchObject([{ kind: 'tax-invoice', placeOfSupply: { code: '27' } }])
      expect(await inShop((tx) => checkTaxDocuments(tx, 'asha'))).toEqual([])
    },
  )

  it('goes without one while a rate is missing', { tags: ['@req-11.39'] }, async () => {
    const { number } = await shipped(['brooch'])
    const [row] = await inShop((tx) => tx.select().from(orders).where(eq(orders.number, number)))
    expect(row).toMatchObject({ status: 2, taxMissing: 'rate' })
    await inShop((tx) =>
      tx.update(orders).set({ taxMissing: null, parcel: 'lost' }).where(eq(orders.number, number)),
    )
  })

  it(
    'has the fee for cash on its invoice, which is credited when it is paid otherwise',
    { tags: ['@req-11.39'] },
    async () => {
      const order = await shippedForCash()
      const [invoice] = await documentsOf(order)
      expect(invoice?.lines.map(({ kind, total }) => [kind, total])).toEqual([
        ['goods', 99900],
        ['cash-fee', 4900],
      ])
      await pay(order, 99900)
      expect(await notesOf(order)).toMatchObject([{ reason: 'fee-not-collected', total: 4900 }])
    },
  )
})

describe('the numbers', () => {
  it(
    'follow each other although dispatches are refused or undone, and happen at once',
    { tags: ['@req-11.39'] },
    async () => {
      const first = (await documentsOf(await shipped()))[0]
      const unpaid = await place()
      await expect(ship(unpaid)).rejects.toThrow()
      const undone = await place()
      await pay(undone)
      await expect(
        inShop(async (tx) => {
          await shipOrder(tx, 'asha', undone.number, PARCEL, { now: now() })
          throw new Error('the courier did not come')
        }),
      ).rejects.toThrow('the courier did not come')
      const many = await Promise.all(Array.from({ length: 12 }, () => shipped()))
      const numbers = await Promise.all(many.map(async (order) => (await documentsOf(order))[0]))
      const positions = numbers
        .map((one) => (one ? positionOf(one) : 0))
        .toSorted((one, other) => one - other)
      const start = first ? positionOf(first) : 0
      expect(positions).toEqual(Array.from({ length: 12 }, (_, index) => start + index + 1))
      expect(await inShop((tx) => checkTaxDocuments(tx, 'asha'))).toEqual([])
    },
  )

  it('begin with 1 in a new financial year and in a new series', { tags: ['@req-11.39'] }, async () => {
    const before = store.clock.now
    store.clock.now = new Date('2027-04-01T04:00:00Z')
    const inNewYear = (await documentsOf(await shipped()))[0]
    expect(inNewYear?.number).toBe('INV/27-28/1')
    await putTenant(store.db, { ...ASHA, record: { ...RECORD, gst: { invoiceSeries: 'AH' } } })
    const inNewSeries = (await documentsOf(await shipped()))[0]
    expect(inNewSeries?.number).toBe('AH/27-28/1')
    await putTenant(store.db, { ...ASHA, record: RECORD })
    store.clock.now = before
  })
})

describe('what goes back', () => {
  it('is credited when it is refunded in part', { tags: ['@req-11.39'] }, async () => {
    const order = await shipped(['kurta', 'lehenga'])
    await refund(order.paymentId, 60000)
    await refund(order.paymentId, 40000)
    const notes = await notesOf(order)
    expect(notes.map(({ reason, total }) => [reason, total])).toEqual([
      ['refund', 60000],
      ['refund', 40000],
    ])
    expect(notes[0]?.lines.toSorted((one, other) => one - other)).toEqual([9993, 50007])
  })

  it('is credited with the line of the returned piece', { tags: ['@req-11.39'] }, async () => {
    const order = await shipped(['kurta', 'lehenga'])
    await inShop((tx) => deliverOrder(tx, 'asha', order.number, { now: now() }))
    const [invoice] = await documentsOf(order)
    const line = (invoice?.lines.findIndex(({ total }) => total === 499900) ?? 0) + 1
    const asked = await store.call(SHOP, `/orders/${order.orderId}/returns`, {
      body: { items: [{ id: `${order.orderId}-${line}`, quantity: 1 }], reason: 'Too small' },
      token: order.token,
    })
    const id: string = asked.body.returns[0].id
    await inShop((tx) => decideReturn(tx, 'asha', { id, status: 'accepted', now: now() }))
    await inShop((tx) => receiveReturn(tx, 'asha', { id, isSpoiled: false, now: now() }))
    expect(await notesOf(order)).toEqual([])
    await inShop((tx) => refundReturn(tx, 'asha', { id, reference: randomId(), now: now() }))
    const [note] = (await documentsOf(order)).slice(1)
    expect(note).toMatchObject({ total: 499900, credited: { number: invoice?.number } })
    expect(note?.lines[line - 1]).toMatchObject({ total: 499900, quantity: 1, rate: 18 })
  })

  it('is not credited when money was paid twice', { tags: ['@req-11.39'] }, async () => {
    const order = await shipped()
    const { paymentId, outcome } = await pay(order)
    expect(outcome).toBe('refund due')
    await refund(paymentId, 99900)
    expect(await notesOf(order)).toEqual([])
    await refund(order.paymentId, 30000)
    expect(await notesOf(order)).toMatchObject([{ total: 30000 }])
  })

  it.each([
    ['return to sender', 'returned-to-sender'],
    ['return spoiled to sender', 'returned-to-sender'],
    ['lose', 'lost'],
  ] as const)('is credited in full after "%s", once', { tags: ['@req-11.39'] }, async (change, reason) => {
    const paid = await shipped()
    await inShop((tx) => changeParcel(tx, 'asha', paid.number, change, now()))
    expect(await notesOf(paid)).toEqual([{ reason, total: 99900, lines: [99900] }])
    await refund(paid.paymentId, 99900)
    expect(await notesOf(paid)).toHaveLength(1)
    const cash = await shippedForCash()
    await inShop((tx) => changeParcel(tx, 'asha', cash.number, change, now()))
    expect(await notesOf(cash)).toEqual([{ reason, total: 104800, lines: [99900, 4900] }])
  })

  it('is numbered in a series of its own, without gap', { tags: ['@req-11.39'] }, async () => {
    const numbers = await inShop((tx) =>
      tx
        .select({ position: taxDocuments.position })
        .from(taxDocuments)
        .where(eq(taxDocuments.kind, 'credit-note')),
    )
    expect(numbers.map(({ position }) => position).toSorted((one, other) => one - other)).toEqual(
      numbers.map((_, index) => index + 1),
    )
    expect(await inShop((tx) => checkTaxDocuments(tx, 'asha'))).toEqual([])
  })
})

describe('an issued document', () => {
  it('can be neither changed nor removed', { tags: ['@req-11.39'] }, async () => {
    const { number } = await shipped()
    const refused = { cause: { message: expect.stringContaining('permission denied') as string } }
    const row = eq(taxDocuments.orderNumber, number)
    await expect(inShop((tx) => tx.update(taxDocuments).set({ total: 1 }).where(row))).rejects.toMatchObject(
      refused,
    )
    await expect(inShop((tx) => tx.delete(taxDocuments).where(row))).rejects.toMatchObject(refused)
  })

  it(
    'stays when the shop changes its record, and loses only the recipient by an erasure',
    { tags: ['@req-11.39'] },
    async () => {
      const order = await shipped()
      await inShop((tx) => deliverOrder(tx, 'asha', order.number, { now: now() }))
      const [before] = await documentsOf(order)
      await putTenant(store.db, { ...ASHA, record: { ...RECORD, companyName: 'Renamed' } })
      expect(await documentsOf(order)).toEqual([before])
      await putTenant(store.db, { ...ASHA, record: RECORD })
      await inShop(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.email, order.email))
        await erasePerson(tx, 'asha', { userId: user?.id ?? '' }, now())
        const [row] = await tx.select().from(taxDocuments).where(eq(taxDocuments.orderNumber, order.number))
        expect(row?.recipient).toBeNull()
        const { recipient, ...rest } = before ?? {}
        expect(recipient).toBeDefined()
        expect({ ...row?.body, number: row?.number }).toEqual(rest)
        expect(JSON.stringify(row)).not.toMatch(/Asha Rao|MG Road|411001/)
      })
    },
  )
})

describe('the check of the documents', () => {
  it(
    'finds a number that no document has, a dispatch without invoice and credits beyond it',
    { tags: ['@req-11.39'] },
    async () => {
      const lost = await shipped()
      await inShop((tx) => changeParcel(tx, 'asha', lost.number, 'lose', now()))
      await putTenant(store.db, { ...ASHA, record: { ...RECORD, capabilities: ['order-lines'] } })
      const without = await shipped()
      await putTenant(store.db, { ...ASHA, record: RECORD })
      await inShop(async (tx) => {
        const [note] = await tx.select().from(taxDocuments).where(isNoteOf(lost))
        if (!note) throw new Error('There is no note.')
        await tx.insert(taxDocuments).values({ ...note, number: 'CN/26-27/900', position: 900 })
        await tx.update(taxSeries).set({ last: 901 }).where(eq(taxSeries.series, 'CN'))
      })
      const found = await inShop((tx) => checkTaxDocuments(tx, 'asha'))
      expect(found).toMatchObject([
        { what: 'credited', orderNumber: lost.number, expected: 99900, found: 199800 },
        { what: 'invoice', orderNumber: without.number, expected: 1, found: 0 },
        { what: 'number', subject: 'CN 2026', expected: 901 },
      ])
    },
  )
})

const isNoteOf = ({ number }: Placed) =>
  and(eq(taxDocuments.orderNumber, number), eq(taxDocuments.kind, 'credit-note'))
