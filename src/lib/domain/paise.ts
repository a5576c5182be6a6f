/** Integer paise: sums of prices are made in these, so that they stay exact. */
export function toPaise(price: number): number {
  return Math.round(price * 100)
}

/** Paise: the sum of price times quantity. */
export function paiseOfLines(lines: { price: number; quantity: number }[]): number {
  return lines.reduce((paise, line) => paise + toPaise(line.price) * line.quantity, 0)
}

/** Rupees: the sum of price times quantity, exact to the paisa. docs/requirements.md#33-cart-line */
export function sumOfLines(lines: { price: number; quantity: number }[]): number {
  return paiseOfLines(lines) / 100
}
