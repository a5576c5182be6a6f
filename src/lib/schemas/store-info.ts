import * as z from 'zod/mini'

import { optionalText, readableList, receivedMap } from './received.ts'
import { storeTrustFields } from './store-trust.ts'

/** Entries that hold no text are left out: one empty policy must not cost a shop its name. */
const textMap = z.pipe(
  z.nullish(receivedMap(z.catch(optionalText, undefined))),
  z.transform((map) =>
    Object.fromEntries(
      Object.entries(map ?? {}).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
    ),
  ),
)

/** What a store API may do beyond the plain contract. docs/requirements.md#11-capabilities */
export const capabilitySchema = z.enum([
  'order-lines',
  'idempotency-key',
  'expected-total',
  'sub-categories',
  'search',
  'suggestions',
  'sort',
  'facets',
  'feeds',
  'attribution',
])

/**
 * The tenant's record. docs/requirements.md#39-store-info. `capabilities`, `language`, `theme`, `paymentHosts`, `analytics`,
 * `sizeGuides` and the fields of store-trust.ts go beyond the spec; unknown
 * capabilities and unreadable colours are left out instead of refusing the record.
 */
export const receivedStoreInfoSchema = z.object({
  storeName: optionalText,
  companyName: optionalText,
  companyAddress: optionalText,
  companyEmail: optionalText,
  companyPhone: optionalText,
  companyLogoUrl: optionalText,
  description: optionalText,
  categories: readableList(z.string().check(z.trim(), z.minLength(1))),
  categoryImages: textMap,
  policies: textMap,
  /** The home page's picture for wide and for tall screens, beyond the spec. */
  heroImages: z.catch(z.optional(z.object({ wide: z.string(), tall: z.optional(z.string()) })), undefined),
  capabilities: z.pipe(
    z.nullish(z.array(z.unknown())),
    z.transform((words) => (words ?? []).flatMap((word) => z.safeParse(capabilitySchema, word).data ?? [])),
  ),
  /** What the pages are written in where a shopper chooses nothing; read by language.ts. */
  language: z.optional(z.unknown()),
  /** Read where it is painted, by theme.ts: this schema travels to every island. */
  theme: z.optional(z.unknown()),
  /** Hosts, besides the API's own, that a payment may lead to; `*.` in front stands for every name below. */
  paymentHosts: z.catch(z.optional(z.array(z.string())), undefined),
  /** Read where visits are measured, by analytics.ts. */
  analytics: z.optional(z.unknown()),
  /** Read where they are shown, by size-guide.ts. */
  sizeGuides: z.optional(z.unknown()),
  ...storeTrustFields,
})

export type Capability = z.output<typeof capabilitySchema>
export type StoreInfo = z.output<typeof receivedStoreInfoSchema>
