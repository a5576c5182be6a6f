const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Paise as a merchant reads an amount: `₹1,499.50`. */
export function formatRupees(paise: number): string {
  return format.format(paise / 100)
}
