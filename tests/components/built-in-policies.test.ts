import { describe, expect, it } from 'vitest'

import { fillPolicy } from '@tanabana/contract/built-in-policies/fill-policy.ts'
import { facts } from '@tanabana/contract/built-in-policies/hi/facts.ts'
import { builtInPolicy } from '../../src/components/policies/built-in.ts'
import {
  LANGUAGE_CODES,
  receivedStoreInfoSchema,
  type Language,
  type StoreInfo,
} from '@tanabana/contract/store-info.ts'
import { POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import type { PolicySlug } from '../../src/lib/shop/policies.ts'
import { policyHtml } from '../kit/texts/policy-html.ts'

const company = {
  name: 'Rang & Resham',
  address: '12 MG Road, Jaipur',
  email: 'care@rang.example',
  phone: '+91 98765 43210',
  logoUrl: '',
}

function read(slug: PolicySlug, language: Language = 'en', store?: StoreInfo): string {
  return policyHtml(builtInPolicy(slug, language, store), company)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

describe('built-in policies', () => {
  it.each([
    ['terms', 'Information Technology Act, 2000'],
    ['terms', 'governed by the laws of India'],
    ['terms', 'The courts of Bengaluru Urban district, Karnataka, have exclusive jurisdiction'],
    ['privacy', 'What we collect'],
    ['privacy', 'How we use it'],
    ['privacy', 'With whom we share it'],
    ['privacy', 'How we protect it'],
    ['privacy', 'through your profile settings'],
    ['privacy', 'Your rights'],
    ['privacy', 'withdraw your consent at any time by writing to the Grievance Officer'],
    ['privacy', 'The Grievance Officer Rang &amp; Resham 12 MG Road, Jaipur'],
    ['privacy', 'Phone: +91 98765 43210 (Mon-Fri 10:00-17:00)'],
    ['refund', 'Refunds are credited to the original source of payment within 0-7 working days'],
    ['return', 'within 0-7 days of receipt'],
    ['return', 'in their original packaging'],
    ['return', 'Personalised goods'],
    ['return', 'Unsealed hygiene goods'],
    ['return', 'Mixed items'],
    ['shipping', 'Normal orders 0-7 working days'],
    ['shipping', 'Bulk orders 10-15 business days'],
    ['about', 'Our vision'],
    ['about', 'Our mission'],
  ] as const)('%s says: %s', { tags: ['@req-2.18'] }, (slug, text) => {
    expect(read(slug)).toContain(text)
  })

  it('names five values', { tags: ['@req-2.18'] }, () => {
    expect(builtInPolicy('about', 'en', undefined).split('Our values')[1]?.match(/<li>/g)).toHaveLength(5)
  })

  it.each(['terms', 'privacy', 'refund', 'return', 'shipping', 'about'] as const)(
    '%s leaves no placeholder unfilled and survives cleaning whole',
    (slug) => {
      expect(read(slug)).not.toMatch(/[{}[\]]/)
      expect(read(slug)).toContain('Rang &amp; Resham')
      const tags = (html: string) => html.replaceAll('<div class="scrolling"', '').match(/<\w+/g)?.sort()
      const html = builtInPolicy(slug, 'en', undefined)
      expect(tags(policyHtml(html, company))).toEqual(tags(html))
    },
  )
})

describe.each(LANGUAGE_CODES)('built-in policies in %s', (language) => {
  const store = receivedStoreInfoSchema.parse({
    capabilities: ['attribution'],
    analytics: { googleTagId: 'G-AB12CD34EF' },
    grievanceOfficer: { name: 'Meera Joshi' },
  })
  const PARTS = [/<\w+/g, /(?<=href=")[^"]*/g, /\{\{\w+\}\}/g]

  it.each(POLICY_SLUGS)('%s has the elements, links and placeholders of the English one', (slug) => {
    const [english, translated] = (['en', language] as const).map((code) => builtInPolicy(slug, code, store))
    for (const part of PARTS) expect(translated?.match(part)?.sort()).toEqual(english?.match(part)?.sort())
  })
})

describe('built-in policies of a shop with legal disclosures', () => {
  const storeOf = (record: object) => receivedStoreInfoSchema.parse({ storeName: 'Rang', ...record })

  it.each([
    ['en', 'The courts of Jaipur &lt;b&gt; district, have exclusive jurisdiction'],
    ['hi', 'सिर्फ़ Jaipur &lt;b&gt; district की अदालतों को है'],
  ] as const)(
    'in %s the terms name the district of its courts',
    { tags: ['@req-2.18'] },
    (language, text) => {
      const html = policyHtml(
        builtInPolicy('terms', language, storeOf({ courtDistrict: 'Jaipur <b> district' })),
        company,
      )
      expect(html.replace(/\s+/g, ' ')).toContain(text)
    },
  )

  it.each([
    ['en', undefined, 'charge for a parcel that you send yourself is yours'],
    ['en', 'customer', 'charge for a parcel that you send yourself is yours'],
    ['en', 'free', 'Returns are free, whatever the reason'],
    ['hi', undefined, 'कूरियर शुल्क आपको देना होता है'],
    ['hi', 'customer', 'कूरियर शुल्क आपको देना होता है'],
    ['hi', 'free', 'वापसी मुफ़्त है'],
  ] as const)(
    'in %s the return policy follows the fees %s',
    { tags: ['@req-2.18'] },
    (language, fees, text) => {
      const store = storeOf(fees ? { returnPolicy: { days: 7, fees } } : {})
      expect(read('return', language, store)).toContain(text)
      if (fees === 'free')
        expect(read('return', language, store)).not.toMatch(/yourself is yours|आपको देना होता है/)
    },
  )
})

describe('the built-in privacy policy', () => {
  const GOOGLE = 'Google Analytics (Google LLC)'
  const ADS = 'gclid'
  const storeOf = (record: object) => receivedStoreInfoSchema.parse({ storeName: 'Rang', ...record })

  it.each(['en', 'hi'] as const)(
    'in %s names ad tags and analytics only where the shop uses them',
    (language) => {
      expect(read('privacy', language)).not.toContain(ADS)
      expect(read('privacy', language)).not.toContain(GOOGLE)
      const remembering = read('privacy', language, storeOf({ capabilities: ['attribution'] }))
      expect(remembering).toContain(ADS)
      expect(remembering).not.toContain(GOOGLE)
      const measuring = read('privacy', language, storeOf({ analytics: { googleTagId: 'G-AB12CD34EF' } }))
      expect(measuring).toContain(GOOGLE)
      expect(measuring).not.toContain(ADS)
    },
  )

  it.each([
    ['en', 'Save this address', 'your account keeps the delivery address'],
    ['hi', 'यह पता सेव करें', 'आपके खाते में रहता है'],
  ] as const)('in %s names where the checkout saves the address', (language, choice, account) => {
    expect(read('privacy', language)).toContain(choice)
    expect(read('privacy', language)).not.toContain(account)
    const saving = read('privacy', language, storeOf({ capabilities: ['addresses'] }))
    expect(saving).toContain(choice)
    expect(saving).toContain(account)
  })

  it('has the title and the hours of the officer in its own language', () => {
    const grievanceOfficer = { name: 'Asha Rao', designation: 'Nodal Officer', hours: 'Tue 9-11' }
    const words: Record<string, string> = { 'Nodal Officer': 'नोडल अधिकारी', 'Tue 9-11': 'मंगलवार, 9-11' }
    const html = fillPolicy(
      { slug: 'privacy', html: '<!-- officer -->', facts },
      { grievanceOfficer },
      (text) => words[text] ?? text,
    )
    expect(html).toContain('Asha Rao<br />नोडल अधिकारी')
    expect(html).toContain('(मंगलवार, 9-11)')
  })

  it('names the grievance officer of the record, and the company for what is missing there', () => {
    const grievanceOfficer = {
      name: 'Asha <b>Rao',
      designation: 'Nodal Officer',
      email: 'grievance@rang.example',
      hours: 'Tue 9-11',
    }
    const text = read('privacy', 'en', storeOf({ grievanceOfficer }))
    expect(text).toContain('Asha &lt;b&gt;Rao Nodal Officer Rang &amp; Resham 12 MG Road, Jaipur')
    expect(text).toContain('Email: grievance@rang.example')
    expect(text).toContain('Phone: +91 98765 43210 (Tue 9-11)')
  })
})
