import { parseCart } from '../cart/cart.ts'
import type { CartLine } from '../cart/cart.ts'
import { parseRecord } from '../platform/parse-stored.ts'
import { CONSENT_KEY, PURCHASE_KEY, readStored, saveStored } from '../platform/storage.ts'

/** An order and the lines that it was created from. */
export interface Purchase {
  orderId: string
  lines: CartLine[]
  /** Paise: the order's total, less its discount. */
  total: number
}

/**
 * Saves the purchase in this tab for the order-success page, if the shopper has ever granted consent. That page checks
 * whether the consent is still valid.
 */
export function savePurchase(purchase: Purchase): void {
  if (readStored(CONSENT_KEY)?.includes('granted')) saveStored(PURCHASE_KEY, purchase, 'sessionStorage')
}

/** Returns the purchase that the order-success page reports, if this tab has saved one. */
export function readPurchase(): Purchase | undefined {
  const { orderId, lines, total } = parseRecord(readStored(PURCHASE_KEY, 'sessionStorage'))
  if (typeof orderId !== 'string' || typeof total !== 'number') return undefined
  return { orderId, lines: parseCart(JSON.stringify(lines ?? [])), total }
}

export function removePurchase(): void {
  saveStored(PURCHASE_KEY, undefined, 'sessionStorage')
}
