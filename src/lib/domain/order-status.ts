/** The five statuses of the store API, by number from 0. */
const CODES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const

/** Status of an order; `number` is the received number of a status beyond the five. */
export type OrderStatus = { code: (typeof CODES)[number] } | { code: 'unknown'; number?: number }

/**
 * Parses a received status: absent is Pending, numeric text is its number, anything else is unknown.
 *
 * @example orderStatus(7) // { code: 'unknown', number: 7 }
 */
export function orderStatus(received: unknown): OrderStatus {
  const number = toNumber(received)
  if (number === undefined) return { code: 'unknown' }
  const code = CODES[number]
  return code ? { code } : { code: 'unknown', number }
}

function toNumber(received: unknown): number | undefined {
  if (received === undefined || received === null) return 0
  if (typeof received === 'string' && /^\d{1,9}$/.test(received)) return Number(received)
  return typeof received === 'number' && Number.isFinite(received) ? received : undefined
}
