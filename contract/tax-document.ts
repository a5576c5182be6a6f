import * as z from 'zod/mini'

/**
 * Tax documents of an order: the tax invoice or bill of supply of its dispatch, and a credit note for each part that goes
 * back. Money is in paise. Capability `tax-invoice`. docs/requirements.md#1139-tax-invoice
 */

const paise = z.int().check(z.nonnegative(), z.describe('Paise'))

export const TAX_DOCUMENT_KINDS = ['tax-invoice', 'bill-of-supply', 'credit-note'] as const

/** Why a part of an invoice is credited. */
export const CREDIT_REASONS = ['refund', 'returned-to-sender', 'lost', 'fee-not-collected'] as const

const optionalText = z.optional(z.string())

const inBothLanguages = z.object({ en: z.string(), hi: z.string() })

const taxStateSchema = z.object({
  code: z.string().check(z.describe('GST code of the state, such as `29`')),
  name: inBothLanguages,
})

export const taxLineSchema = z.object({
  kind: z.enum(['goods', 'cash-fee']),
  description: z.string(),
  /** Size, colour and other options. */
  choice: optionalText,
  hsn: optionalText,
  quantity: z.optional(z.int()),
  unit: z.optional(z.enum(['PCS', 'PRS'])),
  price: z.optional(paise.check(z.describe('Paise, for one piece, with tax'))),
  discount: paise,
  taxable: paise.check(z.describe('After the discount, without tax')),
  rate: z.number().check(z.describe('Percent')),
  cgst: paise,
  sgst: paise,
  igst: paise,
  total: paise,
})

export const taxDocumentSchema = z.object({
  kind: z.enum(TAX_DOCUMENT_KINDS),
  number: z.string(),
  issuedAt: z.string(),
  orderId: z.string(),
  orderedAt: z.string(),
  credited: z.optional(
    z
      .object({ number: z.string(), issuedAt: z.string() })
      .check(z.describe('The invoice that a credit note reduces')),
  ),
  reason: z.optional(z.enum(CREDIT_REASONS)),
  seller: z.object({
    name: z.string(),
    address: optionalText,
    gstin: optionalText,
    state: z.optional(taxStateSchema),
  }),
  /** The name is for the account that placed the order. An erasure removes both. */
  recipient: z.optional(z.object({ name: optionalText, address: z.string() })),
  placeOfSupply: z.optional(taxStateSchema),
  /** `UTGST` in union territories without a legislature. */
  stateTax: z.enum(['SGST', 'UTGST']),
  isInterState: z.boolean(),
  lines: z.array(taxLineSchema),
  taxable: paise,
  cgst: paise,
  sgst: paise,
  igst: paise,
  total: paise,
  totalInWords: inBothLanguages,
})

/** Response of `POST /orders/{orderId}/tax-documents`, in the order in which they were issued. */
export const taxDocumentsSchema = z.array(taxDocumentSchema)

export type TaxDocument = z.output<typeof taxDocumentSchema>
/** A document without its number, and without whom it is for: an erasure removes that part alone. */
export type DocumentBody = Omit<TaxDocument, 'number' | 'recipient'>
export type TaxLine = z.output<typeof taxLineSchema>
export type CreditReason = (typeof CREDIT_REASONS)[number]
