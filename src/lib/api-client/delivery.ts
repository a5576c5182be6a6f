import * as z from 'zod/mini'

import {
  receivedAddressesSchema,
  receivedPincodeSchema,
  type Pincode,
  type SavedAddress,
} from '@tanabana/contract/delivery.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { StoreClient } from './client.ts'
import { StatusError } from './errors.ts'

const addressesSchema = wrappedOrBare(receivedAddressesSchema)
const pincodeSchema = wrappedOrBare(receivedPincodeSchema)

/** Returns the facts of a PIN code; `undefined` for one that the store does not know. Throws as the client does. */
export async function fetchPincode(client: StoreClient, code: string): Promise<Pincode | undefined> {
  try {
    return await client.get(`/pincodes/${encodeURIComponent(code)}`, pincodeSchema)
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return undefined
    throw error
  }
}

/** Returns the saved addresses of the signed-in shopper, newest first. Throws as the client does. */
export function fetchAddresses(client: StoreClient): Promise<SavedAddress[]> {
  return client.get('/addresses', addressesSchema)
}

export async function addAddress(client: StoreClient, address: ShippingAddress): Promise<void> {
  await client.post('/addresses', z.unknown(), address)
}

export function removeAddress(client: StoreClient, id: string): Promise<void> {
  return client.remove(`/addresses/${encodeURIComponent(id)}`)
}
