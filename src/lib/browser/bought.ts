import { parseCart } from '../domain/cart.ts'
import { parseRecord } from '../domain/parse-record.ts'
import { BOUGHT_KEY } from './keys.ts'
import type { Bought } from './note-bought.ts'
import { keepStored, readStored } from './stored.ts'

/** Returns the order that the order-success page reports, if this tab has noted one. */
export function readBought(): Bought | undefined {
  const { orderId, lines } = parseRecord(readStored(BOUGHT_KEY, 'sessionStorage'))
  return typeof orderId === 'string' ? { orderId, lines: parseCart(JSON.stringify(lines ?? [])) } : undefined
}

export function forgetBought(): void {
  keepStored(BOUGHT_KEY, undefined, 'sessionStorage')
}
