import * as z from 'zod/mini'

import { optionalText, readableList, receivedMap } from './received.ts'
import { storeTrustFields } from './store-trust.ts'

/** A map of texts without its empty entries: one empty policy must not invalidate the shop's record. */
const textMap = z.pipe(
  z.nullish(receivedMap(z.catch(optionalText, undefined))),
  z.transform((map) =>
    Object.fromEntries(
      Object.entries(map ?? {}).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
    ),
  ),
)

/** Abilities of a store API beyond the contract. docs/requirements.md#11-capabilities */
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
 * The tenant's store info. `capabilities`, `language`, `theme`, `paymentHosts`, `analytics`, `sizeGuides` and the fields
 * of store-trust.ts go beyond the specification. Ignores unknown capabilities and invalid colours.
 * docs/requirements.md#39-store-info
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
  /** Pictures of the home page for wide and tall screens, beyond the specification. */
  heroImages: z.catch(z.optional(z.object({ wide: z.string(), tall: z.optional(z.string()) })), undefined),
  capabilities: z.pipe(
    z.nullish(z.array(z.unknown())),
    z.transform((words) => (words ?? []).flatMap((word) => z.safeParse(capabilitySchema, word).data ?? [])),
  ),
  /** Default language of the pages, parsed by language.ts. */
  language: z.optional(z.unknown()),
  /** Parsed by theme.ts on the server: this schema ships with every island. */
  theme: z.optional(z.unknown()),
  /** Hosts, besides the API's, that a payment may open; a leading `*.` covers every subdomain. */
  paymentHosts: z.catch(z.optional(z.array(z.string())), undefined),
  /** Parsed by analytics.ts. */
  analytics: z.optional(z.unknown()),
  /** Parsed by size-guide.ts. */
  sizeGuides: z.optional(z.unknown()),
  ...storeTrustFields,
})

export type Capability = z.output<typeof capabilitySchema>
export type StoreInfo = z.output<typeof receivedStoreInfoSchema>
