import * as z from 'zod/mini'

import { shippingAddressSchema } from '@tanabana/contract/requests.ts'
import { components } from '../../http/schemas.ts'

export const pincodeResponse = z
  .object({
    code: z.string(),
    city: z.optional(z.string()),
    state: z.optional(z.string()),
    serviceable: z.optional(z.boolean()),
    deliveryDays: z.optional(z.int().check(z.describe('Days until delivery, at most'))),
    cashOnDelivery: z.optional(z.boolean()),
  })
  .register(components, { id: 'Pincode' })

export const addressResponse = z
  .object({ id: z.string(), ...shippingAddressSchema.shape })
  .register(components, { id: 'SavedAddress' })

export const addressesResponse = z.array(addressResponse).register(components, { id: 'SavedAddresses' })
