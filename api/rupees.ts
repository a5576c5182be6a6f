const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Formats paise for merchants: `₹1,499.50`. */
export function formatRupees(paise: number): string {
  return format.format(paise / 100)
}

/** Rupees with exactly 2 decimals: 129900 is `1299.00`. Providers compare amounts as text. */
export function formatAmount(paise: number): string {
  return `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
}
