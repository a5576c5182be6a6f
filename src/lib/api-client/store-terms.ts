import type { Capability, StoreInfo } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from './client.ts'
import { withResponseTimeout } from './response-timeout.ts'

/** The part of store info that orders and payments need. docs/requirements.md#1112-further-fields-of-store-info */
export type StoreTerms = Pick<StoreInfo, 'capabilities' | 'paymentHosts'>

/**
 * Returns the terms of the page, or loads them when the page was rendered without store info. Sending without them
 * would lose an order's sizes or a payment's key. Throws as the client does.
 */
export async function storeTerms(client: StoreClient, known: StoreTerms | undefined): Promise<StoreTerms> {
  if (known) return known
  const { fetchStoreInfo } = await import('./store-info.ts')
  return withResponseTimeout(fetchStoreInfo(client))
}

/** Whether the store takes the message of a form, by the form's `data-sends`. Throws as the client does. */
export async function takesMessage(
  client: StoreClient,
  form: HTMLElement,
  word: Capability,
): Promise<boolean> {
  if (form.dataset.sends === 'yes') return true
  return (await storeTerms(client, undefined)).capabilities.includes(word)
}
