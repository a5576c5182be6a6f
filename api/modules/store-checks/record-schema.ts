import * as z from 'zod'

import { GENDERS } from '@tanabana/contract/product.ts'
import {
  capabilitySchema,
  GOOGLE_TAG_ID,
  LANGUAGE_CODES,
  languageChoices,
  LISTING_PATH,
  PICTURE_FOCUSES,
  PRODUCT_ROWS_MAX,
  SHOP_PATH,
} from '@tanabana/contract/store-info.ts'
import { POLICY_MAX_BYTES, POLICY_SLUGS } from '@tanabana/contract/policy-rules.ts'
import { UPI_ID } from '@tanabana/contract/upi-id.ts'
import { DOCUMENT_SERIES, HSN_PREFIX } from '../../db/store-record.ts'
import { themeField } from './theme-field.ts'

export const ID_HELP = 'use 1 to 40 lowercase letters, digits and dashes, such as silk-house'
const HOST_HELP = 'write only a host name, such as www.silkhouse.in, without http:// and port'
const IMAGE_HELP = 'write an address that begins with https://, http:// or /'
const GOOGLE_TAG_HELP =
  'write the measurement id of Google Analytics, such as G-AB12CD34EF, or of Google Ads, such as AW-123456789'
const UPI_HELP = 'write a UPI id such as silkhouse@okbank'
/** A week. */
const CONFIRMS_WITHIN_HOURS_MAX = 168
const HOURS_HELP = `write whole hours from 1 to ${CONFIRMS_WITHIN_HOURS_MAX}`

const host = z
  .string()
  .transform((name) => name.trim().toLowerCase())
  .refine((name) => /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/.test(name), HOST_HELP)
const image = z.string().regex(/^(https?:\/\/\S|\/(?![/\\]))/, IMAGE_HELP)
const text = z.string().trim()

const NAME_HELP = 'write a name'
const CELL_HELP = 'write centimetres as a number, or as a text such as "86-90"'
const COLUMNS_HELP = 'name a column for the sizes and at least one for measures'
const ROWS_HELP = 'write a size and one measure per further column in every row'

const requiredText = z.string().trim().min(1, NAME_HELP)

/** The first screen of a phone has room for three short lines and one button. */
const HIGHLIGHTS_MAX = 3
const HIGHLIGHT_MAX_LENGTH = 40
const HERO_LINK_MAX_LENGTH = 30
const HIGHLIGHTS_HELP = `write at most ${HIGHLIGHTS_MAX} highlights`
const HIGHLIGHT_HELP = `write 1 to ${HIGHLIGHT_MAX_LENGTH} characters`
const HERO_LINK_HELP = `write 1 to ${HERO_LINK_MAX_LENGTH} characters`
const HEADLINE_MAX_LENGTH = 60
const HEADLINE_HELP = `write 1 to ${HEADLINE_MAX_LENGTH} characters`
const FOCUS_HELP = `write one of ${PICTURE_FOCUSES.join(', ')}`
const PRODUCT_ROWS_HELP = `write at most ${PRODUCT_ROWS_MAX} rows`
const LISTING_PATH_HELP = 'write the path of a listing, such as /products?category=sarees'
const SHOP_PATH_HELP = 'write a path of the shop, such as /products?category=sarees'
const highlight = z.string().trim().min(1, HIGHLIGHT_HELP).max(HIGHLIGHT_MAX_LENGTH, HIGHLIGHT_HELP)
const measure = z.union([z.number().positive(CELL_HELP), z.string().trim().min(1, CELL_HELP)], CELL_HELP)

const sizeGuidesField = z
  .array(
    z
      .strictObject({
        name: requiredText,
        categories: z.array(requiredText).min(1, 'name the categories that the guide is for'),
        gender: z.enum(GENDERS, 'write Men, Women or Unisex').optional(),
        columns: z.array(requiredText).min(2, COLUMNS_HELP),
        rows: z.array(z.array(measure)).min(1, ROWS_HELP),
        note: requiredText.optional(),
      })
      .refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length), ROWS_HELP),
  )
  .optional()

const MAX_ORDER_HELP = 'write rupees above 0, such as 5000'
const FEE_HELP = 'write rupees above 0 with at most 2 decimals, such as 49'
const PIN_CODE_HELP = 'write a PIN code of 6 digits, or its first 2 to 5 digits'
const DAYS_HELP = 'write whole days from 0 to 365'
const SPAN_HELP = 'write a min that is at most max'
const CONTACT_HELP = 'give an email address or a phone number'
const SERIES_HELP = 'write 1 to 3 capital letters or digits, such as INV'
const HSN_HELP = 'write an HSN code, or its first 2 to 7 digits'
const ABOVE_HELP = 'write rupees, such as 2500'
const RATE_HELP = 'write percent from 0 to 100, such as 18'
const SINCE_HELP = 'write a day as 2025-09-22'
const GSTIN_HELP = 'write the 15 characters of a GSTIN, such as 08AAAAA0000A1Z5'

const optionalText = z.string().trim().min(1, 'write something, or leave it out').optional()
const contact = z
  .strictObject({
    name: optionalText,
    designation: optionalText,
    email: z.email('write an email address, such as care@silkhouse.in').optional(),
    phone: optionalText,
    hours: optionalText,
    address: optionalText,
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, CONTACT_HELP)
const days = z.int(DAYS_HELP).min(0, DAYS_HELP).max(365, DAYS_HELP)
const daySpan = z.strictObject({ min: days, max: days }).refine(({ min, max }) => min <= max, SPAN_HELP)

const PRODUCTS_HELP =
  'translations of products belong to the catalogue: move them to a file such as { "hi": { … } } and run store translations import'
const translated = z.string().trim().min(1, 'write the translation, or leave the text out')

const POLICY_HELP = `shorten it to at most ${POLICY_MAX_BYTES / 1024} KB`
/** HTML by policy, or the path of its file. */
const policiesField = z
  .partialRecord(
    z.enum(POLICY_SLUGS),
    z.string().refine((html) => Buffer.byteLength(html) <= POLICY_MAX_BYTES, POLICY_HELP),
  )
  .optional()

const series = z.string().regex(DOCUMENT_SERIES, SERIES_HELP).optional()

/** docs/gst.md */
const gstField = z
  .strictObject({
    invoiceSeries: series,
    creditNoteSeries: series,
    rates: z
      .array(
        z.strictObject({
          hsn: z.string().regex(HSN_PREFIX, HSN_HELP),
          above: z.number(ABOVE_HELP).nonnegative(ABOVE_HELP).optional(),
          rate: z.number(RATE_HELP).min(0, RATE_HELP).max(100, RATE_HELP),
          since: z.iso.date(SINCE_HELP),
        }),
      )
      .min(1, 'name at least one rate, or leave the table out')
      .optional(),
  })
  .optional()

/** Legal disclosures. */
const disclosureFields = {
  companyRegistration: optionalText,
  gstin: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/, GSTIN_HELP)
    .optional(),
  gst: gstField,
  courtDistrict: optionalText,
  consumerCare: contact.optional(),
  grievanceOfficer: contact.optional(),
  manufacturer: optionalText,
  countryOfOrigin: optionalText,
  regularPriceIsMrp: z.boolean().optional(),
  returnPolicy: z
    .strictObject({ days, fees: z.enum(['free', 'customer'], 'write "free" or "customer"') })
    .optional(),
  shippingPolicy: z.strictObject({ handlingDays: daySpan, transitDays: daySpan }).optional(),
}

/**
 * The fields of a store info file, with a help text for each mistake. contract/store-info.ts parses the stored
 * one.
 */
export const recordSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, ID_HELP)
    .optional(),
  hosts: z.array(host).min(1, 'name at least one host').optional(),
  storeName: text.min(1, 'give the shop a name'),
  companyName: text.optional(),
  companyAddress: text.optional(),
  companyEmail: z.email('write an email address, such as care@silkhouse.in').optional(),
  companyPhone: text.optional(),
  companyLogoUrl: image.optional(),
  description: text.optional(),
  language: z.enum(LANGUAGE_CODES, `write ${languageChoices()}`).optional(),
  categories: z.array(text.min(1, 'give every category a name')).default([]),
  categoryImages: z.record(z.string(), image).optional(),
  headline: z.string().trim().min(1, HEADLINE_HELP).max(HEADLINE_MAX_LENGTH, HEADLINE_HELP).optional(),
  heroImages: z
    .strictObject({ wide: image, tall: image, focus: z.enum(PICTURE_FOCUSES, FOCUS_HELP).optional() })
    .optional(),
  productRows: z
    .array(z.strictObject({ title: highlight, url: z.string().regex(LISTING_PATH, LISTING_PATH_HELP) }))
    .max(PRODUCT_ROWS_MAX, PRODUCT_ROWS_HELP)
    .optional(),
  highlights: z.array(highlight).max(HIGHLIGHTS_MAX, HIGHLIGHTS_HELP).optional(),
  heroLink: z
    .strictObject({
      text: requiredText.max(HERO_LINK_MAX_LENGTH, HERO_LINK_HELP),
      url: z.string().regex(SHOP_PATH, SHOP_PATH_HELP),
    })
    .optional(),
  policies: policiesField,
  theme: themeField,
  capabilities: z.array(z.enum(capabilitySchema.options)).optional(),
  translations: z
    .partialRecord(
      z.enum(LANGUAGE_CODES),
      z.strictObject({
        texts: z.record(z.string(), translated).optional(),
        policies: policiesField,
        products: z.undefined(PRODUCTS_HELP).optional(),
      }),
    )
    .optional(),
  paymentHosts: z.array(host).optional(),
  hstsIncludeSubDomains: z.boolean('write true or false').optional(),
  cashOnDelivery: z
    .strictObject({
      maxOrder: z.number(MAX_ORDER_HELP).positive(MAX_ORDER_HELP).optional(),
      fee: z.number(FEE_HELP).positive(FEE_HELP).multipleOf(0.01, FEE_HELP).optional(),
      confirmBeforePacking: z.boolean('write true or false').optional(),
      excludedPinCodes: z.array(z.string().regex(/^[1-9]\d{1,5}$/, PIN_CODE_HELP)).optional(),
    })
    .optional(),
  analytics: z.strictObject({ googleTagId: z.string().regex(GOOGLE_TAG_ID, GOOGLE_TAG_HELP) }).optional(),
  sizeGuides: sizeGuidesField,
  ...disclosureFields,
  payee: z
    .strictObject({
      upiId: z.string().regex(UPI_ID, UPI_HELP),
      name: text.min(1),
      confirmsWithinHours: z
        .int(HOURS_HELP)
        .min(1, HOURS_HELP)
        .max(CONFIRMS_WITHIN_HOURS_MAX, HOURS_HELP)
        .optional(),
    })
    .transform(({ confirmsWithinHours, ...payee }) => ({
      ...payee,
      ...(confirmsWithinHours !== undefined && { confirmsWithinHours }),
    }))
    .optional(),
})
