import { parseCart } from '../domain/cart.ts'
import { BOUGHT_KEY } from './keys.ts'
import type { Bought } from './note-bought.ts'
import { keepStored, readStored } from './stored.ts'

/** The order that the next thanks are for, if this tab knows of one. */
export function readBought(): Bought | undefined {
  try {
    const { orderId, lines } = JSON.parse(readStored(BOUGHT_KEY, 'sessionStorage') ?? '') as Partial<
      Record<keyof Bought, unknown>
    >
    return typeof orderId === 'string' ? { orderId, lines: parseCart(JSON.stringify(lines)) } : undefined
  } catch {
    return undefined
  }
}

export function forgetBought(): void {
  keepStored(BOUGHT_KEY, undefined, 'sessionStorage')
}
