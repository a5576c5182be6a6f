import * as z from 'zod/mini'

/** `open`: the shopper may confirm. `settled`: the parcel has left, or the order is paid. */
export const CONFIRMATION_STATES = ['open', 'confirmed', 'settled', 'cancelled'] as const

/** An order to be paid at delivery, by the link that confirms it. docs/requirements.md#1141-cash-confirmation */
export const confirmationLinkSchema = z.object({
  /** The order number. */
  id: z.string(),
  state: z.enum(CONFIRMATION_STATES),
  /** Rupees to pay at delivery, with the fee. */
  amount: z.number(),
  items: z.array(
    z.object({ productTitle: z.string(), choice: z.optional(z.string()), quantity: z.number() }),
  ),
  /** The shopper may cancel the order here. */
  cancellable: z.boolean(),
})

export type ConfirmationLink = z.output<typeof confirmationLinkSchema>
