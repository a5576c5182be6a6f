import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatAmount } from '../../../../api/rupees.ts'
import { upiLink } from '../../../../api/modules/payments/upi-link.ts'

const payment = {
  payeeUpiId: 'shop@bank',
  payeeName: 'Tana Bana',
  reference: '4f7kq0',
  note: 'Order 7K3M-9Q2X-V0AB',
  amountPaise: 129_900,
}

describe('the UPI link', () => {
  it('names payee, category, reference, note, amount and currency', () => {
    expect(upiLink(payment)).toBe(
      'upi://pay?pa=shop@bank&pn=Tana%20Bana&mc=5651&tr=4f7kq0&tn=Order%207K3M-9Q2X-V0AB&am=1299.00&cu=INR',
    )
  })

  it('writes what could end a parameter as an escape, never a plus for a space', () => {
    const link = upiLink({ ...payment, payeeName: "Asha & Sons' #1 (+91) 50% = ₹" })
    expect(link).toContain('pn=Asha%20%26%20Sons%27%20%231%20%28%2B91%29%2050%25%20%3D%20%E2%82%B9&mc=')
    expect(link).not.toContain('+')
  })

  it('keeps at most 50 characters of the note', () => {
    expect(new URL(upiLink({ ...payment, note: 'n'.repeat(80) })).searchParams.get('tn')).toBe('n'.repeat(50))
  })

  it.each(['', 'with-dash', 'x'.repeat(36), 'a b'])('refuses the reference "%s"', (reference) => {
    expect(() => upiLink({ ...payment, reference })).toThrow('1 to 35 letters and digits')
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 60])('refuses the amount %s', (amountPaise) => {
    expect(() => upiLink({ ...payment, amountPaise })).toThrow('positive whole number of paise')
  })

  it.each([
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [129_950, '1299.50'],
    [99 * 10_000_000, '9900000.00'],
  ])('writes %i paise as %s rupees', (paise, text) => {
    expect(formatAmount(paise)).toBe(text)
  })

  it('is read back with the same payee, note and amount', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.integer({ min: 1, max: 10 ** 12 }),
        (name, amountPaise) => {
          const { searchParams } = new URL(upiLink({ ...payment, payeeName: name, amountPaise }))
          expect(searchParams.get('pn')).toBe(name)
          expect(Math.round(Number(searchParams.get('am')) * 100)).toBe(amountPaise)
        },
      ),
    )
  })
})
