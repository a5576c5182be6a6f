import * as z from 'zod/mini'

/** A measurement id of Google Analytics, or the id of a Google Ads account. */
export const GOOGLE_TAG_ID = /^(?:G|AW)-[A-Z0-9]{4,20}$/

/** How a shop measures its visits, beyond the spec; only where a shopper agrees. docs/ads.md */
export const analyticsSchema = z.object({ googleTagId: z.string().check(z.regex(GOOGLE_TAG_ID)) })

const leniently = z.catch(z.optional(analyticsSchema), undefined)

/** The `analytics` of a store record; what cannot be read measures nothing. */
export function readAnalytics(received: unknown): z.output<typeof analyticsSchema> | undefined {
  return leniently.parse(received)
}
