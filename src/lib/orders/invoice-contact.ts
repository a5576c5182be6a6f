import { parseRecord } from '../platform/parse-stored.ts'
import { INVOICE_CONTACT_KEY, readStored, saveStored } from '../platform/storage.ts'

/** Saves in this tab the contact with which a guest tracked an order, for its invoice; `undefined` removes it. */
export function saveInvoiceContact(orderId: string, contactInfo: string | undefined): void {
  saveStored(INVOICE_CONTACT_KEY, contactInfo && { orderId, contactInfo }, 'sessionStorage')
}

/** Returns the contact with which the order was tracked in this tab. */
export function readInvoiceContact(orderId: string): string | undefined {
  const saved = parseRecord(readStored(INVOICE_CONTACT_KEY, 'sessionStorage'))
  return saved.orderId === orderId && typeof saved.contactInfo === 'string' ? saved.contactInfo : undefined
}
