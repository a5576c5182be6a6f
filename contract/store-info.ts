import * as z from 'zod/mini'

import { optionalText, readableList, receivedMap } from './received.ts'

/** Languages of the pages, each with its name in itself. To add one, see CONTRIBUTING.md#add-a-language */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

/** The language of the sentences in the source, which needs no translations. */
export const SOURCE_LANGUAGE: Language = 'en'

/** Default when neither the shop nor the shopper chooses a language. */
export const FIRST_LANGUAGE: Language = 'en'

/** Returns the language that a record, form or cookie names; `undefined` for an unknown one. */
export function readLanguage(name: unknown): Language | undefined {
  return LANGUAGE_CODES.find((code) => code === name)
}

/** Names the codes in a message: `"en" or "hi"`. */
export function languageChoices(): string {
  const format = new Intl.ListFormat('en-GB', { type: 'disjunction' })
  return format.format(LANGUAGE_CODES.map((code) => `"${code}"`))
}

/** Where the subject of a picture is. */
export const PICTURE_FOCUSES = ['top', 'bottom', 'left', 'right', 'center'] as const

/** The address of a listing, with its query. */
export const LISTING_PATH = /^\/products(?:\?[\w%&=.+-]*)?$/
export const PRODUCT_ROWS_MAX = 2

/** A measurement id of Google Analytics, or the id of a Google Ads account. */
export const GOOGLE_TAG_ID = /^(?:G|AW)-[A-Z0-9]{4,20}$/

/** Measurement settings of a shop, beyond the specification; used with the shopper's consent only. docs/ads.md */
export const analyticsSchema = z.object({ googleTagId: z.string().check(z.regex(GOOGLE_TAG_ID)) })

const lenientAnalytics = z.catch(z.optional(analyticsSchema), undefined)

/** Reads the `analytics` of store info; `undefined` when it is invalid. */
export function readAnalytics(received: unknown): z.output<typeof analyticsSchema> | undefined {
  return lenientAnalytics.parse(received)
}

const color = z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i)))
const palette = paletteOf(color)

/**
 * A shop's palette, beyond the specification: six-digit hex colours, each optional, and in `dark` those of the dark
 * scheme. Without `dark` the shop stays light. docs/requirements.md#1112-further-fields-of-store-info
 */
const themeSchema = z.object({ ...palette, dark: z.optional(z.object(palette)) })

const lenientTheme = z.catch(z.optional(themeSchema), undefined)

export type Theme = z.output<typeof themeSchema>
export type Palette = Omit<Theme, 'dark'>

/** Reads the theme of store info; `undefined` when it is invalid. */
export function readTheme(received: unknown): Theme | undefined {
  return lenientTheme.parse(received)
}

/** Returns a palette schema with `color` for each colour. */
export function paletteOf<T>(color: T) {
  return {
    surface: color,
    surfaceRaised: color,
    ink: color,
    muted: color,
    line: color,
    accent: color,
    accentInk: color,
    sale: color,
    /** Background of product pictures, which are shown whole. */
    pictureBackdrop: color,
  }
}

/** A path of the shop, with its query; no address of another host. */
export const SHOP_PATH = /^\/(?![/\\])\S*$/

const requiredText = z.string().check(z.trim(), z.minLength(1))
/** Centimetres: a number, or a text such as `86-90`. Texts without a number stay unchanged. */
const measure = z.pipe(
  z.union([requiredText, z.number()]),
  z.transform((value) => String(value)),
)

/** One size table, beyond the specification: the first column has the sizes, the others centimetres. */
const sizeGuideSchema = z
  .object({
    name: requiredText,
    /** Categories and parent categories of the table. */
    categories: z.array(requiredText),
    /** `Men`, `Women` or `Unisex`: limits the guide to products of this gender. */
    gender: optionalText,
    columns: z.array(requiredText).check(z.minLength(2)),
    rows: z.array(z.array(measure)).check(z.minLength(1)),
    /** Instructions for measuring. */
    note: optionalText,
  })
  .check(z.refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length)))

const sizeGuidesSchema = z.catch(readableList(sizeGuideSchema), [])

export type SizeGuide = z.output<typeof sizeGuideSchema>

const knownSizeGuides = new WeakMap<object, SizeGuide[]>()

/**
 * Reads the valid size guides of store info, once per store info. The store info schema leaves `sizeGuides` unparsed, because it ships with
 * every island and the guides with none.
 */
export function readSizeGuides(received: unknown): SizeGuide[] {
  if (typeof received !== 'object' || received === null) return []
  const guides = knownSizeGuides.get(received) ?? sizeGuidesSchema.parse(received)
  knownSizeGuides.set(received, guides)
  return guides
}

const subCategoriesSchema = z.catch(receivedMap(z.catch(readableList(requiredText), [])), {})

/** Reads the sub-categories of store info, by category; without those that are unreadable. docs/requirements.md#114-sub-categories */
export function readSubCategories(received: unknown): Map<string, string[]> {
  return new Map(Object.entries(subCategoriesSchema.parse(received)))
}

/**
 * Legal disclosures of a shop in India, beyond the specification: E-Commerce Rules 2020 (legal entity, grievance
 * officer) and Legal Metrology Rules (maker, country, MRP). Each field is optional; an invalid one is ignored.
 */

function lenient<T extends z.ZodMiniType>(schema: T) {
  return z.optional(
    z.catch(
      z.pipe(
        z.nullish(schema),
        z.transform((value): z.output<T> | undefined => value ?? undefined),
      ),
      undefined,
    ),
  )
}

const text = lenient(optionalText)

/** A contact of the shop. */
const contactSchema = z.object({
  name: text,
  designation: text,
  email: text,
  phone: text,
  hours: text,
  address: text,
})

const days = z.pipe(
  z.number(),
  z.transform((count) => Math.max(0, count)),
)
const daySpan = z.object({ min: days, max: days })

const storeTrustFields = {
  /** Registration number of the company, such as a CIN. */
  companyRegistration: text,
  gstin: text,
  /** District of the courts in the built-in terms, such as "Pune district, Maharashtra". */
  courtDistrict: text,
  consumerCare: lenient(contactSchema),
  grievanceOfficer: lenient(contactSchema),
  /** Default name and address of the maker, for products without one. */
  manufacturer: text,
  /** Default country of origin, for products without one. */
  countryOfOrigin: text,
  /** True when the regular price of every product is its printed maximum retail price. */
  regularPriceIsMrp: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => value === true),
  ),
  returnPolicy: lenient(
    z.object({
      days,
      /** Party that pays for return shipping. */
      fees: z.enum(['free', 'customer']),
    }),
  ),
  shippingPolicy: lenient(z.object({ handlingDays: daySpan, transitDays: daySpan })),
}

export type Contact = z.output<typeof contactSchema>

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
  'country-sort',
  'facets',
  'attribute-facets',
  'translations',
  'feeds',
  'attribution',
  'variants',
  'stock',
  'payment-state',
  'payment-links',
  'cash-on-delivery',
  'shipment',
  'cancellation',
  'returns',
  'invoice',
  'pincodes',
  'addresses',
  'quotes',
  'offers',
  'phone-check',
  'password-reset',
  'account-settings',
  'email-change',
  'account-data',
  'contact',
  'newsletter',
  'preview',
  'tax-invoice',
  'refund-details',
  'cash-confirmation',
])

/** Capabilities that send e-mail: an API that sends none does not list them. */
export const MAIL_CAPABILITIES: readonly z.output<typeof capabilitySchema>[] = [
  'password-reset',
  'email-change',
  'contact',
  'newsletter',
  'cash-confirmation',
]

/**
 * The tenant's store info. `capabilities`, `language`, `theme`, `paymentHosts`, `analytics`, `sizeGuides` and the fields
 * of `storeTrustFields` go beyond the specification. Ignores unknown capabilities and invalid colours.
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
  heroImages: z.catch(
    z.optional(
      z.object({
        wide: z.string(),
        tall: z.optional(z.string()),
        /** The part that stays in view where the picture is cut. */
        focus: z.catch(z.optional(z.enum(PICTURE_FOCUSES)), undefined),
      }),
    ),
    undefined,
  ),
  /** Says in the hero why to buy here, instead of the shop's name, beyond the specification. */
  headline: z.catch(optionalText, undefined),
  /** Further rows of products on the home page, each the first products of a listing, beyond the specification. */
  productRows: z.pipe(
    z.catch(
      readableList(z.object({ title: requiredText, url: z.string().check(z.regex(LISTING_PATH)) })),
      [],
    ),
    z.transform((rows) => rows.slice(0, PRODUCT_ROWS_MAX)),
  ),
  /** Short reasons to buy here, shown in the hero, beyond the specification. */
  highlights: z.catch(readableList(requiredText), []),
  /** The shop's own button in the hero, beyond the specification; leads to a page of the shop. */
  heroLink: z.catch(
    z.optional(z.object({ text: requiredText, url: z.string().check(z.regex(SHOP_PATH)) })),
    undefined,
  ),
  capabilities: z.pipe(
    z.nullish(z.array(z.unknown())),
    z.transform((words) => (words ?? []).flatMap((word) => z.safeParse(capabilitySchema, word).data ?? [])),
  ),
  /** Default language of the pages, parsed by `readLanguage`. */
  language: z.optional(z.unknown()),
  /** Parsed by `readTranslations` on the server. */
  translations: z.optional(z.unknown()),
  /** Parsed by `readTheme` on the server: this schema ships with every island. */
  theme: z.optional(z.unknown()),
  /** Hosts, besides the API's, that a payment may open; a leading `*.` covers every subdomain. */
  paymentHosts: z.catch(z.optional(z.array(z.string())), undefined),
  /** The shop's main host; its other hosts redirect to it. Read by src/server/http/host-rules.ts. */
  mainHost: z.optional(z.unknown()),
  /** True: `Strict-Transport-Security` covers all subdomains of the host. */
  hstsIncludeSubDomains: z.optional(z.unknown()),
  /** Parsed by `readAnalytics`. */
  analytics: z.optional(z.unknown()),
  /** Parsed by `readSubCategories`. */
  subCategories: z.optional(z.unknown()),
  /** Parsed by `readSizeGuides`. */
  sizeGuides: z.optional(z.unknown()),
  ...storeTrustFields,
})

export type Capability = z.output<typeof capabilitySchema>
export type ReturnFees = NonNullable<StoreInfo['returnPolicy']>['fees']
export type StoreInfo = z.output<typeof receivedStoreInfoSchema>

/** Of the built-in return policy. docs/requirements.md#218-policy-pages */
export const BUILT_IN_RETURN_FEES: ReturnFees = 'customer'
export const BUILT_IN_RETURN_DAYS = 7

/**
 * Returns who pays the way back of a return: by the shop's declaration, else by the built-in policy; `undefined` for a
 * shop with a policy text of its own and no declaration.
 */
export function returnFeesOf(
  store:
    | {
        returnPolicy?: { fees: ReturnFees } | undefined
        policies?: Readonly<Partial<Record<string, string>>> | undefined
      }
    | undefined,
): ReturnFees | undefined {
  return store?.returnPolicy?.fees ?? (store?.policies?.return ? undefined : BUILT_IN_RETURN_FEES)
}
