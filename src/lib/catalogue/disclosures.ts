import { plainKey } from '@tanabana/contract/attribute-names.ts'
import { COUNTRY_KEYS, MAKER_ROLES, MRP_KEYS } from '@tanabana/contract/product.ts'
import type { ReceivedAttribute } from '@tanabana/contract/product.ts'
import type { Contact, StoreInfo } from '@tanabana/contract/store-info.ts'
import { disclosureMessages as labels } from './messages.ts'
import { type Product, specifications } from './product.ts'

/** A legal disclosure with its label. */
export interface Disclosure {
  label: string
  text: string
}

type Store = StoreInfo | undefined
type Priced = Pick<Product, 'attributes' | 'price' | 'originalPrice'>

const AMOUNT = /^(?:₹|rs\.?|inr)?\s*(\d[\d,]*(?:\.\d{1,2})?)(?:\s*\/-)?$/i

/**
 * Returns the maximum retail price in rupees, taxes included: the product's attribute `MRP`, else its regular price
 * where the shop declares that as MRP. `undefined` without either. Legal Metrology (Packaged Commodities) Rules, r.6
 */
export function maximumRetailPrice(
  { attributes, price, originalPrice }: Priced,
  store: Store,
): number | undefined {
  const amount = AMOUNT.exec(valueOf(attributes, MRP_KEYS)?.trim() ?? '')?.[1]
  if (amount !== undefined) return Number(amount.replaceAll(',', ''))
  const regularPrice = originalPrice ?? price
  return store?.regularPriceIsMrp && regularPrice > 0 ? regularPrice : undefined
}

/**
 * Returns maker, country of origin and consumer care of a product, from the product or else its shop. Omits facts that
 * the specifications already list. Legal Metrology (Packaged Commodities) Rules, r.6(10)
 */
export function legalDisclosures(attributes: ReceivedAttribute[], store: Store): Disclosure[] {
  const listed = new Set(specifications(attributes).map(({ key }) => plainKey(key)))
  const makers = attributes.flatMap(({ key, value }) => {
    const role = MAKER_ROLES.get(plainKey(key))
    return role && value.length > 0
      ? [{ key: plainKey(key), label: labels[role], text: value.join(', ') }]
      : []
  })
  if (makers.length === 0 && store?.manufacturer) {
    makers.push({ key: '', label: labels.maker, text: store.manufacturer })
  }
  const country = countryOfOrigin(attributes, store)
  const care = store?.consumerCare
  const isCountryListed = COUNTRY_KEYS.some((key) => listed.has(key))
  return [
    ...makers.filter(({ key }) => !listed.has(key)).map(({ label, text }) => ({ label, text })),
    ...(country && !isCountryListed ? [{ label: labels.country, text: country }] : []),
    ...(isReachable(care) ? [{ label: labels.care, text: contactText(care) }] : []),
  ]
}

/** Returns the registration numbers of the shop's company. */
export function registrations(store: Store): Disclosure[] {
  return [
    ...(store?.companyRegistration ? [{ label: labels.registration, text: store.companyRegistration }] : []),
    ...(store?.gstin ? [{ label: labels.gstin, text: store.gstin }] : []),
  ]
}

/**
 * Returns the shop's contacts that have an e-mail or phone number, consumer care first. Consumer Protection
 * (E-Commerce) Rules 2020, r.4 and r.5
 */
export function contacts(store: Store): { label: string; contact: Contact }[] {
  const named = [
    { label: labels.care, contact: store?.consumerCare },
    { label: labels.officer, contact: store?.grievanceOfficer },
  ]
  return named.flatMap(({ label, contact }) => (isReachable(contact) ? [{ label, contact }] : []))
}

/** True when consumer care is reached exactly as the company is, so that one entry names both. */
export function isCareOfCompany(store: Store): boolean {
  const { email, phone, ...others } = store?.consumerCare ?? {}
  const isSame = email === store?.companyEmail && phone === store?.companyPhone
  return Boolean(email ?? phone) && isSame && Object.values(others).every((text) => !text)
}

export function hasContacts(store: Store): boolean {
  return contacts(store).length + registrations(store).length > 0
}

/** Returns the country of origin of the product, else of the shop. */
function countryOfOrigin(attributes: ReceivedAttribute[], store: Store): string | undefined {
  return valueOf(attributes, COUNTRY_KEYS) ?? store?.countryOfOrigin
}

function isReachable(contact: Contact | undefined): contact is Contact {
  return Boolean(contact?.email || contact?.phone)
}

/** Formats all details of a contact on one line. */
function contactText({ name, designation, email, phone, hours, address }: Contact): string {
  return [name, designation, email, phone, hours, address].filter(Boolean).join(', ')
}

function valueOf(attributes: ReceivedAttribute[], keys: readonly string[]): string | undefined {
  const found = attributes.find(
    ({ key, value }) => keys.includes(plainKey(key)) && value.some((one) => one.trim()),
  )
  return found?.value.join(', ')
}
