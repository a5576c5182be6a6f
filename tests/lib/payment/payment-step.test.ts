import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { paymentStep } from '../../../src/lib/payment/payment-step.ts'
import { paymentResponseSchema } from '@tanabana/contract/payment.ts'

const shop = new URL('https://shop.example/payment?orderId=1')
const UPI = 'upi://pay?pa=shop@bank'
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The step after an answer as it comes over the wire. */
function step(response: unknown, page: URL = shop) {
  return paymentStep(z.parse(paymentResponseSchema, response), page)
}

const failed = { kind: 'failed', message: 'Failed to process payment. Please try again later.' }

describe('payment flow: redirect_post', () => {
  const action = {
    type: 'redirect_post',
    redirectUrl: 'https://api.shop.example/api/v1/relay',
    formParams: {
      type: 'card',
      url: 'https://bank.example/pay',
      data: { amount: 10, key: 'k', three: null },
    },
  }

  test(
    'posts type, url and data[key] per entry to the redirect URL',
    { tags: ['@req-3.11', '@req-4.6'] },
    () => {
      expect(step({ success: true, action })).toEqual({
        kind: 'post',
        url: 'https://api.shop.example/api/v1/relay',
        fields: [
          ['type', 'card'],
          ['url', 'https://bank.example/pay'],
          ['data[amount]', '10'],
          ['data[key]', 'k'],
          ['data[three]', ''],
        ],
      })
    },
  )

  test('without form parameters type and url go empty', () => {
    expect(step({ success: true, action: { ...action, formParams: null } })).toMatchObject({
      fields: [
        ['type', ''],
        ['url', ''],
      ],
    })
  })

  test('posts keys that mean something to a form or an object as names of fields', () => {
    const keys = ['submit', 'action', 'constructor', '"><script>', 'a]b', '', ' ', '&x=1', '__proto__']
    const data = JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:"v"`).join()}}`)
    expect(
      step({ success: true, action: { ...action, formParams: { ...action.formParams, data } } }),
    ).toMatchObject({
      fields: [
        ['type', 'card'],
        ['url', 'https://bank.example/pay'],
        ...keys.filter((key) => key !== '__proto__').map((key) => [`data[${key}]`, 'v']),
      ],
    })
  })

  test('at most 64 keys are posted', { tags: ['@asvs-1.3.3'] }, () => {
    const data = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))
    const withData = (count: number) => ({
      success: true,
      action: { ...action, formParams: { ...action.formParams, data: data(count) } },
    })
    expect(step(withData(64))).toMatchObject({ kind: 'post' })
    expect(step(withData(65))).toEqual(failed)
  })

  test.each(['/relay', 'upi://pay?pa=a@b', 'javascript:alert(1)', 'http://bank.example/', undefined])(
    'is not posted to %j',
    (redirectUrl) => {
      expect(step({ success: true, action: { ...action, redirectUrl } })).toEqual(failed)
    },
  )
})

describe('payment flow: deeplink', () => {
  test('opens the app of a payment link', { tags: ['@req-4.6'] }, () => {
    const link = 'upi://pay?pa=shop@bank&am=10.00'
    expect(step({ success: true, action: { type: 'deeplink', redirectUrl: link } })).toEqual({
      kind: 'app',
      link,
    })
  })

  test('opens a web page', () => {
    const url = 'https://bank.example/pay'
    expect(step({ success: true, action: { type: 'deeplink', redirectUrl: url } })).toEqual({
      kind: 'page',
      url,
    })
  })

  test.each(['intent://pay#Intent;end', 'javascript:alert(1)', 'data:text/html,x', '/orders', '', undefined])(
    'does not open %j',
    (redirectUrl) => {
      expect(step({ success: true, action: { type: 'deeplink', redirectUrl } })).toEqual(failed)
    },
  )
})

describe('payment flow: qr', () => {
  const qr = (fields: object) => step({ success: true, action: { type: 'qr', ...fields } })

  test('from the qr text, before any picture', { tags: ['@req-4.6'] }, () => {
    expect(qr({ qr: ' upi://pay?pa=a@b ', qrBase64: PNG })).toEqual({ kind: 'qr', text: 'upi://pay?pa=a@b' })
  })

  test('from qrBase64 with the prefix added', { tags: ['@req-4.6', '@req-10.31'] }, () => {
    expect(qr({ qrBase64: PNG })).toEqual({ kind: 'qr-picture', source: `data:image/png;base64,${PNG}` })
  })

  test('from qrBase64 that is a data URL already', { tags: ['@req-4.6', '@req-10.31'] }, () => {
    const source = `data:image/png;base64,${PNG}`
    expect(qr({ qrBase64: source })).toEqual({ kind: 'qr-picture', source })
    expect(qr({ qrBase64: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })).toMatchObject({
      kind: 'qr-picture',
    })
  })

  test.each([
    ['nothing', {}],
    ['a blank text', { qr: '  ' }],
    ['a text too long for a code', { qr: 'x'.repeat(2332) }],
    ['no picture', { qrBase64: 'aGVsbG8=' }],
    ['no base64', { qrBase64: 'iVBORw0KGgo"><script>' }],
    ['an HTML data URL', { qrBase64: 'data:text/html;base64,PHNjcmlwdD4=' }],
    ['an SVG data URL', { qrBase64: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['a picture over 256 KB', { qrBase64: PNG.slice(0, 40) + 'A'.repeat(360_000) }],
  ])('%s is a failure', (_what, fields) => {
    expect(qr(fields)).toEqual(failed)
  })
})

describe('payment flow: no action', () => {
  test('goes to redirectUrl, a page of this site or another', () => {
    expect(step({ success: true, redirectUrl: '/order-success' })).toEqual({
      kind: 'page',
      url: 'https://shop.example/order-success',
    })
    expect(step({ success: true, redirectUrl: 'https://bank.example/' })).toEqual({
      kind: 'page',
      url: 'https://bank.example/',
    })
  })

  test.each(['//evil.example', 'javascript:alert(1)', 'upi://pay?pa=a@b', 'http://bank.example/'])(
    'does not go to %s',
    (redirectUrl) => {
      expect(step({ success: true, redirectUrl })).toEqual(failed)
    },
  )

  test('goes to the orders without redirectUrl', () => {
    expect(step({ success: true })).toEqual({ kind: 'orders' })
    expect(step({ success: true, action: null, redirectUrl: '' })).toEqual({ kind: 'orders' })
  })
})

describe('payment flow: failure', () => {
  test('shows the error text', () => {
    expect(step({ success: false, error: 'Card declined' })).toEqual({
      kind: 'failed',
      message: 'Card declined',
    })
  })

  test.each([
    { error: 'Card declined' },
    { success: null, error: 'Card declined' },
    { error: 'Card declined', action: { type: 'qr', qr: UPI } },
    { success: false, error: 'Card declined', action: { type: 'none' }, redirectUrl: 7 },
  ])('shows the error text of %j', (response) => {
    expect(step(response)).toEqual({ kind: 'failed', message: 'Card declined' })
  })

  test.each([
    {},
    { success: null },
    { error: '' },
    { redirectUrl: '/orders' },
    { success: 'yes', error: 'x' },
  ])('neither success nor error can be read in %j', (response) => {
    expect(() => step(response)).toThrow()
  })

  test.each([
    [
      { kind: 'ended' },
      { message: 'The pieces of this order are no longer held for you. Please place a new order.' },
    ],
    [
      { kind: 'gone', product: 'Kurta', choice: 'M', left: 0 },
      {
        message: "{item} is sold out, so this order can't be paid any more. Please place a new order.",
        values: { item: 'Kurta (M)', left: 0 },
      },
    ],
    [
      { kind: 'gone', product: 'Saree', left: 2 },
      {
        message:
          "Pieces left of {item}: {left}. This order can't be paid any more. Please place a new order.",
        values: { item: 'Saree', left: 2 },
      },
    ],
    ['unreadable', { message: 'Too late' }],
  ])('names the piece that is gone: %j', (hold, shown) => {
    expect(step({ success: false, error: 'Too late', hold })).toEqual({ kind: 'failed', ...shown })
  })

  test('shows its own message without one', { tags: ['@req-4.6', '@req-10.28'] }, () => {
    expect(step({ success: false, redirectUrl: '/orders', action: { type: 'qr', qr: 'x' } })).toEqual({
      kind: 'failed',
      message: 'Unknown error occurred during payment process',
    })
  })
})

test('no response throws or leads outside the allowed schemes', { tags: ['@req-13.6'] }, () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.constantFrom(
      'javascript:alert(1)',
      'data:text/html,x',
      'intent://x',
      '//evil',
      '/ok',
      'upi://pay?pa=a@b',
    ),
  )
  const maybe = fc.option(text)
  const apiResponse = fc.record({
    success: fc.boolean(),
    error: maybe,
    redirectUrl: maybe,
    action: fc.option(
      fc.record({
        type: fc.constantFrom('redirect_post', 'deeplink', 'qr'),
        redirectUrl: maybe,
        formParams: fc.option(fc.record({ type: maybe, url: maybe, data: fc.dictionary(fc.string(), text) })),
        qr: maybe,
        qrBase64: maybe,
      }),
    ),
  })
  fc.assert(
    fc.property(apiResponse, (received) => {
      const next = step(received)
      if (next.kind === 'post' || next.kind === 'page') expect(next.url).toMatch(/^https:\/\//)
      if (next.kind === 'app') expect(next.link).toMatch(/^[a-z]+:\/\//)
      if (next.kind === 'app') expect(next.link).not.toMatch(/^(javascript|data|blob|intent|https?):/)
      if (next.kind === 'qr-picture') expect(next.source).toMatch(/^data:image\/(png|jpeg|gif);base64,/)
    }),
    { numRuns: 1000 },
  )
})

describe('a shop that lists its payment hosts', () => {
  const places = {
    hosts: ['gateway.example', '*.bank.example', 'EVIL.example/x'],
    apiOrigin: 'https://api.shop.example',
  }
  const kinds = (redirectUrl: string) => {
    const read = (stubResponse: unknown) =>
      paymentStep(z.parse(paymentResponseSchema, stubResponse), shop, places)
    return [
      read({ success: true, redirectUrl }).kind,
      read({ success: true, action: { type: 'deeplink', redirectUrl } }).kind,
      read({ success: true, action: { type: 'redirect_post', redirectUrl } }).kind,
    ]
  }

  test.each([
    'https://gateway.example/pay',
    'https://pay.bank.example/',
    'https://a.b.bank.example/',
    'https://api.shop.example/api/v1/payments/relay',
    'https://shop.example/orders',
  ])('leads to %s', (url) => {
    expect(kinds(url)).toEqual(['page', 'page', 'post'])
  })

  test.each([
    'https://other.example/',
    'https://gateway.example.evil.example/',
    'https://evilgateway.example/',
    'https://bank.example/',
    'https://evilbank.example/',
    'https://gateway.example:8443/',
    'https://api.shop.example.evil.example/',
    'https://evil.example/x',
  ])('leads nowhere near %s', (url) => {
    expect(kinds(url)).toEqual(['failed', 'failed', 'failed'])
  })

  test('leads to pages of its own and to payment apps all the same', () => {
    const read = (stubResponse: unknown) =>
      paymentStep(z.parse(paymentResponseSchema, stubResponse), shop, places)
    expect(read({ success: true, redirectUrl: '/orders' }).kind).toBe('page')
    const action = { type: 'deeplink', redirectUrl: 'upi://pay?pa=shop@bank' }
    expect(read({ success: true, action }).kind).toBe('app')
  })

  test('without one leads to no other site', () => {
    const none = { hosts: [], apiOrigin: 'https://api.shop.example' }
    const stubResponse = z.parse(paymentResponseSchema, {
      success: true,
      redirectUrl: 'https://bank.example/',
    })
    expect(paymentStep(stubResponse, shop, none).kind).toBe('failed')
    expect(paymentStep(stubResponse, shop).kind).toBe('page')
  })
})
