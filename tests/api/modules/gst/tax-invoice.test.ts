import { describe, expect, it } from 'vitest'

import { taxDocumentSchema, type TaxDocument } from '@tanabana/contract/tax-document.ts'
import type { GstRate } from '../../../../api/db/store-record.ts'
import { amountInWords } from '../../../../api/modules/gst/amount-in-words.ts'
import { draftCreditNote } from '../../../../api/modules/gst/credit-note.ts'
import { documentNumber, financialYear } from '../../../../api/modules/gst/document-number.ts'
import { DEFAULT_RATES, findRate } from '../../../../api/modules/gst/rates.ts'
import { draftInvoice } from '../../../../api/modules/gst/tax-invoice.ts'
import { WORKED_CREDITS, WORKED_INVOICES } from './worked-invoices.ts'

const NOW = new Date('2026-11-27T06:30:00Z')

type Sold = Pick<(typeof WORKED_INVOICES)[number], 'items' | 'to' | 'from' | 'pincode' | 'cashFee'>

function draft({ items, to, from = '29', pincode, cashFee = 0 }: Sold, gstin?: string) {
  return draftInvoice(
    { storeName: 'Asha', companyAddress: '14 Weavers Lane', gstin: gstin ?? `${from}AAAAA0000A1Z5` },
    {
      orderId: '7K3M-9Q2T-X4WB',
      orderedAt: NOW,
      items: items.map(([hsn, price, quantity, discount, gstRate = null]) => ({
        ...{ productTitle: 'Kurta', selectedSize: 'M', selectedColor: null, variantOptions: null },
        ...{ hsn, price, quantity, discount, gstRate },
      })),
      cashFee,
      states: [pincode, to],
    },
    NOW,
  )
}

function issued(sold: Sold): TaxDocument {
  const invoice = draft(sold)
  if ('missing' in invoice) throw new Error(invoice.missing)
  return { ...invoice, number: 'INV/26-27/1' }
}

const numbersOf = ({ lines }: Pick<TaxDocument, 'lines'>) =>
  lines.map(({ rate, taxable, cgst, sgst, igst, total }) => [rate, taxable, cgst, sgst, igst, total])

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

function expectSums(document: Pick<TaxDocument, 'lines' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>) {
  for (const part of ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const) {
    expect(document[part]).toBe(sum(document.lines.map((line) => line[part])))
  }
  expect(document.taxable + document.cgst + document.sgst + document.igst).toBe(document.total)
}

describe('a tax invoice', () => {
  it.each(WORKED_INVOICES)('follows "$rule": $name', { tags: ['@req-11.39'] }, (worked) => {
    const invoice = issued(worked)
    expect(numbersOf(invoice)).toEqual(worked.lines)
    expectSums(invoice)
    const paid = sum(worked.items.map(([, price, quantity, discount]) => price * quantity - discount))
    expect(invoice.total).toBe(paid + (worked.cashFee ?? 0))
    expect(taxDocumentSchema.parse(invoice)).toEqual(invoice)
  })

  it('names the seller, both states and what was sold', { tags: ['@req-11.39'] }, () => {
    const invoice = issued({ to: 'Maharashtra', items: [['6403', 399900, 2, 0]], cashFee: 4900 })
    expect(invoice).toMatchObject({
      kind: 'tax-invoice',
      seller: {
        name: 'Asha',
        address: '14 Weavers Lane',
        gstin: '29AAAAA0000A1Z5',
        state: { code: '29', name: { en: 'Karnataka' } },
      },
      placeOfSupply: { code: '27', name: { en: 'Maharashtra', hi: 'महाराष्ट्र' } },
      isInterState: true,
      lines: [
        {
          kind: 'goods',
          description: 'Kurta',
          choice: 'M',
          hsn: '6403',
          quantity: 2,
          unit: 'PRS',
          price: 399900,
        },
        { kind: 'cash-fee', description: 'Fee for cash on delivery', hsn: '6403' },
      ],
    })
  })

  it('calls the tax of a union territory UTGST', { tags: ['@req-11.39'] }, () => {
    expect(issued({ to: 'Chandigarh', from: '04', items: [['6109', 52500, 1, 0]] }).stateTax).toBe('UTGST')
    expect(issued({ to: 'Puducherry', from: '34', items: [['6109', 52500, 1, 0]] }).stateTax).toBe('SGST')
  })

  it('is a bill of supply without tax for a shop without GSTIN', { tags: ['@req-11.39'] }, () => {
    const bill = draftInvoice(
      { storeName: 'Asha' },
      {
        orderId: 'X',
        orderedAt: NOW,
        items: [
          {
            ...{ productTitle: 'Kurta', selectedSize: null, selectedColor: null, variantOptions: null },
            ...{ hsn: null, price: 99900, quantity: 1, discount: 900, gstRate: null },
          },
        ],
        cashFee: 4900,
        states: ['nowhere'],
      },
      NOW,
    )
    expect(bill).toMatchObject({ kind: 'bill-of-supply', taxable: 103900, cgst: 0, igst: 0, total: 103900 })
    expect(bill).not.toHaveProperty('seller.gstin')
  })

  it('says what is missing', { tags: ['@req-11.39'] }, () => {
    const kurta: Sold = { to: 'Karnataka', items: [['6109', 99900, 1, 0]] }
    expect(draft({ ...kurta, to: 'Karnatka' })).toEqual({ missing: 'state' })
    expect(draft({ ...kurta, items: [[null, 99900, 1, 0]] })).toEqual({ missing: 'rate' })
    expect(draft(kurta, '99AAAAA0000A1Z5')).toEqual({ missing: 'gstin' })
  })
})

describe('a credit note', () => {
  it.each(WORKED_CREDITS)('follows "$rule": $name', { tags: ['@req-11.39'] }, ({ notes, ...sold }) => {
    const invoice = issued(sold)
    const earlier: TaxDocument[] = []
    for (const { amount, returned, lines } of notes) {
      const note = draftCreditNote(invoice, earlier, { amount, returned, reason: 'refund' }, NOW)
      if (lines.length === 0) {
        expect(note).toBeUndefined()
        continue
      }
      if (!note) throw new Error('There is no note.')
      expect(numbersOf(note)).toEqual(lines)
      expectSums(note)
      expect(note.credited).toEqual({ number: 'INV/26-27/1', issuedAt: NOW.toISOString() })
      earlier.push({ ...note, number: `CN/26-27/${earlier.length + 1}` })
    }
    for (const part of ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const) {
      expect(sum(earlier.map((note) => note[part]))).toBeLessThanOrEqual(invoice[part])
    }
  })

  it('credits any series of small parts without a paisa too much', { tags: ['@req-11.39'] }, () => {
    const invoice = issued({
      to: 'Karnataka',
      items: [
        ['6204', 499900, 1, 0],
        ['6109', 377, 1, 0],
      ],
    })
    const earlier: TaxDocument[] = []
    for (let part = 1; ; part = (part * 7) % 50_021) {
      const note = draftCreditNote(invoice, earlier, { amount: part, reason: 'refund' }, NOW)
      if (!note) break
      expectSums(note)
      for (const line of note.lines) expect(Math.min(line.taxable, line.cgst)).toBeGreaterThanOrEqual(0)
      earlier.push({ ...note, number: `CN/26-27/${earlier.length + 1}` })
    }
    expect(sum(earlier.map(({ total }) => total))).toBe(invoice.total)
    expect(sum(earlier.map(({ cgst }) => cgst))).toBeLessThanOrEqual(invoice.cgst)
  })
})

describe('the rate of a line', () => {
  const rateOn = (table: GstRate[], hsn: string, amount: number, day: string) =>
    findRate(table, hsn, { amount, quantity: 1 }, day)?.rate

  it('changes with the day of the dispatch, without code', { tags: ['@req-11.39'] }, () => {
    const table = [
      { hsn: '61', rate: 5, since: '2025-09-22' },
      { hsn: '61', above: 2500, rate: 18, since: '2025-09-22' },
      { hsn: '61', rate: 12, since: '2027-04-01' },
    ]
    expect(rateOn(table, '6109', 499900, '2025-09-21')).toBeUndefined()
    expect(rateOn(table, '6109', 499900, '2027-03-31')).toBe(18)
    expect(rateOn(table, '6109', 499900, '2027-04-01')).toBe(12)
  })

  it('is that of the longest HSN prefix', { tags: ['@req-11.39'] }, () => {
    const table = [...DEFAULT_RATES, { hsn: '6214', rate: 12, since: '2025-09-22' }]
    expect(rateOn(table, '62142010', 99900, '2026-11-27')).toBe(12)
    expect(rateOn(table, '62142010', 499900, '2026-11-27')).toBe(12)
    expect(rateOn(table, '62113', 99900, '2026-11-27')).toBe(5)
  })

  it('is marked where the price fits no slab', { tags: ['@req-11.39'] }, () => {
    const isBetween = (amount: number) =>
      findRate(DEFAULT_RATES, '6204', { amount, quantity: 1 }, '2026-11-27')?.isBetweenSlabs
    expect([262500, 262501, 295000, 295001].map(isBetween)).toEqual([false, true, true, false])
  })
})

describe('the number of a document', () => {
  it('begins anew with the financial year in India, on 1 April', { tags: ['@req-11.39'] }, () => {
    expect(financialYear(new Date('2027-03-31T18:29:59Z'))).toBe(2026)
    expect(financialYear(new Date('2027-03-31T18:30:00Z'))).toBe(2027)
    expect(financialYear(new Date('2027-01-15T00:00:00Z'))).toBe(2026)
  })

  it('has at most 16 characters', { tags: ['@req-11.39'] }, () => {
    expect(documentNumber('INV', 2026, 17)).toBe('INV/26-27/17')
    expect(documentNumber('INV', 2099, 999_999)).toBe('INV/99-00/999999')
    expect(() => documentNumber('INV', 2026, 1_000_000)).toThrow('The series INV is full')
  })
})

describe('an amount in words', () => {
  it.each([
    [0, 'Rupees Zero Only', 'शून्य रुपये मात्र'],
    [100, 'Rupee One Only', 'एक रुपया मात्र'],
    [105001, 'Rupees One Thousand Fifty and One Paise Only', 'एक हज़ार पचास रुपये और एक पैसा मात्र'],
    [
      262550,
      'Rupees Two Thousand Six Hundred Twenty Five and Fifty Paise Only',
      'दो हज़ार छह सौ पच्चीस रुपये और पचास पैसे मात्र',
    ],
    [1639900, 'Rupees Sixteen Thousand Three Hundred Ninety Nine Only', 'सोलह हज़ार तीन सौ निन्यानवे रुपये मात्र'],
    [
      12345678900,
      'Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine Only',
      'बारह करोड़ चौंतीस लाख छप्पन हज़ार सात सौ नवासी रुपये मात्र',
    ],
  ])('writes %d paise in English and Hindi', { tags: ['@req-11.39'] }, (paise, en, hi) => {
    expect(amountInWords(paise)).toEqual({ en, hi })
  })

  it('has another Hindi word for each number below 100', { tags: ['@req-11.39'] }, () => {
    const words = Array.from({ length: 100 }, (_, rupees) => amountInWords(rupees * 100).hi)
    expect(new Set(words).size).toBe(100)
    expect(words.join(' ')).not.toMatch(/[a-z]/i)
  })
})
