import * as z from 'zod/mini'

import { optionalText } from './received.ts'

/**
 * What a shop in India says of itself beyond the spec, each field optional: E-Commerce Rules 2020 (who is behind the
 * shop, who answers complaints) and Legal Metrology Rules (maker, country, MRP). What cannot be read is left out.
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
  /** Number of the company in the register, such as a CIN. */
  companyRegistration: text,
  gstin: text,
  consumerCare: lenient(contactSchema),
  grievanceOfficer: lenient(contactSchema),
  /** Name and address of the maker of the goods, for products that name none. */
  manufacturer: text,
  /** Where the goods are made, for products that do not say. */
  countryOfOrigin: text,
  /** The regular price of every product is the maximum retail price that is printed on it. */
  regularPriceIsMrp: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => value === true),
  ),
  returnPolicy: lenient(
    z.object({
      days,
      /** Who pays for sending back. */
      fees: z.enum(['free', 'customer']),
    }),
  ),
  shippingPolicy: lenient(z.object({ handlingDays: daySpan, transitDays: daySpan })),
}

export type Contact = z.output<typeof contactSchema>
