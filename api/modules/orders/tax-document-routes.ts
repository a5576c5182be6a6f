import * as z from 'zod/mini'

import { taxDocumentsRequestSchema } from '@tanabana/contract/requests.ts'
import { taxDocumentSchema } from '@tanabana/contract/tax-document.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { readTaxDocuments, toTaxDocument } from '../gst/tax-documents.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { withOrder } from './access.ts'

const ID = '7K3M-9Q2T-X4WB'
const STATE = { code: '27', name: { en: 'Maharashtra', hi: 'महाराष्ट्र' } }
const PARTS = { taxable: 114190, cgst: 0, sgst: 0, igst: 5710, total: 119900 }

const taxDocumentsResponse = z
  .array(taxDocumentSchema.register(components, { id: 'TaxDocument' }))
  .register(components, { id: 'TaxDocuments' })

const strictRequestSchema = z
  .strictObject(taxDocumentsRequestSchema.shape)
  .register(components, { id: 'TaxDocumentsRequest' })

export const taxDocumentRoutes = [
  route({
    method: 'post',
    path: '/orders/{orderId}/tax-documents',
    operationId: 'listTaxDocuments',
    tag: 'Orders',
    summary: 'Read the tax invoice and the credit notes of an order',
    description:
      'Capability `tax-invoice`. As they were issued: the invoice, or the bill of supply, when the order was dispatched, a ' +
      'credit note for each part of it that went back. Empty before. For the account that placed it, or with the email or ' +
      'phone of the order as `contactInfo`, then without the name. Amounts are paise.',
    body: strictRequestSchema,
    example: { parameters: { orderId: ID }, body: { contactInfo: 'meera@example.com' } },
    response: {
      status: 200,
      description: 'The documents, in the order in which they were issued',
      schema: taxDocumentsResponse,
      example: [
        {
          kind: 'tax-invoice',
          number: 'INV/26-27/17',
          issuedAt: '2026-11-04T09:00:00.000Z',
          orderId: ID,
          orderedAt: '2026-11-02T12:00:00.000Z',
          seller: {
            name: 'Silk House Pvt. Ltd.',
            gstin: '29AAAAA0000A1Z5',
            state: { code: '29', name: { en: 'Karnataka', hi: 'कर्नाटक' } },
          },
          recipient: { address: '12 MG Road\nPune, Maharashtra, 411001' },
          placeOfSupply: STATE,
          stateTax: 'SGST',
          isInterState: true,
          lines: [
            {
              kind: 'goods',
              description: 'Indigo Block Print Kurta',
              choice: 'M',
              hsn: '620442',
              quantity: 1,
              unit: 'PCS',
              price: 119900,
              discount: 0,
              rate: 5,
              ...PARTS,
            },
          ],
          ...PARTS,
          totalInWords: {
            en: 'Rupees One Thousand One Hundred Ninety Nine Only',
            hi: 'एक हज़ार एक सौ निन्यानवे रुपये मात्र',
          },
        },
      ],
    },
    failures: {
      401: 'Neither token nor contact',
      404: 'No such order of this account or with this contact',
      429: 'Too many attempts',
    },
    async handle(c, { contactInfo }) {
      requireCapability(c, 'tax-invoice')
      const { id: tenantId } = c.get('tenant')
      const documents = await withOrder(c, contactInfo, async (tx, { number }, isOwner) => {
        const rows = (await readTaxDocuments(tx, tenantId, [number])).get(number) ?? []
        return rows.map((row) => toTaxDocument(row, isOwner))
      })
      return c.json(documents)
    },
  }),
]
