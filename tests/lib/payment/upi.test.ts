import { expect, test } from 'vitest'

import { parseUpiLink } from '../../../src/lib/payment/upi.ts'

test('amount, payee and reference are read from a link', () => {
  const link = 'upi://pay?pa=shop@bank&pn=Tanabana%20Silks&am=1499.50&cu=INR&tr=PAY123&tn=Order%20ABCD'
  expect(parseUpiLink(link)).toEqual({
    link,
    amount: 1499.5,
    payee: 'Tanabana Silks',
    address: 'shop@bank',
    reference: 'PAY123',
  })
})

test("the published sample of NPCI's linking specification is read", () => {
  const sample =
    'upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&mc=0000&tid=cxnkjcnkjdfdvjndkjfvn&tr=4894398cndhcd23&tn=Pay%20to%20mystar%20store&am=10&mam=null&cu=INR&url=https://mystar.com/orderid=9298yw89e8973e87389e78923ue892'
  expect(parseUpiLink(sample)).toMatchObject({
    amount: 10,
    payee: 'nadeem chinna',
    address: 'nadeem@npci',
    reference: '4894398cndhcd23',
  })
})

test('a payee without a name is called by the UPI address', () => {
  expect(parseUpiLink('UPI://PAY?pa=shop@bank')?.payee).toBe('shop@bank')
})

test.each(['am=abc', 'am=-1', 'am=1e9', 'am=10.123', 'am=', 'am=10&cu=USD'])('no amount from %s', (query) => {
  expect(parseUpiLink(`upi://pay?pa=shop@bank&${query}`)?.amount).toBeUndefined()
})

test.each([
  '',
  'hello',
  'https://bank.example/pay?pa=a@b',
  'upi://pay',
  'upi://mandate?pa=a@b',
  'phonepe://pay?pa=a@b',
])('%j is no UPI payment link', (text) => {
  expect(parseUpiLink(text)).toBeUndefined()
})

test('broken percent-encoding does not throw', () => {
  expect(parseUpiLink('upi://pay?pa=a@b&pn=%E0%A4%A')?.address).toBe('a@b')
})
