import { wrappedOrBare } from '@tanabana/contract/received.ts'
import { taxDocumentsSchema, type TaxDocument } from '@tanabana/contract/tax-document.ts'
import type { StoreClient } from './client.ts'

/**
 * Returns the tax documents of an order, for its account or with `contactInfo`. Only for stores with the capability
 * `tax-invoice`. docs/requirements.md#1139-tax-invoice
 */
export function fetchTaxDocuments(
  client: StoreClient,
  orderId: string,
  contactInfo?: string,
): Promise<TaxDocument[]> {
  const path = `/orders/${encodeURIComponent(orderId)}/tax-documents`
  return client.post(path, wrappedOrBare(taxDocumentsSchema), { contactInfo })
}
