// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { Capability } from '@tanabana/contract/store-info.ts'
import type { TaxDocument } from '@tanabana/contract/tax-document.ts'
import { InvoiceIsland } from '../../src/islands/orders/InvoiceIsland.tsx'
import type { TaxLabels } from '../../src/islands/orders/TaxDocuments.tsx'
import { closeIslandPage, openIslandPage, signInBefore } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const LABELS: TaxLabels = {
  language: 'en',
  kind: { 'tax-invoice': 'Tax invoice', 'bill-of-supply': 'Bill of supply', 'credit-note': 'Credit note' },
  reason: {
    refund: 'Refund',
    'returned-to-sender': 'Came back',
    lost: 'Lost',
    'fee-not-collected': 'No fee',
  },
  number: 'Number',
  issued: 'Date of issue',
  credited: 'For invoice {number} of {date}',
  state: 'State',
  placeOfSupply: 'Place of supply',
  taxable: 'Taxable value',
  discount: 'Discount',
  cashFee: 'Cash on delivery fee',
  inWords: 'In words',
  reverseCharge: 'Tax payable on reverse charge: No',
  print: 'Print invoice',
}

const ORDER = {
  id: 'AB-1',
  status: 2,
  createdAt: '2026-11-20T12:00:00Z',
  items: [{ id: 'AB-1-1', productTitle: 'Kurta', quantity: 1, price: 1050 }],
  shippingAddress: { address: '12 Lake Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
  payment: 'paid',
  invoice: { paidAt: '2026-11-20T12:05:00Z' },
}

const PARTS = { taxable: 100000, cgst: 2500, sgst: 2500, igst: 0, total: 105000 }
const MAHARASHTRA = { code: '27', name: { en: 'Maharashtra', hi: 'महाराष्ट्र' } }

const INVOICE: TaxDocument = {
  kind: 'tax-invoice',
  number: 'INV/26-27/7',
  issuedAt: '2026-11-21T09:00:00Z',
  orderId: 'AB-1',
  orderedAt: ORDER.createdAt,
  seller: { name: 'Dhaaga LLP', address: 'Unit 7\nMumbai', gstin: '27AAAAA0000A1Z5', state: MAHARASHTRA },
  recipient: { name: 'Asha Rao', address: '12 Lake Road\nPune, Maharashtra, 411001' },
  placeOfSupply: MAHARASHTRA,
  stateTax: 'SGST',
  isInterState: false,
  lines: [
    {
      ...{ kind: 'goods', description: 'Kurta', choice: 'M', hsn: '6204', quantity: 1, unit: 'PCS' },
      ...{ price: 106000, discount: 1000, rate: 5, ...PARTS },
    },
  ],
  ...PARTS,
  totalInWords: { en: 'Rupees One Thousand Fifty Only', hi: 'एक हज़ार पचास रुपये मात्र' },
}

const NOTE: TaxDocument = {
  ...INVOICE,
  kind: 'credit-note',
  number: 'CN/26-27/1',
  credited: { number: INVOICE.number, issuedAt: INVOICE.issuedAt },
  reason: 'refund',
}

function open(
  order: object,
  documents: TaxDocument[],
  capabilities: Capability[],
  language: 'en' | 'hi' = 'en',
) {
  signInBefore()
  const page = openIslandPage('/orders/AB-1/invoice', {
    'GET /orders': () => ({ status: 200, body: [order] }),
    'POST /orders/AB-1/tax-documents': () => ({ status: 200, body: documents }),
  })
  const seller = { name: 'Dhaaga', address: '', email: '', phone: '', gstin: undefined }
  const taxLabels = { ...LABELS, language }
  render(<InvoiceIsland orderId="AB-1" seller={seller} capabilities={capabilities} taxLabels={taxLabels} />)
  return page
}

const WORDS: Capability[] = ['shipment', 'invoice', 'tax-invoice']

test(
  'an issued tax invoice shows in place of the invoice, with its credit notes',
  { tags: ['@req-11.39'] },
  async () => {
    open(ORDER, [INVOICE, NOTE], WORDS)
    const invoice = await screen.findByRole('article', { name: 'Tax invoice' })
    for (const text of [
      'INV/26-27/7',
      '21 November 2026',
      'Dhaaga LLP',
      'GSTIN: 27AAAAA0000A1Z5',
      'Asha Rao',
      'Place of supplyMaharashtra (27)',
      'HSN: 6204',
      'Discount: −₹10',
      'CGST 2.5%: ₹25',
      'SGST 2.5%: ₹25',
      'Total₹1,050',
      'In words: Rupees One Thousand Fifty Only',
      'Paid on 20 November 2026',
    ]) {
      expect(invoice.textContent).toContain(text)
    }
    const note = screen.getByRole('article', { name: 'Credit note' })
    expect(note.textContent).toContain('For invoice INV/26-27/7 of 21 November 2026: Refund')
    expect(within(note).queryByText('Payment')).toBeNull()
  },
)

test('the words of the page decide on state and total', { tags: ['@req-11.39'] }, async () => {
  open(ORDER, [INVOICE], WORDS, 'hi')
  const invoice = await screen.findByRole('article', { name: 'Tax invoice' })
  expect(invoice.textContent).toContain('महाराष्ट्र (27)')
  expect(invoice.textContent).toContain('एक हज़ार पचास रुपये मात्र')
})

test('a bill of supply speaks of no tax', { tags: ['@req-11.39'] }, async () => {
  const { name, address } = INVOICE.seller
  const seller = { name, address }
  const parts = { taxable: 105000, cgst: 0, sgst: 0, igst: 0, total: 105000 }
  const lines = INVOICE.lines.map((line) => ({ ...line, ...parts, rate: 0 }))
  open(ORDER, [{ ...INVOICE, ...parts, kind: 'bill-of-supply', seller, lines }], WORDS)
  const bill = await screen.findByRole('article', { name: 'Bill of supply' })
  expect(bill.textContent).toContain('Total₹1,050')
  for (const text of ['Taxable value', 'GST', 'reverse charge']) expect(bill.textContent).not.toContain(text)
})

test('an order that is not dispatched has no invoice yet', { tags: ['@req-11.39'] }, async () => {
  open({ ...ORDER, status: 1 }, [], WORDS)
  expect(await screen.findByRole('heading', { name: 'No invoice yet' })).toBeTruthy()
  expect(screen.getByText('An order has its invoice once it is with the courier.')).toBeTruthy()
})

test('a parcel that came back still has its documents', { tags: ['@req-11.39'] }, async () => {
  open({ ...ORDER, status: 4 }, [INVOICE, { ...NOTE, reason: 'returned-to-sender' }], WORDS)
  expect((await screen.findByRole('article', { name: 'Credit note' })).textContent).toContain('Came back')
})

test(
  'without the capability nothing is asked for and the invoice stays',
  { tags: ['@req-11.26'] },
  async () => {
    const { calls } = open({ ...ORDER, status: 1 }, [INVOICE], ['shipment', 'invoice'])
    expect((await screen.findByRole('article', { name: 'Invoice' })).textContent).toContain('Dhaaga')
    expect(calls.map(({ path }) => path)).toEqual(['GET /orders'])
  },
)
