import * as z from 'zod/mini'

/** A refund that the shop sends by hand, by the link of its order. In rupees. docs/requirements.md#1140-refund-details */
export const refundLinkSchema = z.object({
  /** The order number. */
  id: z.string(),
  /** What is still due. */
  due: z.number(),
  /** Where it goes; masked once nothing is due. */
  upiId: z.optional(z.string()),
  /** Refunds of the order that are sent. */
  refunds: z.array(z.object({ amount: z.number(), sentAt: z.string(), reference: z.string() })),
})

export type RefundLink = z.output<typeof refundLinkSchema>
