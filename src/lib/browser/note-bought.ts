import type { CartLine } from '../domain/cart.ts'
import { BOUGHT_KEY, CONSENT_KEY } from './keys.ts'
import { keepStored, readStored } from './stored.ts'

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
