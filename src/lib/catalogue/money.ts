/** INR in en-IN format with at most 2 decimals: `₹1,23,456.5`. docs/requirements.md#96-money */
const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

/** Formats a price in rupees for shopping views. docs/requirements.md#96-money */
export function formatPrice(price: number): string {
  return rupees.format(price)
}

/** Formats a price in rupees for machines, exact to the paisa: `1999.00`. */
export function decimalPrice(price: number): string {
  return (toPaise(price) / 100).toFixed(2)
}

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
