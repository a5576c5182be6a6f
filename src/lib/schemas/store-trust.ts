import * as z from 'zod/mini'

import { optionalText } from './received.ts'

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

export const storeTrustFields = {
  /** Registration number of the company, such as a CIN. */
  companyRegistration: text,
  gstin: text,
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
