import type { ShippingAddress } from '../schemas/requests.ts'

export type ShippingField = keyof ShippingAddress

/** In the order of the form. docs/requirements.md#34-shipping-address */
const SHIPPING_FIELDS: readonly ShippingField[] = [
  'fullName',
  'address',
  'city',
  'state',
  'postalCode',
  'phone',
]

/** The address of what is given for each field; anything that is not text becomes empty. */
export function addressOf(given: (name: ShippingField) => unknown): ShippingAddress {
  const text = (name: ShippingField) => {
    const value = given(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    fullName: text('fullName'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postalCode'),
    phone: text('phone'),
  }
}

/** Fields with nothing but blanks, in the order of the form: all must be filled. docs/requirements.md#53-checkout-form */
export function blankFields(address: ShippingAddress): ShippingField[] {
  return SHIPPING_FIELDS.filter((name) => address[name].trim() === '')
}

/** An address from what storage kept of it, or an empty one. */
export function parseAddress(stored: string | null): ShippingAddress {
  let kept = new Map<string, unknown>()
  try {
    kept = new Map(Object.entries(JSON.parse(stored ?? '') as Record<string, unknown>))
  } catch {
    // Nothing was kept, or nothing that can be read.
  }
  return addressOf((name) => kept.get(name))
}
