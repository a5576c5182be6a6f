import * as z from 'zod/mini'

import { GENDERS } from '@tanabana/contract/product.ts'
import {
  analyticsSchema,
  capabilitySchema,
  LANGUAGE_CODES,
  LISTING_PATH,
  paletteOf,
  PICTURE_FOCUSES,
  PRODUCT_ROWS_MAX,
} from '@tanabana/contract/store-info.ts'

const text = z.string()
const optionalText = z.optional(text)
/** An address of a picture; the console offers to upload one. */
const picture = text.check(z.meta({ format: 'picture' }))
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
  confirmBeforePacking: z.optional(
    z
      .boolean()
      .check(z.describe('An order is packed once its shopper has confirmed it by the link in the e-mail')),
  ),
  excludedPinCodes: z.optional(
    z.array(text).check(z.describe('PIN codes, or their first digits, without cash on delivery')),
  ),
})

/** A series of document numbers: `INV` numbers `INV/26-27/1` and on. */
export const DOCUMENT_SERIES = /^[A-Z\d]{1,3}$/
/** An HSN code, or its first digits. */
export const HSN_PREFIX = /^\d{2,8}$/

const gstRateSchema = z.object({
  hsn: text.check(z.regex(HSN_PREFIX), z.describe('HSN code, or its first digits')),
  above: z.optional(
    z.number().check(z.nonnegative(), z.describe('Rupees: for pieces whose value without tax is above it')),
  ),
  rate: z.number().check(z.minimum(0), z.maximum(100), z.describe('Percent')),
  since: z.iso.date(),
})

const gstSchema = z.object({
  invoiceSeries: z.optional(text.check(z.regex(DOCUMENT_SERIES))),
  creditNoteSeries: z.optional(text.check(z.regex(DOCUMENT_SERIES))),
  rates: z.optional(z.array(gstRateSchema)),
})

export const sizeGuideSchema = z.object({
  name: text,
  categories: z.array(text),
  gender: z.optional(z.enum(GENDERS)),
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
  companyLogoUrl: z.optional(picture),
  description: optionalText,
  categories: z.array(text),
  categoryImages: z.optional(
    z.record(text, picture).check(z.describe('Image by category, with an entry `default`')),
  ),
  heroImages: z.optional(
    z
      .object({ wide: picture, tall: picture, focus: z.optional(z.enum(PICTURE_FOCUSES)) })
      .check(
        z.describe(
          'The home page: for wide screens and for phones, and what stays in view when they are cut',
        ),
      ),
  ),
  headline: z.optional(text.check(z.describe("Why to buy here, in the hero instead of the shop's name"))),
  productRows: z.optional(
    z
      .array(z.object({ title: text, url: text.check(z.regex(LISTING_PATH)) }))
      .check(
        z.maxLength(PRODUCT_ROWS_MAX),
        z.describe('Further rows of products on the home page, each with the path of a listing'),
      ),
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
  hstsIncludeSubDomains: z.optional(
    z.boolean().check(z.describe('`Strict-Transport-Security` covers all subdomains of the host')),
  ),
  analytics: z.optional(analyticsSchema),
  sizeGuides: z.optional(z.array(sizeGuideSchema)),
  companyRegistration: optionalText,
  gstin: optionalText,
  gst: z.optional(
    gstSchema.check(z.describe('Numbers of tax documents, and rates that replace the usual ones')),
  ),
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

export type GstRate = z.output<typeof gstRateSchema>
export type StoreRecord = z.input<typeof storeRecordSchema>
