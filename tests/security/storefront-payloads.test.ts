import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { itemCount, parseCart } from '../../src/lib/cart/cart.ts'
import { sumOfLines } from '../../src/lib/catalogue/money.ts'
import { paymentStep } from '../../src/lib/payment/payment-step.ts'
import { safeReturnPath } from '../../src/lib/auth/return-path.ts'
import { paymentResponseSchema } from '@tanabana/contract/payment.ts'

/**
 * Payloads in URLs, payment responses and browser storage. SECURITY.md#return-path SECURITY.md#payment-addresses
 * SECURITY.md#hidden-form SECURITY.md#qr-picture SECURITY.md#stored-cart
 */
const SHOP = 'https://shop.example'
const page = new URL(`${SHOP}/payment?orderId=7`)

const FOREIGN = [
  'evil.example',
  'evil.example/login',
  'evil.example:443',
  'user@evil.example',
  '[::1]',
  '169.254.169.254',
]
/** What stands before a foreign host so that some reader goes there. */
const PREFIXES = [
  ...[
    '//',
    '///',
    '////',
    '/\\',
    '\\\\',
    '\\/',
    '/\\/',
    '\\',
    'https://',
    'https:/',
    'https:',
    'http://',
    'HTTPS://',
  ],
  ...[
    '/\t/',
    '\t//',
    '/\n/',
    '\r\n//',
    ' //',
    '\u0000//',
    '/\u0000/',
    '/.//',
    '/..//',
    '/./\\',
    '/%0a/',
    '//\u2028',
  ],
  ...[
    '//shop.example@',
    'https://shop.example@',
    'https://shop.example.',
    '/%09/',
    '/%5c',
    '//%2f',
    '/.//./',
  ],
  ...['http:\\\\', 'https:///', 'https:\\/', '／／', '//﹒', '/。'],
]
const PROGRAMS = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
  ],
  ...[
    '\u0001javascript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'javascript&colon;alert(1)',
    'data:text/html,x',
  ],
  ...[
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:x',
    'blob:https://shop.example/1',
    'file:///etc/passwd',
    'about:blank',
  ],
  ...[
    'view-source:https://shop.example',
    'filesystem:https://shop.example/x',
    'ws://shop.example',
    'ftp://shop.example/',
  ],
  ...[
    'intent://pay#Intent;scheme=upi;end',
    'intent:#Intent;action=x;end',
    'android-app://x',
    'market://x',
    'tel:1',
    'sms:1',
  ],
  ...[
    'mailto:a@b.example',
    'ms-settings:x',
    'chrome://settings',
    'resource://x',
    'x-apple:x',
    'itms-apps://x',
    'shell:x',
  ],
]

describe('where sign-in leads back to', () => {
  const texts = [...PREFIXES.flatMap((prefix) => FOREIGN.map((host) => prefix + host)), ...PROGRAMS]

  test(`${texts.length} ways to another site all stay on this one`, () => {
    for (const text of [...texts, ...texts.map((one) => `${one}/../login`)]) {
      const path = safeReturnPath(text)
      expect(path.startsWith('/'), text).toBe(true)
      const url = new URL(path, SHOP)
      expect([url.origin, path.startsWith('//'), path.startsWith('/\\')], text).toEqual([SHOP, false, false])
      expect(/[\u0000-\u001f\u007f]/.test(path), text).toBe(false)
      // The next reader of the answer must not go elsewhere either.
      expect(safeReturnPath(path), text).toBe(path)
    }
  })

  test('any text at all stays on this site', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), (text) => {
        expect(new URL(safeReturnPath(text), SHOP).origin).toBe(SHOP)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('addresses in the payment response', () => {
  const refused = [
    ...PREFIXES.filter((prefix) => !/^https:\/\/(shop\.example\.)?$/i.test(prefix)).flatMap((prefix) =>
      FOREIGN.slice(0, 3).map((host) => prefix + host),
    ),
    ...PROGRAMS,
    ...['https://user:secret@evil.example/', 'https://evil.example\\@shop.example/', 'https://еvil.example/'],
    ...[
      'https://evil.example%2f@shop.example/',
      'https://ⓔvil.example/',
      `https://evil.example/${'x'.repeat(5000)}`,
    ],
    ...[
      'https://',
      'https:///',
      'https://:443/',
      'https://a b/',
      'https://evil.example:99999/',
      'upi:pay?pa=x@y',
    ],
    ...['upi://user:x@pay?pa=x@y', 'upi ://pay', 'UPI\t://pay', 'phonepe:pay', 'gpay//pay', 'evilpay://pay'],
  ]
  const isPost = (redirectUrl: string) =>
    paymentStep(toResponse({ action: { type: 'redirect_post', redirectUrl, formParams: {} } }), page)

  test(`${refused.length} addresses lead to no foreign site and to no program`, () => {
    expect(refused.length).toBeGreaterThanOrEqual(120)
    for (const redirectUrl of refused) {
      const steps = [
        isPost(redirectUrl),
        paymentStep(toResponse({ action: { type: 'deeplink', redirectUrl } }), page),
        paymentStep(toResponse({ redirectUrl }), page),
      ]
      for (const step of steps) {
        if (step.kind === 'page') expect(new URL(step.url).origin, redirectUrl).toBe(SHOP)
        else expect(step.kind, redirectUrl).toBe('failed')
      }
    }
  })

  test('no text leads to anything but a page by https or a payment app', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(...refused)),
        fc.string(),
        (start, end) => {
          for (const step of [
            isPost(start + end),
            paymentStep(toResponse({ redirectUrl: start + end }), page),
          ]) {
            if (step.kind === 'page' || step.kind === 'post')
              expect(new URL(step.url).protocol).toBe('https:')
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('hidden forms', () => {
  test('keys that mean something to a form or an object are names of fields and nothing more', () => {
    const keys = ['submit', 'action', 'method', 'target', 'elements', 'nodeName', 'constructor', 'toString']
    const odd = [
      '"><script>alert(1)</script>',
      'a]b',
      'a[b]',
      '',
      ' ',
      '\u0000',
      '&x=1',
      '__proto__x',
      'ı',
      '😀',
    ]
    const data = Object.fromEntries([...keys, ...odd].map((key) => [key, `<${key}>`]))
    const formParams = { type: 't', url: 'https://bank.example/?a=1&b=2', data }
    const step = paymentStep(
      toResponse({ action: { type: 'redirect_post', redirectUrl: 'https://gateway.example/', formParams } }),
      page,
    )
    expect(step.kind === 'post' && step.fields).toEqual([
      ['type', 't'],
      ['url', 'https://bank.example/?a=1&b=2'],
      ...[...keys, ...odd].map((key) => [`data[${key}]`, `<${key}>`]),
    ])
  })

  test('__proto__ changes no object', () => {
    const text =
      '{"success":true,"action":{"type":"redirect_post","redirectUrl":"https://g.example/","formParams":{"data":' +
      '{"__proto__":{"polluted":"yes"},"a":"b"},"__proto__":{"type":"polluted"}}}}'
    const read = paymentResponseSchema.safeParse(JSON.parse(text))
    if (read.success) paymentStep(read.data, page)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('more than 64 keys are refused', () => {
    const data = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`k${index}`, 'v']))
    const action = { type: 'redirect_post', redirectUrl: 'https://g.example/', formParams: { data } }
    expect(paymentStep(toResponse({ action }), page).kind).toBe('failed')
  })
})

describe('QR codes', () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const types = [
    'svg+xml',
    'svg',
    'html',
    'xml',
    'webp',
    'avif',
    'x-icon',
    'bmp',
    'png;x=',
    '*',
    '../text/html',
  ]
  const pictures = [
    ...types.map((type) => `data:image/${type};base64,${png}`),
    ...['text/html', 'text/plain', 'application/xhtml+xml', 'application/pdf', ''].map(
      (type) => `data:${type};base64,${png}`,
    ),
    ...[
      '<svg onload=alert(1)>',
      '<html><script>alert(1)</script>',
      '<?xml version="1.0"?>',
      'GIF',
      'BM',
      '%PDF-1.4',
    ].map(base64),
    ...['<svg/>', 'plain'].map((text) => `data:image/png;base64,${base64(text)}`),
    ...[
      'javascript:alert(1)',
      'https://evil.example/x.png',
      '//evil.example/x.png',
      '/x.png',
      'data:,x',
      'data:image/png,x',
    ],
    ...[
      `${png}"><script>`,
      `${png}" onerror="x`,
      `data:image/png;base64,${png}#<svg>`,
      `x${png}`,
      `${png},${png}!`,
    ],
    ...[
      `iVBORw0KGgo${'A'.repeat(5 * 1024 * 1024)}`,
      `data:image/png;base64,iVBORw0KGgo${'A'.repeat(400_000)}`,
      '=',
      '====',
    ],
    ...[
      'iVBORw0KGgo=%00',
      'blob:https://shop.example/1',
      'data:image/png;base64,',
      'data:image/jpeg;base64,iVBORw0KGgo=',
    ],
  ]

  test(`${pictures.length} texts that are no picture are a failure`, () => {
    expect(pictures.length).toBeGreaterThanOrEqual(40)
    for (const qrBase64 of pictures) {
      const step = paymentStep(toResponse({ action: { type: 'qr', qrBase64 } }), page)
      expect(step.kind, qrBase64.slice(0, 60)).toBe('failed')
    }
    expect(paymentStep(toResponse({ action: { type: 'qr', qrBase64: png } }), page).kind).toBe('qr-picture')
  })

  test('a text that no code can hold is a failure', () => {
    const qr = `upi://pay?pa=a@b&tn=${'é'.repeat(1200)}`
    expect(paymentStep(toResponse({ action: { type: 'qr', qr } }), page).kind).toBe('failed')
  })
})

function toResponse(fields: object) {
  return paymentResponseSchema.parse({ success: true, ...fields })
}

describe('a forged cart in the storage', () => {
  const line = { id: 'a', name: 'A', image: '', price: 100, quantity: 1 }
  const changed = (changes: object) => JSON.stringify([{ ...line, ...changes }])
  const documents = [
    ...[
      '',
      'null',
      '{}',
      '[]',
      '[',
      '1',
      '"x"',
      'true',
      '[null]',
      '[[]]',
      '[1,"a"]',
      '{"0":{}}',
      'undefined',
      '\u0000',
    ],
    ...[
      { price: -1 },
      { price: '100' },
      { price: null },
      { price: 1e308 },
      { quantity: 0 },
      { quantity: -5 },
    ].map(changed),
    ...[
      { quantity: 1.5 },
      { quantity: '2' },
      { quantity: 1e9 },
      { quantity: 100 },
      { id: '' },
      { id: 7 },
    ].map(changed),
    ...[{ name: {} }, { image: 'javascript:alert(1)' }, { selectedSize: {} }, { toString: 'x' }].map(changed),
    '[{"id":"a","name":"A","image":"","price":1e999,"quantity":1}]',
    '[{"id":"a","name":"A","image":"","price":1,"quantity":1,"__proto__":{"polluted":1}}]',
    '[{"__proto__":{"id":"a","name":"A","image":"","price":1,"quantity":1}}]',
    '{"__proto__":[],"length":1}',
    `[${'['.repeat(5000)}${']'.repeat(5000)}]`,
  ]

  function expectSound(document: string): void {
    const lines = parseCart(document)
    const total = sumOfLines(lines)
    expect(Number.isFinite(total) && total >= 0, document.slice(0, 80)).toBe(true)
    expect(Number.isSafeInteger(itemCount(lines))).toBe(true)
    for (const { quantity, image } of lines) {
      expect(quantity >= 1 && quantity <= 99 && Number.isInteger(quantity)).toBe(true)
      expect(image).toMatch(/^$|^https?:\/\/|^\/(?!\/)/i)
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  }

  test(`${documents.length} documents are read without harm`, () => {
    expect(documents.length).toBeGreaterThanOrEqual(30)
    documents.forEach(expectSound)
  })

  test('5,000 generated documents are read without harm', () => {
    const odd = fc.oneof(
      fc.json(),
      fc.string(),
      fc.double(),
      fc.integer(),
      fc.constantFrom(null, true, [], {}, '__proto__'),
    )
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', 'javascript:x', '//evil.example', '/a.jpg'),
    )
    const nearly = fc.record(
      {
        id: fc.oneof(text, odd),
        name: fc.oneof(text, odd),
        image: fc.oneof(text, odd),
        price: fc.oneof(fc.double(), fc.integer(), odd),
        quantity: fc.oneof(fc.integer({ min: -2, max: 120 }), odd),
        selectedSize: fc.oneof(text, odd),
        selectedColor: fc.oneof(text, odd),
      },
      { requiredKeys: [] },
    )
    const documentOf = fc.oneof(
      fc.array(nearly).map((lines) => JSON.stringify(lines)),
      fc.json(),
      fc.string(),
    )
    fc.assert(fc.property(documentOf, expectSound), { numRuns: 5000 })
  })

  test('a document larger than any cart is an empty cart, at once', () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => ({
      ...line,
      id: `p${index}`,
      name: 'x'.repeat(40),
    }))
    const big = JSON.stringify(lines)
    expect(big.length).toBeGreaterThan(10_000_000)
    const start = performance.now()
    expect(parseCart(big)).toEqual([])
    expect(parseCart(JSON.stringify(lines.slice(0, 1000)))).toHaveLength(1000)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
