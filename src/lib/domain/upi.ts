import { safeAppLink } from './safe-url.ts'

/** What a UPI payment link asks for. docs/requirements.md#131-upi */
export interface UpiRequest {
  link: string
  /** Rupees; absent where the payer types the amount. */
  amount?: number
  /** The payee's name, or the UPI address where the link gives no name. */
  payee: string
  /** The payee's UPI address. */
  address: string
  /** The shop's own number for this payment or order. */
  reference?: string
}

/** Reads `upi://pay?pa=…`; `undefined` for anything else, or a link that names no payee. */
export function parseUpiLink(text: string): UpiRequest | undefined {
  const link = safeAppLink(text.trim())
  if (!link) return undefined
  const url = new URL(link)
  if (url.protocol !== 'upi:' || url.host.toLowerCase() !== 'pay') return undefined
  const { searchParams } = url
  const address = searchParams.get('pa')
  if (!address) return undefined
  return {
    link,
    amount: rupees(searchParams.get('am'), searchParams.get('cu')),
    payee: searchParams.get('pn') || address,
    address,
    reference: searchParams.get('tr') || undefined,
  }
}

function rupees(amount: string | null, currency: string | null): number | undefined {
  if (currency && currency.toUpperCase() !== 'INR') return undefined
  return amount && /^\d{1,9}(\.\d{1,2})?$/.test(amount) ? Number(amount) : undefined
}
