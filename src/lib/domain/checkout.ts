import type { OrderCreation, ShippingAddress } from '../schemas/requests.ts'
import type { CartLine } from './cart.ts'

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

/**
 * The body of `POST /orders`: quantities by product id, whatever size and colour; with `hasLines` (capability
 * `order-lines`) each line with its choice besides. §3 Order creation payload, design §7
 */
export function orderCreation(lines: CartLine[], address: ShippingAddress, hasLines: boolean): OrderCreation {
  const quantities = new Map<string, number>()
  for (const { id, quantity } of lines) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  const order: OrderCreation = {
    products: Object.fromEntries(quantities),
    shippingAddress: mapAddress((name) => oneLine(address[name])),
  }
  if (!hasLines) return order
  return {
    ...order,
    lines: lines.map(({ id, quantity, selectedSize, selectedColor }) => ({
      productId: id,
      quantity,
      selectedSize,
      selectedColor,
    })),
  }
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
  return mapAddress((name) => {
    const text: unknown = texts.get(name)
    return typeof text === 'string' ? text : ''
  })
}

/** Without blanks around; the lines of a street address joined by commas. */
function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ')
}

function mapAddress(toText: (name: ShippingField) => string): ShippingAddress {
  const address = { ...EMPTY_ADDRESS }
  for (const name of SHIPPING_FIELDS) address[name] = toText(name)
  return address
}
