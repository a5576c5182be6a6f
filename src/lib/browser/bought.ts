import { BOUGHT_KEY } from '../constants.ts'
import { parseCart } from '../domain/cart.ts'
import type { Bought } from './note-bought.ts'
import { keepSession, readSession } from './session.ts'

/** The order that the next thanks are for, if this tab knows of one. */
export function readBought(): Bought | undefined {
  try {
    const { orderId, lines } = JSON.parse(readSession(BOUGHT_KEY) ?? '')
    return typeof orderId === 'string' ? { orderId, lines: parseCart(JSON.stringify(lines)) } : undefined
  } catch {
    return undefined
  }
}

export function forgetBought(): void {
  keepSession(BOUGHT_KEY)
}
