import type { StoreClient } from '../api-client/client.ts'
import { addAddress } from '../api-client/delivery.ts'
import { readSessionId } from '../auth/session.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { parseList, toRecord } from '../platform/parse-stored.ts'
import { ADDRESSES_KEY, readStored, saveStored } from '../platform/storage.ts'
import { addressOf } from './shipping-address.ts'

const DEVICE_MAX = 5
/** The page leaves for the payment after this time at the latest. */
const SAVING_MS = 1500

/** Returns the addresses that this account saved on the device, newest first. Ignores those of other accounts. */
export function readDeviceAddresses(): ShippingAddress[] {
  const owner = readSessionId()
  return parseList(readStored(ADDRESSES_KEY))
    .map(toRecord)
    .filter((saved) => owner !== undefined && saved.owner === owner)
    .map(({ address }) => addressOf((name) => toRecord(address)[name]))
}

/** Saves the address on the device, at the top. Drops those of other accounts. */
export function saveOnDevice(address: ShippingAddress): void {
  const others = readDeviceAddresses().filter((other) => !isSameAddress(other, address))
  saveDeviceAddresses([address, ...others].slice(0, DEVICE_MAX))
}

export function removeFromDevice(address: ShippingAddress): void {
  saveDeviceAddresses(readDeviceAddresses().filter((other) => !isSameAddress(other, address)))
}

/** Saves the address at the store API. Never rejects: the order is created already. */
export async function saveAtApi(client: StoreClient, address: ShippingAddress): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SAVING_MS))
  await Promise.race([addAddress(client, address).catch(() => undefined), timeout])
}

export function isSameAddress(one: ShippingAddress, other: ShippingAddress): boolean {
  return JSON.stringify(addressOf((name) => one[name])) === JSON.stringify(addressOf((name) => other[name]))
}

function saveDeviceAddresses(addresses: ShippingAddress[]): void {
  const owner = readSessionId()
  const saved = addresses.map((address) => ({ owner, address }))
  saveStored(ADDRESSES_KEY, saved.length > 0 ? saved : undefined)
}
