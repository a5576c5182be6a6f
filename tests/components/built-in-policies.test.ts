import { describe, expect, it } from 'vitest'

import { BUILT_IN_POLICIES } from '../../src/components/policies/built-in.ts'
import { policyHtml } from '../helpers/policy-html.ts'

const company = {
  name: 'Rang & Resham',
  address: '12 MG Road, Jaipur',
  email: 'care@rang.example',
  phone: '+91 98765 43210',
  logoUrl: '',
}

function read(slug: keyof typeof BUILT_IN_POLICIES.en): string {
  return policyHtml(BUILT_IN_POLICIES.en[slug], company)
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
  ] as const)('%s says: %s', (slug, text) => {
    expect(read(slug)).toContain(text)
  })

  it('names five values', () => {
    expect(BUILT_IN_POLICIES.en.about.split('Our values')[1]?.match(/<li>/g)).toHaveLength(5)
  })

  it.each(['terms', 'privacy', 'refund', 'return', 'shipping', 'about'] as const)(
    '%s leaves no placeholder unfilled and survives cleaning whole',
    (slug) => {
      expect(read(slug)).not.toMatch(/[{}[\]]/)
      expect(read(slug)).toContain('Rang &amp; Resham')
      const tags = (html: string) => html.replaceAll('<div class="scrolling"', '').match(/<\w+/g)?.sort()
      expect(tags(policyHtml(BUILT_IN_POLICIES.en[slug], company))).toEqual(tags(BUILT_IN_POLICIES.en[slug]))
    },
  )
})
