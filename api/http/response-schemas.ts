import * as z from 'zod/mini'

import { analyticsSchema, capabilitySchema, paletteOf } from '../../src/lib/contract/store-info.ts'
import {
  currentLineSchema,
  keyReusedSchema,
  lineProblemSchema,
  linesRefusedSchema,
  totalChangedSchema,
} from '../../src/lib/contract/order.ts'

/**
 * Response bodies of this API, for its OpenAPI document. The storefront parses them with the more lenient schemas of
 * `src/lib/schemas`; tests compare the two.
 */

/** All body schemas and their parts, by their name under `components`. */
export const components = z.registry<{ id: string }>()

const text = z.string()
const optionalText = z.optional(text)
const moment = z.iso.datetime()
const count = z.int().check(z.nonnegative())
const rupees = z.number().check(z.nonnegative(), z.describe('Rupees'))

const imageSchema = z
  .object({ url: text.check(z.describe('An address, or a path on the host of this API')) })
  .register(components, { id: 'Image' })

const attributeSchema = z
  .object({
    id: text,
    key: text.check(z.describe('Such as Sizes, Colours or Fabric')),
    value: z.array(text),
    metricUnit: optionalText,
  })
  .register(components, { id: 'Attribute' })

export const productResponse = z
  .object({
    id: text,
    title: text,
    description: text.check(z.describe('Plain text or cleaned HTML')),
    imgUrl: text,
    category: text,
    parentCategory: text,
    regularPrice: rupees,
    discountedPrice: z.optional(rupees),
    createdAt: moment,
    images: z.array(imageSchema),
    attributes: z.array(attributeSchema),
  })
  .register(components, { id: 'Product' })

const facetValueSchema = z.object({ value: text, count }).register(components, { id: 'FacetValue' })

const facetsSchema = z
  .object({
    sizes: z.array(facetValueSchema),
    colors: z.array(facetValueSchema),
    price: z
      .nullable(z.object({ min: rupees, max: rupees }))
      .check(z.describe('`null` where no product is found')),
  })
  .register(components, { id: 'Facets' })

export const productPageResponse = z
  .object({
    data: z.array(productResponse),
    facets: z.optional(facetsSchema),
    pagination: z.object({
      total: count,
      page: z.int().check(z.positive()),
      limit: z.int().check(z.positive()),
      totalPages: count,
    }),
  })
  .register(components, { id: 'ProductPage' })

export const subCategoriesResponse = z
  .object({ data: z.array(text) })
  .register(components, { id: 'SubCategories' })

export const suggestionsResponse = z
  .object({
    data: z.object({
      products: z.array(z.object({ id: text, title: text })),
      subCategories: z.array(z.object({ category: text, parentCategory: text })),
    }),
  })
  .register(components, { id: 'Suggestions' })

const color = z.optional(text.check(z.regex(/^#[0-9a-fA-F]{6}$/)))
const contactSchema = z
  .object({
    name: optionalText,
    designation: optionalText,
    email: optionalText,
    phone: optionalText,
    hours: optionalText,
    address: optionalText,
  })
  .register(components, { id: 'Contact' })
const days = z.int().check(z.minimum(0), z.maximum(365))
const daySpan = z.object({ min: days, max: days })

export const storeInfoResponse = z
  .object({
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
      z
        .object({ wide: text, tall: text })
        .check(z.describe('The home page: for wide screens and for phones')),
    ),
    policies: z.optional(
      z
        .record(text, text)
        .check(z.describe('HTML by policy: terms, privacy, refund, return, shipping, about')),
    ),
    capabilities: z.optional(z.array(capabilitySchema.register(components, { id: 'Capability' }))),
    theme: z.optional(
      z
        .object({ ...paletteOf(color), dark: z.optional(z.object(paletteOf(color))) })
        .register(components, { id: 'Theme' }),
    ),
    paymentHosts: z.optional(z.array(text)),
    language: z.optional(z.enum(['en', 'hi'])),
    analytics: z.optional(analyticsSchema),
    sizeGuides: z.optional(
      z.array(
        z
          .object({
            name: text,
            categories: z.array(text),
            columns: z.array(text),
            rows: z.array(z.array(z.union([text, z.number()]))),
            note: optionalText,
          })
          .register(components, { id: 'SizeGuide' }),
      ),
    ),
    companyRegistration: optionalText,
    gstin: optionalText,
    consumerCare: z.optional(contactSchema),
    grievanceOfficer: z.optional(contactSchema),
    manufacturer: optionalText,
    countryOfOrigin: optionalText,
    regularPriceIsMrp: z.optional(z.boolean()),
    returnPolicy: z.optional(z.object({ days, fees: z.enum(['free', 'customer']) })),
    shippingPolicy: z.optional(z.object({ handlingDays: daySpan, transitDays: daySpan })),
  })
  .register(components, { id: 'StoreInfo' })

export const authorizationResponse = z.object({ token: text }).register(components, { id: 'Authorization' })

export const registrationResponse = z
  .object({ success: z.literal(true) })
  .register(components, { id: 'Registration' })

export const accountResponse = z
  .object({ data: z.object({ firstName: text, lastName: text, email: text, createdAt: moment }) })
  .register(components, { id: 'Account' })

export const createdOrderResponse = z.object({ id: text }).register(components, { id: 'CreatedOrder' })

const orderItemSchema = z
  .object({
    id: text,
    productTitle: text,
    quantity: z.int().check(z.positive()),
    price: rupees.check(z.describe('Rupees, for one piece')),
    selectedSize: optionalText,
    selectedColor: optionalText,
  })
  .register(components, { id: 'OrderItem' })

export const orderResponse = z
  .object({
    id: text,
    status: z
      .int()
      .check(
        z.describe('0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled'),
        z.minimum(0),
        z.maximum(4),
      ),
    createdAt: moment,
    items: z.array(orderItemSchema),
    shippingAddress: z.object({ address: text, city: text, state: text, postalCode: text }),
  })
  .register(components, { id: 'Order' })

export const ordersResponse = z.array(orderResponse).register(components, { id: 'Orders' })

const paymentFieldSchema = z
  .object({
    name: text,
    label: text,
    placeholder: optionalText,
    description: optionalText,
    type: z.enum(['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox']),
    options: z.optional(z.array(z.object({ value: text, label: text }))),
    inline: z.boolean(),
    rules: z.object({
      required: z.boolean(),
      minLength: z.optional(count),
      maxLength: z.optional(count),
      pattern: optionalText,
    }),
    rulesMessages: z.optional(z.array(text)),
    showWhenFilled: z.optional(
      z.array(text).check(z.describe('Names of fields: it is shown once these are filled in')),
    ),
  })
  .register(components, { id: 'PaymentField' })

export const paymentFieldsResponse = z
  .object({ fields: z.array(paymentFieldSchema) })
  .register(components, { id: 'PaymentFields' })

const paymentActionSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('qr'), qr: text.check(z.describe('The text of the QR code')) }),
    z.object({ type: z.literal('deeplink'), redirectUrl: text }),
    z.object({
      type: z.literal('redirect_post'),
      redirectUrl: text,
      formParams: z.object({ type: text, url: text, data: z.record(text, text) }),
    }),
  ])
  .register(components, { id: 'PaymentAction' })

export const paymentResponse = z
  .object({
    success: z.boolean(),
    error: optionalText,
    action: z.optional(paymentActionSchema),
    confirmation: z.optional(z.object({ by: z.literal('shop'), withinHours: z.int().check(z.positive()) })),
  })
  .register(components, { id: 'Payment' })

export const failureResponse = z
  .object({ error: text.check(z.describe('One sentence for the person in front of the screen')) })
  .register(components, { id: 'Failure' })

/** 422 for a reused `Idempotency-Key`. */
export const keyReusedResponse = z
  .extend(failureResponse, { code: z.optional(keyReusedSchema.shape.code) })
  .register(components, { id: 'KeyReused' })

/** 422 for an order; `problems` lists lines that cannot be ordered. */
export const linesRefusedResponse = z
  .extend(failureResponse, {
    code: z.optional(z.union([linesRefusedSchema.shape.code, keyReusedSchema.shape.code])),
    problems: z.optional(
      z.array(z.extend(lineProblemSchema, { productId: text }).register(components, { id: 'LineProblem' })),
    ),
  })
  .register(components, { id: 'LinesRefused' })

/** 409 for an order; without `code`, the same request is in flight. */
export const totalChangedResponse = z
  .extend(failureResponse, {
    code: z.optional(totalChangedSchema.shape.code),
    total: z.optional(totalChangedSchema.shape.total),
    lines: z.optional(
      z.array(
        z
          .extend(currentLineSchema, {
            productId: text,
            selectedSize: optionalText,
            selectedColor: optionalText,
          })
          .register(components, { id: 'CurrentLine' }),
      ),
    ),
  })
  .register(components, { id: 'TotalChanged' })
