import { orderStatusMessages } from '../messages/order-status.ts'
import { fill } from '../messages/fill.ts'
import { t } from '../messages/translate.ts'

/** The colour that a status is shown in: green, blue, purple, red, yellow, or none. §4 */
export type StatusTone = 'success' | 'info' | 'violet' | 'danger' | 'warning' | 'neutral'

export interface OrderStatus {
  label: string
  tone: StatusTone
  /** Only then an order offers Pay Now. §4 */
  isPending: boolean
  /** False for anything but the five codes; whoever reads an order warns then. §8 */
  isKnown: boolean
}

const PENDING = 0

const TONES: StatusTone[] = ['warning', 'info', 'violet', 'success', 'danger']

/**
 * An order's status as shown. An absent code is 0; digits as text are read as their number; any other number is
 * 'Unknown (code)', anything else 'Unknown'. §4 Order status codes
 *
 * @example orderStatus(7).label // 'Unknown (7)'
 */
export function orderStatus(received: unknown): OrderStatus {
  const code = toCode(received)
  const tone = code === undefined ? undefined : TONES[code]
  const name = code === undefined ? undefined : orderStatusMessages.names[code]
  if (tone && name) return { label: t(name), tone, isPending: code === PENDING, isKnown: true }
  return {
    label: code === undefined ? t('Unknown') : fill(t('Unknown ({code})'), { code }),
    tone: 'neutral',
    isPending: false,
    isKnown: false,
  }
}

function toCode(received: unknown): number | undefined {
  if (received === undefined || received === null) return PENDING
  if (typeof received === 'string' && /^\d{1,9}$/.test(received)) return Number(received)
  return typeof received === 'number' && Number.isFinite(received) ? received : undefined
}
