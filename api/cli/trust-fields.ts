import * as z from 'zod'

/** Legal disclosures in a store record file; src/lib/contract/store-info.ts reads them. */

const DAYS_HELP = 'write whole days from 0 to 365'
const SPAN_HELP = 'min is more than max'
const CONTACT_HELP = 'give an email address or a phone number'
const GSTIN_HELP = 'write the 15 characters of a GSTIN, such as 08AAAAA0000A1Z5'

const text = z.string().trim().min(1, 'write something, or leave it out').optional()
const contact = z
  .strictObject({
    name: text,
    designation: text,
    email: z.email('write an email address, such as care@silkhouse.in').optional(),
    phone: text,
    hours: text,
    address: text,
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, CONTACT_HELP)
const days = z.int(DAYS_HELP).min(0, DAYS_HELP).max(365, DAYS_HELP)
const daySpan = z.strictObject({ min: days, max: days }).refine(({ min, max }) => min <= max, SPAN_HELP)

export const trustFields = {
  companyRegistration: text,
  gstin: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/, GSTIN_HELP)
    .optional(),
  consumerCare: contact.optional(),
  grievanceOfficer: contact.optional(),
  manufacturer: text,
  countryOfOrigin: text,
  regularPriceIsMrp: z.boolean().optional(),
  returnPolicy: z
    .strictObject({ days, fees: z.enum(['free', 'customer'], 'write "free" or "customer"') })
    .optional(),
  shippingPolicy: z.strictObject({ handlingDays: daySpan, transitDays: daySpan }).optional(),
}
