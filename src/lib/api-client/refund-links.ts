import { type RefundLink, refundLinkSchema } from '@tanabana/contract/refund-link.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { StoreClient } from './client.ts'

/** Returns the refund of a link. docs/requirements.md#1140-refund-details */
export function fetchRefundLink(client: StoreClient, token: string): Promise<RefundLink> {
  return client.get(pathOf(token), wrappedOrBare(refundLinkSchema))
}

/** Says to which UPI id the refund goes, and returns it. */
export function giveUpiId(client: StoreClient, token: string, upiId: string): Promise<RefundLink> {
  return client.post(pathOf(token), wrappedOrBare(refundLinkSchema), { upiId })
}

function pathOf(token: string): string {
  return `/refund-links/${encodeURIComponent(token)}`
}
