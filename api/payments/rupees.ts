const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Formats paise for merchants: `₹1,499.50`. */
export function formatRupees(paise: number): string {
  return format.format(paise / 100)
}
