import * as z from 'zod/mini'

import {
  analyticsSchema,
  capabilitySchema,
  LANGUAGE_CODES,
  paletteOf,
} from '@tanabana/contract/store-info.ts'

const text = z.string()
const optionalText = z.optional(text)
const color = z.optional(text.check(z.regex(/^#[0-9a-fA-F]{6}$/)))

export const contactSchema = z.object({
  name: optionalText,
  designation: optionalText,
  email: optionalText,
  phone: optionalText,
  hours: optionalText,
  address: optionalText,
})

export const themeSchema = z.object({
  ...paletteOf(color),
  dark: z.optional(z.object(paletteOf(color))),
})

export const cashOnDeliverySchema = z.object({
  maxOrder: z.optional(z.number().check(z.positive(), z.describe('Rupees; no limit where it is absent'))),
  fee: z.optional(
    z.number().check(z.positive(), z.describe("Rupees, collected with the order's total at delivery")),
  ),
  excludedPinCodes: z.optional(
    z.array(text).check(z.describe('PIN codes, or their first digits, without cash on delivery')),
  ),
})

export const sizeGuideSchema = z.object({
  name: text,
  categories: z.array(text),
  gender: z.optional(z.enum(['Men', 'Women', 'Unisex'])),
  columns: z.array(text),
  rows: z.array(z.array(z.union([text, z.number()]))),
  note: optionalText,
})

const days = z.int().check(z.minimum(0), z.maximum(365))

const daySpan = z.object({ min: days, max: days })

/**
 * The record of a shop: the body of `GET /storeInfo`. docs/requirements.md#39-store-info
 * docs/requirements.md#11-capabilities
 */
export const storeRecordSchema = z.object({
  storeName: text,
  companyName: optionalText,
  companyAddress: optionalText,
  companyEmail: optionalText,
  companyPhone: optionalText,
  companyLogoUrl: optionalText,
  description: optionalText,
  categories: z.array(text),
  categoryImages: z.optional(
    z.record(text, text).check(z.describe('Image by category, with an entry `default`')),
  ),
  heroImages: z.optional(
    z.object({ wide: text, tall: text }).check(z.describe('The home page: for wide screens and for phones')),
  ),
  highlights: z.optional(
    z.array(text).check(z.describe('Short reasons to buy here, in the hero of the home page')),
  ),
  heroLink: z.optional(
    z.object({ text, url: text }).check(z.describe("The shop's own button in the hero: a path of the shop")),
  ),
  policies: z.optional(
    z
      .record(text, text)
      .check(
        z.describe('HTML by policy: terms, privacy, refund, return, shipping, about; each at most 64 KB'),
      ),
  ),
  translations: z.optional(
    z
      .record(
        text,
        z.object({
          texts: z.optional(z.record(text, text)),
          policies: z.optional(z.record(text, text)),
        }),
      )
      .check(z.describe('By language: texts by the text that they translate, and HTML by policy')),
  ),
  capabilities: z.optional(z.array(capabilitySchema)),
  theme: z.optional(themeSchema),
  paymentHosts: z.optional(z.array(text)),
  cashOnDelivery: z.optional(cashOnDeliverySchema),
  language: z.optional(z.enum(LANGUAGE_CODES)),
  mainHost: z.optional(
    text.check(z.describe('The main one of several hosts; the storefront redirects the others to it')),
  ),
  hstsIncludeSubDomains: z.optional(
    z.boolean().check(z.describe('`Strict-Transport-Security` covers all subdomains of the host')),
  ),
  analytics: z.optional(analyticsSchema),
  sizeGuides: z.optional(z.array(sizeGuideSchema)),
  companyRegistration: optionalText,
  gstin: optionalText,
  courtDistrict: z.optional(
    text.check(z.describe('District of the courts in the built-in terms: "Pune district, Maharashtra"')),
  ),
  consumerCare: z.optional(contactSchema),
  grievanceOfficer: z.optional(contactSchema),
  manufacturer: optionalText,
  countryOfOrigin: optionalText,
  regularPriceIsMrp: z.optional(z.boolean()),
  returnPolicy: z.optional(z.object({ days, fees: z.enum(['free', 'customer']) })),
  shippingPolicy: z.optional(z.object({ handlingDays: daySpan, transitDays: daySpan })),
})

export type StoreRecord = z.input<typeof storeRecordSchema>
