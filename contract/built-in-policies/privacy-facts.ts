import { escapeUTF8 } from 'entities/escape'

import { readAnalytics } from '../store-info.ts'
import type { AddFacts, PolicyFacts, PolicyStore } from './policy-facts.ts'

/**
 * Fills the marks of the built-in privacy policy: where addresses are saved, ad tags and analytics where the shop uses
 * them, and the grievance officer of its record. Placeholders of the company stay.
 */
export const addPrivacyFacts: AddFacts = (html, store, facts, translate) =>
  html
    .replace('<!-- address -->', () =>
      store.capabilities?.includes('addresses') ? facts.address.account : facts.address.device,
    )
    .replace('<!-- ads -->', () => (store.capabilities?.includes('attribution') ? facts.ads : ''))
    .replace('<!-- analytics -->', () => (readAnalytics(store.analytics) ? facts.analytics : ''))
    .replace('<!-- officer -->', () => officerHtml(store, facts.officer, translate))

function officerHtml(
  { grievanceOfficer }: PolicyStore,
  words: PolicyFacts['officer'],
  translate: (text: string) => string,
): string {
  const { name, designation, email, phone, hours, address } = grievanceOfficer ?? {}
  const text = (value: string | undefined, otherwise: string) => (value ? escapeUTF8(value) : otherwise)
  const mail = text(email, '{{companyEmail}}')
  return [
    ...(name ? [escapeUTF8(name)] : []),
    text(designation && translate(designation), words.title),
    '{{companyName}}',
    text(address, '{{companyAddress}}'),
    `${words.email}: <a href="mailto:${mail}">${mail}</a>`,
    `${words.phone}: ${text(phone, '{{companyPhone}}')} (${text(hours && translate(hours), words.hours)})`,
  ].join('<br />')
}
