import { type ConfirmationLink, confirmationLinkSchema } from '@tanabana/contract/confirmation-link.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { ConfirmationDecision } from '@tanabana/contract/requests.ts'
import type { StoreClient } from './client.ts'

/** Returns the order of a link. docs/requirements.md#1141-cash-confirmation */
export function fetchConfirmationLink(client: StoreClient, token: string): Promise<ConfirmationLink> {
  return client.get(pathOf(token), wrappedOrBare(confirmationLinkSchema))
}

/** Confirms or cancels the order, and returns it. */
export function decideOnOrder(
  client: StoreClient,
  token: string,
  decision: ConfirmationDecision,
): Promise<ConfirmationLink> {
  return client.post(pathOf(token), wrappedOrBare(confirmationLinkSchema), { decision })
}

function pathOf(token: string): string {
  return `/confirmation-links/${encodeURIComponent(token)}`
}
