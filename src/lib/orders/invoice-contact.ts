import { readSessionId } from '../auth/session.ts'
import { parseRecord } from '../platform/parse-stored.ts'
import { INVOICE_CONTACT_KEY, readStored, saveStored } from '../platform/storage.ts'

/** Saves in this tab the contact with which an order was tracked, for its invoice; `undefined` removes it. */
export function saveInvoiceContact(orderId: string, contactInfo: string | undefined): void {
  saveStored(
    INVOICE_CONTACT_KEY,
    contactInfo && { orderId, contactInfo, session: readSessionId() },
    'sessionStorage',
  )
}

/** Returns the contact with which the order was tracked in this tab by the same account, or by the same guest. */
export function readInvoiceContact(orderId: string): string | undefined {
  const saved = parseRecord(readStored(INVOICE_CONTACT_KEY, 'sessionStorage'))
  if (saved.orderId !== orderId || saved.session !== readSessionId()) return undefined
  return typeof saved.contactInfo === 'string' ? saved.contactInfo : undefined
}
