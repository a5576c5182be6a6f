import * as z from 'zod/mini'

import { capabilitySchema } from '@tanabana/contract/store-info.ts'
import {
  cashOnDeliverySchema,
  contactSchema,
  sizeGuideSchema,
  storeRecordSchema,
  themeSchema,
} from '../../db/store-record.ts'
import { components, text } from '../../http/schemas.ts'

contactSchema.register(components, { id: 'Contact' })
capabilitySchema.register(components, { id: 'Capability' })
themeSchema.register(components, { id: 'Theme' })
cashOnDeliverySchema.register(components, { id: 'CashOnDelivery' })
sizeGuideSchema.register(components, { id: 'SizeGuide' })

export const storeInfoResponse = z
  .extend(storeRecordSchema, {
    mainHost: z.optional(
      text.check(z.describe('The main one of several hosts; the storefront redirects the others to it')),
    ),
    subCategories: z.optional(
      z
        .record(text, z.array(text))
        .check(z.describe("Sub-categories of the header's categories, with the capability `sub-categories`")),
    ),
  })
  .register(components, { id: 'StoreInfo' })
