import { safeAppLink } from './safe-url.ts'

/** Content of a UPI payment link. docs/requirements.md#131-upi */
export interface UpiRequest {
  link: string
  /** In rupees; absent when the payer types the amount. */
  amount?: number
  /** Name of the payee, or its UPI address when the link has no name. */
  payee: string
  /** UPI address of the payee. */
  address: string
  /** The shop's reference for this payment or order. */
  reference?: string
}

/** Parses `upi://pay?pa=…`; `undefined` for anything else, or a link without a payee. */
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
