import { escapeUTF8 } from 'entities/escape'

import { readAnalytics, type StoreInfo } from '@tanabana/contract/store-info.ts'
import type { PolicyFacts } from './policy-facts.ts'

type Store = StoreInfo | undefined

/**
 * Fills the marks of the built-in privacy policy: ad tags and analytics where the shop uses them, and the grievance
 * officer of its record. Placeholders of the company stay.
 */
export function addPrivacyFacts(html: string, store: Store, facts: PolicyFacts): string {
  const remembersAds = store?.capabilities.includes('attribution')
  return html
    .replace('<!-- ads -->', () => (remembersAds ? facts.ads : ''))
    .replace('<!-- analytics -->', () => (readAnalytics(store?.analytics) ? facts.analytics : ''))
    .replace('<!-- officer -->', () => officerHtml(store, facts.officer))
}

function officerHtml(store: Store, words: PolicyFacts['officer']): string {
  const { name, designation, email, phone, hours, address } = store?.grievanceOfficer ?? {}
  const text = (value: string | undefined, otherwise: string) => (value ? escapeUTF8(value) : otherwise)
  const mail = text(email, '{{companyEmail}}')
  return [
    ...(name ? [escapeUTF8(name)] : []),
    text(designation, words.title),
    '{{companyName}}',
    text(address, '{{companyAddress}}'),
    `${words.email}: <a href="mailto:${mail}">${mail}</a>`,
    `${words.phone}: ${text(phone, '{{companyPhone}}')} (${text(hours, words.hours)})`,
  ].join('<br />')
}
