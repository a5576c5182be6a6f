import { parseCart } from '../cart/cart.ts'
import type { CartLine } from '../cart/cart.ts'
import { parseRecord } from '../platform/parse-stored.ts'
import { BOUGHT_KEY, CONSENT_KEY, keepStored, readStored } from '../platform/storage.ts'

/** Returns the order that the order-success page reports, if this tab has noted one. */
export function readBought(): Bought | undefined {
  const { orderId, lines } = parseRecord(readStored(BOUGHT_KEY, 'sessionStorage'))
  return typeof orderId === 'string' ? { orderId, lines: parseCart(JSON.stringify(lines ?? [])) } : undefined
}

export function forgetBought(): void {
  keepStored(BOUGHT_KEY, undefined, 'sessionStorage')
}

/** What an order was made of. */
export interface Bought {
  orderId: string
  lines: CartLine[]
}

/**
 * Keeps it in this tab for the page of the thanks, where the shopper once let the shop measure; whether that still
 * holds is asked there. Apart from reading it, because the checkout needs no more.
 */
export function noteBought(bought: Bought): void {
  if (readStored(CONSENT_KEY)?.includes('granted')) keepStored(BOUGHT_KEY, bought, 'sessionStorage')
}
