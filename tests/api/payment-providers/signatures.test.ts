import { describe, expect, it } from 'vitest'

import { cashfree } from '../../../api/payment-providers/cashfree.ts'
import { payu, payuRequestHash, payuResponseHash } from '../../../api/payment-providers/payu.ts'
import { phonepe, phonepeAuthorization } from '../../../api/payment-providers/phonepe.ts'
import type { ProviderContext, Provider } from '../../../api/payment-providers/provider.ts'
import { razorpay } from '../../../api/payment-providers/razorpay.ts'
import { hmacSha256 } from '../../../api/payment-providers/verify.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const TIMESTAMP = String(NOW.getTime())
const PAYMENT = '4f7kq0bm2x9vtz61chrs8ndw3e'
const MUTANTS = 1000

function context(secrets: ProviderContext['secrets'], id = 'C0Dr8m'): ProviderContext {
  return {
    account: { id, mode: 'test' },
    secrets,
    now: NOW,
    call: () => Promise.reject(new Error('Nothing is asked here.')),
  }
}

interface Delivery {
  headers: Record<string, string>
  body: string
}

function read(provider: Provider, own: ProviderContext, { headers, body }: Delivery) {
  return provider.parseWebhook(own, { header: (name) => headers[name], body: Buffer.from(body, 'latin1') })
}

/** Every bit in turn of what a signature stands for, from the first on, until there are enough mutants. */
function oneBitMutants(delivery: Delivery, headers: string[]): Delivery[] {
  const parts = [...headers.map((name) => delivery.headers[name] ?? ''), delivery.body]
  const bits = parts.flatMap((part, index) =>
    Array.from({ length: part.length * 8 }, (_, bit) => ({ index, bit })),
  )
  const step = Math.max(1, Math.floor(bits.length / MUTANTS))
  const chosen = bits.filter((_, at) => at % step === 0).slice(0, MUTANTS)
  return chosen.map(({ index, bit }) => {
    const bytes = Buffer.from(parts[index] ?? '', 'latin1')
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const changed = parts.with(index, bytes.toString('latin1'))
    return {
      headers: {
        ...delivery.headers,
        ...Object.fromEntries(headers.map((name, at) => [name, changed[at] ?? ''])),
      },
      body: changed.at(-1) ?? '',
    }
  })
}

describe('published examples of the providers are computed alike', () => {
  it('PayU: the request', () => {
    const fields = {
      key: 'C0Dr8m',
      txnid: '12345',
      amount: '10',
      productinfo: 'Shopping',
      firstname: 'Test',
      email: 'test@test.com',
      udf2: 'abc',
      udf4: '15',
    }
    expect(payuRequestHash(fields, '3sf0jURk')).toBe(
      'ffcdbf04fa5beefdcc2dd476c18bc410f02b3968e7f4f54e8f43f1e1a310bb32e3b4dec9305232bb89db5b1d0c009a53bcace6f4bd8ec2f695baf3d43ba730ce',
    )
    expect(payuRequestHash({ ...fields, amount: '10.00' }, '3sf0jURk')).not.toMatch(/^ffcdbf04/)
  })

  it('PayU: the response', () => {
    const fields = new URLSearchParams({
      status: 'success',
      email: 'test@example.com',
      firstname: 'Payu-Admin',
      productinfo: 'Product Info',
      amount: '10.00',
      txnid: '4ba4afe87f7e73468f2a',
      key: 'merchant_id',
    })
    expect(payuResponseHash(fields, 'secret')).toBe(
      'd6a5544072d036dc422d1c6393a8da75233d5e30ffc848f11682f121d67cd80c0d4fed1067b99918b5a377b7dcf1c8c9c79975abdf9f444692b35bf34d494105',
    )
    fields.set('additionalCharges', '5.00')
    expect(payuResponseHash(fields, 'secret')).not.toMatch(/^d6a55440/)
  })

  it.each([
    [
      'an order',
      'order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l',
      'EnLs21M47BllR3X8PSFtjtbd',
      '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
    ],
    [
      'a payment link',
      'plink_IH3cNucfVEgV68|TSsd1989|paid|pay_IH3d0ara9bSsjQ',
      'EnLs21M47BllR3X8PSFtjtbd',
      '07ae18789e35093e51d0a491eb9922646f3f82773547e5b0f67ee3f2d3bf7d5b',
    ],
    [
      'a webhook',
      '{"a":1,"b":2,"c":{"d":3}}',
      '123456',
      '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
    ],
  ])('Razorpay: %s', (_what, message, secret, signature) => {
    expect(hmacSha256(secret, message, 'hex')).toBe(signature)
  })

  it('Razorpay: the return of a payment link, with the link that was stored', () => {
    const returned = (changes: Record<string, string> = {}) =>
      new URLSearchParams({
        razorpay_payment_id: 'pay_IH3d0ara9bSsjQ',
        razorpay_payment_link_id: 'plink_IH3cNucfVEgV68',
        razorpay_payment_link_reference_id: 'TSsd1989',
        razorpay_payment_link_status: 'paid',
        razorpay_signature: '07ae18789e35093e51d0a491eb9922646f3f82773547e5b0f67ee3f2d3bf7d5b',
        ...changes,
      })
    const own = context({ keySecret: ['EnLs21M47BllR3X8PSFtjtbd'], webhookSecret: ['123456'] })
    const payment = { id: 'TSsd1989', reference: 'plink_IH3cNucfVEgV68' }
    expect(razorpay.isGenuineReturn(own, payment, returned())).toBe(true)
    expect(razorpay.isGenuineReturn(own, { ...payment, reference: 'plink_other' }, returned())).toBe(false)
    expect(razorpay.isGenuineReturn(own, { ...payment, id: 'TSsd1990' }, returned())).toBe(false)
    expect(
      razorpay.isGenuineReturn(own, payment, returned({ razorpay_payment_link_status: 'partially_paid' })),
    ).toBe(false)
    const otherSecret = context({ keySecret: ['123456'], webhookSecret: ['EnLs21M47BllR3X8PSFtjtbd'] })
    expect(razorpay.isGenuineReturn(otherSecret, payment, returned())).toBe(false)
  })

  it('Cashfree: a webhook', () => {
    expect(hmacSha256('test_secret', '1617695238078{"a":1}', 'base64')).toBe(
      '+6tbZxWxWgJd9UiXPqGgs2zLEVLjZYqmFdrST0meuPo=',
    )
  })

  it('PhonePe: the header of a webhook', () => {
    expect(phonepeAuthorization('user:pass')).toBe(
      'ef4c914c591698b268db3c64163eafda7209a630f236ebf0eebf045460df723a',
    )
  })
})

function payuDelivery(changes: Record<string, string> = {}, salt = '3sf0jURk'): Delivery {
  const fields = new URLSearchParams({
    mihpayid: '403993715521889530',
    status: 'success',
    key: 'C0Dr8m',
    txnid: PAYMENT.slice(0, 25),
    amount: '999.50',
    productinfo: 'Order 7K3M-9Q2X-V0AB',
    firstname: 'Asha',
    email: 'asha@example.com',
    udf1: PAYMENT,
    ...changes,
  })
  fields.set('hash', payuResponseHash(fields, salt))
  return { headers: {}, body: fields.toString() }
}

function razorpayDelivery(secret = 'webhook'): Delivery {
  const entity = {
    id: 'plink_IH3cNucfVEgV68',
    reference_id: PAYMENT,
    amount: 99_950,
    amount_paid: 99_950,
    currency: 'INR',
    status: 'paid',
  }
  const body = JSON.stringify({ event: 'payment_link.paid', payload: { payment_link: { entity } } })
  return {
    headers: { 'x-razorpay-signature': hmacSha256(secret, body, 'hex'), 'x-razorpay-event-id': 'evt_1' },
    body,
  }
}

function cashfreeDelivery(timestamp = TIMESTAMP, secret = 'client'): Delivery {
  const data = {
    link_id: PAYMENT,
    link_status: 'PAID',
    link_currency: 'INR',
    link_amount: '999.50',
    link_amount_paid: '999.50',
  }
  const body = JSON.stringify({ data, type: 'PAYMENT_LINK_EVENT' })
  return {
    headers: {
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': hmacSha256(secret, timestamp + body, 'base64'),
    },
    body,
  }
}

const PHONEPE: Delivery = {
  headers: { authorization: phonepeAuthorization('user:pass') },
  body: JSON.stringify({
    event: 'checkout.order.completed',
    payload: { merchantOrderId: PAYMENT, orderId: 'OMO1', state: 'COMPLETED', amount: 99_950 },
  }),
}

const REPORT = { paymentId: PAYMENT, amountPaise: 99_950, currency: 'INR', outcome: 'paid' }

describe('a webhook', () => {
  const cases: [string, Provider, ProviderContext, Delivery, string[]][] = [
    ['PayU', payu, context({ salt: ['3sf0jURk'] }), payuDelivery(), []],
    [
      'PayU with additional charges',
      payu,
      context({ salt: ['3sf0jURk'] }),
      payuDelivery({ additionalCharges: '12.00' }),
      [],
    ],
    [
      'Razorpay',
      razorpay,
      context({ webhookSecret: ['webhook'], keySecret: ['key'] }),
      razorpayDelivery(),
      ['x-razorpay-signature'],
    ],
    [
      'Cashfree',
      cashfree,
      context({ clientSecret: ['client'] }),
      cashfreeDelivery(),
      ['x-webhook-timestamp', 'x-webhook-signature'],
    ],
  ]

  it.each(cases)('of %s is read', (_name, provider, own, delivery) => {
    expect(read(provider, own, delivery)).toMatchObject(REPORT)
  })

  it.each(cases)('of %s is refused with any one bit changed', (name, provider, own, delivery, headers) => {
    const mutants = oneBitMutants(delivery, headers)
    expect(mutants).toHaveLength(MUTANTS)
    const accepted = mutants.filter((mutant) => {
      const report = read(provider, own, mutant)
      // PayU signs values, not bytes: an escape may be written in two ways, and its own id is not part of the hash.
      const isSame = name.startsWith('PayU') && isSamePayment(mutant, delivery)
      return report !== undefined && !isSame
    })
    expect(accepted).toEqual([])
  })

  it('of PhonePe is refused with any one bit of its header changed', () => {
    const own = context({ webhookLogin: ['user:pass'] })
    expect(read(phonepe, own, PHONEPE)).toMatchObject(REPORT)
    const header = PHONEPE.headers.authorization ?? ''
    for (let bit = 0; bit < header.length * 8; bit += 1) {
      const bytes = Buffer.from(header, 'latin1')
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const headers = { authorization: bytes.toString('latin1') }
      expect(read(phonepe, own, { ...PHONEPE, headers })).toBeUndefined()
    }
    expect(phonepe.isConfirmedByStatus).toBe(true)
  })

  it.each([
    ['PayU', payu, context({ salt: ['new', '3sf0jURk'] }), payuDelivery()],
    ['Razorpay', razorpay, context({ webhookSecret: ['new', 'webhook'] }), razorpayDelivery()],
    ['Cashfree', cashfree, context({ clientSecret: ['new', 'client'] }), cashfreeDelivery()],
    ['PhonePe', phonepe, context({ webhookLogin: ['new:pass', 'user:pass'] }), PHONEPE],
  ])('of %s may still be signed with the secret before', (_name, provider, own, delivery) => {
    expect(read(provider, own, delivery)).toMatchObject(REPORT)
  })

  it.each([
    ['PayU', payu, context({ salt: ['other'] }), payuDelivery()],
    ['PayU for another merchant', payu, context({ salt: ['3sf0jURk'] }, 'other'), payuDelivery()],
    [
      'PayU, with a separator in a field',
      payu,
      context({ salt: ['3sf0jURk'] }),
      payuDelivery({ firstname: 'A|B' }),
    ],
    [
      'PayU, naming two payments',
      payu,
      context({ salt: ['3sf0jURk'] }),
      payuDelivery({ txnid: '1'.repeat(25) }),
    ],
    [
      "Razorpay, signed with the key's secret",
      razorpay,
      context({ webhookSecret: ['webhook'], keySecret: ['key'] }),
      razorpayDelivery('key'),
    ],
    ['Razorpay without secrets', razorpay, context({}), razorpayDelivery('')],
    [
      'Cashfree, 5 minutes and a millisecond old',
      cashfree,
      context({ clientSecret: ['client'] }),
      cashfreeDelivery(String(NOW.getTime() - 300_001)),
    ],
    [
      'Cashfree, from the future',
      cashfree,
      context({ clientSecret: ['client'] }),
      cashfreeDelivery(String(NOW.getTime() + 300_001)),
    ],
    ['PhonePe', phonepe, context({ webhookLogin: ['user:other'] }), PHONEPE],
  ])('of %s is refused', (_name, provider, own, delivery) => {
    expect(read(provider, own, delivery)).toBeUndefined()
  })
})

/** Everything that PayU's hash stands for, and the hash, are the same. */
function isSamePayment(one: Delivery, other: Delivery): boolean {
  const [fields, others] = [new URLSearchParams(one.body), new URLSearchParams(other.body)]
  const names = ['status', 'key', 'txnid', 'amount', 'productinfo', 'firstname', 'email', 'udf1', 'hash']
  return [...names, 'additionalCharges'].every((name) => fields.get(name) === others.get(name))
}
