const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Formats paise for merchants: `₹1,499.50`. */
export function formatRupees(paise: number): string {
  return format.format(paise / 100)
}

/** Formats an amount in the smallest unit of its currency for shoppers, rupees as the shop shows prices: `₹1,23,456.5`. */
export function formatPrice(amount: number, currency = 'INR'): string {
  return new Intl.NumberFormat('en-IN', {
    ...{ style: 'currency', currency, minimumFractionDigits: 0, maximumFractionDigits: 2 },
  }).format(amount / 100)
}

/** Formats an amount in the smallest unit of a currency: `₹1,499.50`, `USD 12.50`. */
export function formatMoney(amount: number, currency: string): string {
  return currency === 'INR' ? formatRupees(amount) : `${currency} ${(amount / 100).toFixed(2)}`
}

/** Rupees with exactly 2 decimals: 129900 is `1299.00`. Providers compare amounts as text. */
export function formatAmount(paise: number): string {
  return `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
}
