import { capabilitySchema } from '@tanabana/contract/store-info.ts'
import {
  cashOnDeliverySchema,
  contactSchema,
  sizeGuideSchema,
  storeRecordSchema,
  themeSchema,
} from '../../db/store-record.ts'
import { components } from '../../http/schemas.ts'

contactSchema.register(components, { id: 'Contact' })
capabilitySchema.register(components, { id: 'Capability' })
themeSchema.register(components, { id: 'Theme' })
cashOnDeliverySchema.register(components, { id: 'CashOnDelivery' })
sizeGuideSchema.register(components, { id: 'SizeGuide' })

export const storeInfoResponse = storeRecordSchema.register(components, { id: 'StoreInfo' })
