import type { OrderCreation, ShippingAddress } from '../schemas/requests.ts'
import { isSameLine, type CartLine } from './cart.ts'
import { joinLines, removeControlCharacters } from '../schemas/control-characters.ts'

const LINE_ENDS = '\n\r\u2028\u2029'

/**
 * The body of `POST /orders`: quantities by product id, whatever size and colour; with `hasLines` (capability
 * `order-lines`) each line with its choice besides. docs/requirements.md#35-order-creation docs/requirements.md#111-order-lines
 */
export function orderCreation(lines: CartLine[], address: ShippingAddress, hasLines: boolean): OrderCreation {
  const quantities = new Map<string, number>()
  for (const { id, quantity } of lines) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  const order: OrderCreation = {
    products: Object.fromEntries(quantities),
    shippingAddress: {
      fullName: oneLine(address.fullName),
      address: oneLine(address.address),
      city: oneLine(address.city),
      state: oneLine(address.state),
      postalCode: oneLine(address.postalCode),
      phone: oneLine(address.phone),
    },
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

/**
 * As a parcel shows it. Marks of direction, which phones put around a number that is copied from the contacts, are no
 * part of it.
 */
function oneLine(text: string): string {
  return joinLines(removeControlCharacters(text.replaceAll('\t', ' '), LINE_ENDS))
}

/** What stays of `lines` when those of an order are taken out. */
export function leftAfterOrder(lines: CartLine[], ordered: CartLine[]): CartLine[] {
  return lines.flatMap((line) => {
    const taken = ordered.find((other) => isSameLine(line, other))?.quantity ?? 0
    return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : []
  })
}
