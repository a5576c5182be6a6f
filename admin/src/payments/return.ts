import type { RaRecord } from 'ra-core'

/** A return as orders and `GET /returns` have it. */
export interface Return extends RaRecord<string> {
  order: string
  status: string
  value: number
  reason: string
  note?: string | null
  createdAt: string
  items: { product: string; quantity: number }[]
}

/** The products of an order or a return, each with its pieces. */
export function piecesText(items: { product: string; quantity: number }[]): string {
  return items.map(({ product, quantity }) => `${quantity} × ${product}`).join(', ')
}
