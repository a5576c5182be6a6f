import { describe, expect, it } from 'vitest'

import { toCompany } from '../../../src/lib/shop/shop-text.ts'
import { fillPlaceholders, isPolicySlug, POLICY_TITLES } from '../../../src/lib/shop/policies.ts'

const company = {
  name: 'Rang & Resham',
  address: '12 MG Road, Jaipur',
  email: 'care@rang.example',
  phone: '+91 98765 43210',
  logoUrl: 'https://rang.example/logo.png',
}

describe('policy slugs', () => {
  it('knows the six of the spec with their titles', () => {
    expect(POLICY_TITLES).toEqual({
      terms: 'Terms & Conditions',
      privacy: 'Privacy Policy',
      refund: 'Refund and Cancellation',
      return: 'Return Policy',
      shipping: 'Shipping Policy',
      about: 'About Us',
    })
    for (const slug of ['terms', 'privacy', 'refund', 'return', 'shipping', 'about']) {
      expect(isPolicySlug(slug)).toBe(true)
    }
  })

  it.each([
    ...['login', 'register', 'forgot-password', 'reset-password', 'account', 'cart', 'products', 'product'],
    ...['contact', 'track-order', 'orders', '404'],
  ])('takes the reserved slug %s for no policy', { tags: ['@req-2.18'] }, (slug) => {
    expect(isPolicySlug(slug)).toBe(false)
  })

  it.each(['unknown', 'Terms', 'terms ', '', 'constructor', '__proto__', 'toString', undefined])(
    'takes the unknown slug %s for no policy',
    (slug) => {
      expect(isPolicySlug(slug)).toBe(false)
    },
  )
})

describe('company', () => {
  it('falls back to the words of the spec', () => {
    expect(toCompany(undefined, 'http://api.example/api/v1')).toEqual({
      name: 'Company Name',
      address: 'Company Address',
      email: 'support@example.com',
      phone: 'Phone Number',
      logoUrl: '',
    })
  })
})

describe('placeholders', () => {
  it.each([
    ['{{companyName}}', 'Rang &amp; Resham'],
    ['{companyName}', 'Rang &amp; Resham'],
    ['[Company Name]', 'Rang &amp; Resham'],
    ['{{ COMPANY_NAME }}', 'Rang &amp; Resham'],
    ['{company-name}', 'Rang &amp; Resham'],
    ['[company&nbsp;name]', 'Rang &amp; Resham'],
    ['{{company.address}}', '12 MG Road, Jaipur'],
    ['[Address]', '12 MG Road, Jaipur'],
    ['{companyEmail}', 'care@rang.example'],
    ['[Company Email Address]', 'care@rang.example'],
    ['[E-mail]', 'care@rang.example'],
    ['{{companyphone}}', '+91 98765 43210'],
    ['[Phone Number]', '+91 98765 43210'],
    ['{logoUrl}', 'https://rang.example/logo.png'],
    ['{{companyLogoURL}}', 'https://rang.example/logo.png'],
    ['[Company Logo URL]', 'https://rang.example/logo.png'],
  ])('fills %s', { tags: ['@req-10.13'] }, (placeholder, value) => {
    expect(fillPlaceholders(`<p>${placeholder}</p>`, company)).toBe(`<p>${value}</p>`)
  })

  it.each([
    '{name}',
    '[Name]',
    '{{orderId}}',
    '{companyName',
    '[Company Name}',
    'companyName',
    '{companyNames}',
  ])('leaves %s alone', (text) => {
    expect(fillPlaceholders(text, company)).toBe(text)
  })

  it('fills attributes', () => {
    expect(fillPlaceholders('<a href="mailto:{{companyEmail}}">Write</a>', company)).toBe(
      '<a href="mailto:care@rang.example">Write</a>',
    )
  })

  it.each([
    ['$& $1 $` {companyEmail}', '$&amp; $1 $` {companyEmail}'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ["\"onclick='x'", '&quot;onclick=&apos;x&apos;'],
  ])('takes the value %s literally, in one pass', { tags: ['@asvs-1.3.7'] }, (name, written) => {
    expect(fillPlaceholders('{{companyName}}', { ...company, name })).toBe(written)
  })

  it('writes an address of several lines on one', () => {
    expect(
      fillPlaceholders('{companyAddress}', { ...company, address: '12 MG Road,\r\nJaipur\n302001\n' }),
    ).toBe('12 MG Road, Jaipur, 302001')
  })

  it('stays quick on long texts of opening brackets', () => {
    const text = '{{company '.repeat(50_000) + ' '.repeat(50_000)
    const start = performance.now()
    expect(fillPlaceholders(text, company)).toBe(text)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
