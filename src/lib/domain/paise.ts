/** Converts rupees to integer paise, in which sums are exact. */
export function toPaise(price: number): number {
  return Math.round(price * 100)
}

/** Returns the sum of price times quantity in paise. */
export function paiseOfLines(lines: { price: number; quantity: number }[]): number {
  return lines.reduce((paise, line) => paise + toPaise(line.price) * line.quantity, 0)
}

/** Returns the sum of price times quantity in rupees, exact to the paisa. docs/requirements.md#33-cart-line */
export function sumOfLines(lines: { price: number; quantity: number }[]): number {
  return paiseOfLines(lines) / 100
}
