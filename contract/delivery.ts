import * as z from 'zod/mini'

import { optionalText, readableList, receivedId, receivedText, tolerantNumber } from './received.ts'

const optionalBoolean = z.catch(z.optional(z.boolean()), undefined)

/** Response of `GET /pincodes/{code}`, without what the store does not know. docs/requirements.md#1121-pincodes */
export const receivedPincodeSchema = z.object({
  serviceable: optionalBoolean,
  /** Days until delivery, at most. */
  deliveryDays: tolerantNumber,
  cashOnDelivery: optionalBoolean,
  city: optionalText,
  state: optionalText,
})

/** Response of `GET /addresses`. docs/requirements.md#1122-addresses */
export const receivedAddressesSchema = readableList(
  z.object({
    id: receivedId,
    fullName: receivedText,
    address: receivedText,
    city: receivedText,
    state: receivedText,
    postalCode: receivedText,
    phone: receivedText,
  }),
)

export type Pincode = z.output<typeof receivedPincodeSchema>
export type SavedAddress = z.output<typeof receivedAddressesSchema>[number]
