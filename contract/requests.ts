import * as z from 'zod/mini'

import { PAYMENT_KINDS } from './payment.ts'
import { accountFields } from './user.ts'
import { UPI_ID } from './upi-id.ts'
import { AD_TAG_NAME, AD_TAG_VALUE, AD_TAGS_MAX, CONSENT_TEXT_MAX } from './ad-tags.ts'

/**
 * Request bodies of the store API. The browser imports only their types, so the schemas stay out of its scripts. Objects
 * inside a body refuse unknown fields; the reference API makes bodies strict too.
 */

/** Body of `POST /users/authorize`. docs/requirements.md#72-calls */
export const authorizationRequestSchema = z.object({ email: z.string(), password: z.string() })

/** Body of `POST /users/register`. docs/requirements.md#72-calls */
export const registrationRequestSchema = z.object(accountFields)

/** Body of `POST /users/password-reset`. docs/requirements.md#1132-password-reset */
export const passwordResetRequestSchema = z.strictObject({ email: accountFields.email })

/** Body of `POST /users/password`: the token of the link, and the new password. */
export const newPasswordRequestSchema = z.strictObject({
  token: z.string(),
  password: accountFields.password,
})

/** Body of `POST /account/password`. docs/requirements.md#1133-account-settings */
export const passwordChangeSchema = z.strictObject({
  currentPassword: z.string(),
  password: accountFields.password,
})

/** Body of `POST /account/email`: the new address, and the password. */
export const emailChangeSchema = z.strictObject({ email: accountFields.email, password: z.string() })

/** Body of `POST /account/email/confirmation` and `POST /newsletter/confirmation`: the token of the link. */
export const tokenRequestSchema = z.strictObject({ token: z.string() })

/** Body of `POST /account/erasure`. docs/requirements.md#1134-account-data */
export const erasureRequestSchema = z.strictObject({ password: z.string() })

/** Body of `POST /contact`. docs/requirements.md#1135-contact */
export const contactRequestSchema = z.strictObject({
  name: z.string(),
  email: accountFields.email,
  subject: z.string(),
  message: z.string(),
})

/** Body of `POST /newsletter`. docs/requirements.md#1136-newsletter */
export const newsletterRequestSchema = z.strictObject({ email: accountFields.email })

/** The address of an order. docs/requirements.md#34-shipping-address */
export const shippingAddressSchema = z.object({
  fullName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  phone: z.string(),
})

/**
 * A line of an order with its choice, sent to stores with the capability `order-lines`.
 * docs/requirements.md#111-order-lines
 */
export const orderLineSchema = z.strictObject({
  productId: z.string(),
  /** Sent to stores with the capability `variants`. docs/requirements.md#1115-variants */
  variantId: z.optional(z.string()),
  quantity: z.int(),
  selectedSize: z.optional(z.string()),
  selectedColor: z.optional(z.string()),
})

/** Body of `POST /quotes`. Every field but the lines is optional. docs/requirements.md#1129-quotes */
export const quoteRequestSchema = z.object({
  lines: z.array(orderLineSchema),
  postalCode: z.optional(z.string()),
  /** Cash on delivery needs one. */
  phone: z.optional(z.string()),
  offerCode: z.optional(z.string()),
  method: z.optional(z.enum(PAYMENT_KINDS)),
})

/** The ad before an order, sent to stores with the capability `attribution`. docs/requirements.md#1110-attribution */
const attributionSchema = z.strictObject({
  clickedAt: z.iso.datetime(),
  tags: z
    .record(z.string().check(z.regex(AD_TAG_NAME)), z.string().check(z.regex(AD_TAG_VALUE)))
    .check(z.refine((tags) => Object.keys(tags).length <= AD_TAGS_MAX)),
  /** When and to which text the shopper agreed that the ad is recorded. */
  consent: z.optional(
    z.strictObject({ at: z.iso.datetime(), text: z.string().check(z.maxLength(CONSENT_TEXT_MAX)) }),
  ),
})

/** Body of `POST /orders`: quantities by product id. docs/requirements.md#35-order-creation */
export const orderCreationSchema = z.object({
  products: z.record(z.string(), z.int()),
  shippingAddress: shippingAddressSchema,
  lines: z.optional(z.array(orderLineSchema)),
  /** The total on screen, sent to stores with the capability `expected-total`. */
  expectedTotal: z.optional(z.int().check(z.nonnegative(), z.describe('Paise; another total gets 409'))),
  /** The last day of delivery on screen, sent to stores with the capability `quotes`. */
  expectedBy: z.optional(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.describe('Day in India; a later one gets 409')),
  ),
  /** The code of an offer, sent to stores with the capability `offers`. */
  offerCode: z.optional(z.string()),
  /** Ignored when it is invalid: an ad must not block an order. */
  attribution: z.optional(z.catch(z.optional(attributionSchema), undefined)),
})

/** Body of `POST /orders/{orderId}/cancellation`; the account that placed the order needs no contact. */
export const cancellationRequestSchema = z.object({ contactInfo: z.optional(z.string()) })

/** Body of `POST /orders/{orderId}/tax-documents`; the account that placed the order needs no contact. */
export const taxDocumentsRequestSchema = z.object({ contactInfo: z.optional(z.string()) })

/** Body of `POST /orders/{orderId}/returns`. docs/requirements.md#1125-returns */
export const returnRequestSchema = z.object({
  contactInfo: z.optional(z.string()),
  items: z.array(z.strictObject({ id: z.string(), quantity: z.int() })),
  reason: z.string(),
})

/** Body of `POST /refund-links/{token}`. docs/requirements.md#1140-refund-details */
export const refundDetailsSchema = z.strictObject({
  upiId: z.string().check(z.trim(), z.regex(UPI_ID, 'must be a UPI id, such as asha@okbank')),
})

/** Body of `POST /confirmation-links/{token}`. docs/requirements.md#1141-cash-confirmation */
export const confirmationSchema = z.strictObject({ decision: z.enum(['confirm', 'cancel']) })

/** Body of `POST /orders/{orderId}/returns/{returnId}/withdrawal`; the account that placed the order needs no contact. */
export const withdrawalRequestSchema = z.object({ contactInfo: z.optional(z.string()) })

/** Body of `POST /payments`. docs/requirements.md#72-calls */
export const paymentRequestSchema = z.object({
  orderId: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])),
})

export type RegistrationRequest = z.output<typeof registrationRequestSchema>
export type PasswordResetRequest = z.output<typeof passwordResetRequestSchema>
export type NewPasswordRequest = z.output<typeof newPasswordRequestSchema>
export type PasswordChange = z.output<typeof passwordChangeSchema>
export type EmailChange = z.output<typeof emailChangeSchema>
export type ContactRequest = z.output<typeof contactRequestSchema>
export type ShippingAddress = z.output<typeof shippingAddressSchema>
export type Attribution = z.output<typeof attributionSchema>
export type OrderLine = z.output<typeof orderLineSchema>
export type QuoteRequest = z.output<typeof quoteRequestSchema>
export type OrderCreation = z.output<typeof orderCreationSchema>
export type CancellationRequest = z.output<typeof cancellationRequestSchema>
export type ReturnRequest = z.output<typeof returnRequestSchema>
export type WithdrawalRequest = z.output<typeof withdrawalRequestSchema>
export type ConfirmationDecision = z.output<typeof confirmationSchema>['decision']
export type PaymentRequest = z.output<typeof paymentRequestSchema>
