import { type CartLine, isSameLine } from '../cart/cart.ts'
import type { OrderCreation, ShippingAddress } from '../contract/requests.ts'
import { joinLines, removeControlCharacters } from '../contract/text.ts'

const LINE_ENDS = '\n\r\u2028\u2029'

/**
 * Creates the body of `POST /orders`: quantities by product id, whatever size and colour. With `hasLines` (capability
 * `order-lines`) it adds each line with its choice. docs/requirements.md#35-order-creation
 * docs/requirements.md#111-order-lines
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

/** Returns the lines that remain when an order's lines are removed. */
export function leftAfterOrder(lines: CartLine[], ordered: CartLine[]): CartLine[] {
  return lines.flatMap((line) => {
    const taken = ordered.find((other) => isSameLine(line, other))?.quantity ?? 0
    return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : []
  })
}

/** Formats a text for a parcel label. Removes direction marks, which phones add to numbers copied from the contacts. */
function oneLine(text: string): string {
  return joinLines(removeControlCharacters(text.replaceAll('\t', ' '), LINE_ENDS))
}
