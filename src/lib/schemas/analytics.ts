import * as z from 'zod/mini'

/** A measurement id of Google Analytics, or the id of a Google Ads account. */
export const GOOGLE_TAG_ID = /^(?:G|AW)-[A-Z0-9]{4,20}$/

/** Measurement settings of a shop, beyond the specification; used with the shopper's consent only. docs/ads.md */
export const analyticsSchema = z.object({ googleTagId: z.string().check(z.regex(GOOGLE_TAG_ID)) })

const leniently = z.catch(z.optional(analyticsSchema), undefined)

/** Reads the `analytics` of store info; `undefined` when it is invalid. */
export function readAnalytics(received: unknown): z.output<typeof analyticsSchema> | undefined {
  return leniently.parse(received)
}
