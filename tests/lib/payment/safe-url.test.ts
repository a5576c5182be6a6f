import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { safeAppLink, safePageUrl, safeWebUrl } from '../../../src/lib/payment/safe-url.ts'

const shop = new URL('https://shop.example/payment?orderId=1')
const local = new URL('http://localhost:4321/payment')

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://shop.example/1234',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'filesystem:https://shop.example/temporary/x',
  'about:blank',
  'view-source:https://bank.example/',
  'intent://pay#Intent;scheme=upi;package=com.evil;end',
  'intent:#Intent;action=android.intent.action.CALL;end',
  'market://details?id=com.evil',
  'tel:+919876543210',
  'sms:+919876543210',
  'mailto:a@b.c',
  'ftp://bank.example/',
  'ws://bank.example/',
  'chrome://settings',
  'http://bank.example/pay',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'https://user@bank.example/',
  'https://user:secret@bank.example/',
  'https://bank.example@evil.example/',
  'https://bank.example\\@evil.example/',
  'https:\\\\evil.example',
  'https:/\\evil.example',
  'https:evil.example',
  'https://',
  'https:///evil.example',
  'https://bаnk.example/',
  'https://ｂank.example/',
  'https://bank。example/',
  'https://[::1]/',
  'https://bank.example:99999/',
  'https://bank.example\t/',
  'https://bank.example/\u2028',
  'https://bank.example/ ',
  '//evil.example/pay',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  'evil.example',
  'pay',
  '?x=1',
  '#x',
  '',
  ' ',
  'upi:pay?pa=a@b',
  'upi://user@pay?pa=a@b',
  'upi://user:secret@pay',
  'upi://',
  'upi:// pay',
  'upix://pay',
  'upi\t://pay',
  `https://bank.example/${'a'.repeat(5000)}`,
]

describe('refused everywhere', () => {
  test.each(HOSTILE)('%j', (url) => {
    expect(safeWebUrl(url, shop)).toBeUndefined()
    expect(safePageUrl(url, shop)).toBeUndefined()
    expect(safeAppLink(url)).toBeUndefined()
  })
})

describe('opened addresses', () => {
  test.each(['https://bank.example/pay?x=1', 'https://api.shop.example:8443/relay', 'HTTPS://BANK.EXAMPLE/'])(
    '%s from a shop',
    (url) => {
      expect(safeWebUrl(url, shop)).toBe(new URL(url).href)
    },
  )

  test.each(['http://localhost:8044/api/v1/relay', 'http://dhaaga.localhost:8044/', 'http://127.0.0.1:9/'])(
    '%s from this machine alone',
    (url) => {
      expect(safeWebUrl(url, local)).toBe(url)
      expect(safeWebUrl(url, shop)).toBeUndefined()
    },
  )

  test('a path on this site, where a page is meant', () => {
    expect(safePageUrl('/order-success?id=1', shop)).toBe('https://shop.example/order-success?id=1')
    expect(safeWebUrl('/order-success', shop)).toBeUndefined()
  })

  test.each([
    'upi://pay?pa=shop@bank&pn=Shop&am=10.00&cu=INR',
    'phonepe://pay?pa=shop@bank',
    'paytmmp://pay?pa=shop@bank',
    'tez://upi/pay?pa=shop@bank',
    'gpay://upi/pay?pa=shop@bank',
    'bhim://pay?pa=shop@bank',
    'credpay://upi/pay?pa=shop@bank',
  ])('%s', (link) => {
    expect(safeAppLink(link)).toBe(link)
  })

  test('blanks in an app link are percent-encoded', () => {
    expect(safeAppLink('upi://pay?pa=shop@bank&pn=Silk Shop')).toBe('upi://pay?pa=shop@bank&pn=Silk%20Shop')
  })
})

test(
  'no text throws, and every opened address has an allowed scheme',
  { tags: ['@asvs-1.2.2', '@req-13.6'] },
  () => {
    const url = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc
        .tuple(
          fc.constantFrom('https:', 'http:', 'upi:', 'javascript:', 'data:', 'intent:', '', '/'),
          fc.constantFrom('//', '/', '', '\\', '\t//'),
          fc.string(),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(url, (text) => {
        const web = safeWebUrl(text, shop)
        const page = safePageUrl(text, shop)
        const app = safeAppLink(text)
        if (web !== undefined) expect(web).toMatch(/^https:\/\//)
        if (page !== undefined) expect(page).toMatch(/^https:\/\//)
        if (page !== undefined && text.startsWith('/')) expect(new URL(page).origin).toBe(shop.origin)
        if (app !== undefined)
          expect(app).toMatch(/^(upi|amazonpay|bhim|credpay|gpay|mobikwik|paytm|paytmmp|phonepe|tez):/)
      }),
      { numRuns: 2000 },
    )
  },
)
