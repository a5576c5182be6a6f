import type { ShippingAddress } from '../schemas/requests.ts'

export type ShippingField = keyof ShippingAddress

/** In the order of the form. §3 Shipping address */
export const SHIPPING_FIELDS: readonly ShippingField[] = [
  'fullName',
  'address',
  'city',
  'state',
  'postalCode',
  'phone',
]

export const EMPTY_ADDRESS: ShippingAddress = {
  fullName: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
  phone: '',
}

/** Fields with nothing but blanks, in the order of the form: all must be filled. §5 Checkout */
export function blankFields(address: ShippingAddress): ShippingField[] {
  return SHIPPING_FIELDS.filter((name) => address[name].trim() === '')
}

/** An address from what storage kept of it; anything that is not text becomes empty. */
export function parseAddress(stored: string | null): ShippingAddress {
  let kept: unknown
  try {
    kept = JSON.parse(stored ?? '')
  } catch {
    return EMPTY_ADDRESS
  }
  if (typeof kept !== 'object' || kept === null) return EMPTY_ADDRESS
  const texts = new Map(Object.entries(kept))
  const address = { ...EMPTY_ADDRESS }
  for (const name of SHIPPING_FIELDS) {
    const text: unknown = texts.get(name)
    if (typeof text === 'string') address[name] = text
  }
  return address
}
