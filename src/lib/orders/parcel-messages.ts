import type { ParcelState } from '@tanabana/contract/order.ts'

/** What became of a parcel that was not delivered, apart from what the payment page loads. */
export const parcelMessages = {
  undelivered:
    "The courier couldn't deliver the parcel and usually tries again. Please be reachable, or write to the shop.",
  'on its way back': "The courier couldn't deliver the parcel and brings it back to the shop.",
  'returned to sender': "The courier couldn't deliver the parcel and brought it back to the shop.",
  lost: 'The courier has lost the parcel. We are sorry.',
} as const satisfies Record<ParcelState, string>
