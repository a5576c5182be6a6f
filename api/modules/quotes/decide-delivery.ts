import { indianDay } from '@tanabana/contract/dates.ts'
import type { Quote } from '@tanabana/contract/quote.ts'
import type { Pincode } from '../delivery/pincodes.ts'
import type { QuoteShop } from './quote-shop.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SUNDAY = 0

export type DecidedDelivery = NonNullable<Quote['delivery']>

/**
 * Delivery to a PIN code by the shop's table; by its shipping policy where the table has no days, or no PIN code is given.
 * docs/requirements.md#1129-quotes
 */
export function decideDelivery(
  { shippingPolicy }: QuoteShop['record'],
  pincode: Pick<Pincode, 'serviceable' | 'deliveryDays' | 'city' | 'state'> | undefined,
  now: Date,
): DecidedDelivery {
  const today = indianDay(now)
  if (pincode?.serviceable === false) {
    return { served: false, by: undefined, city: pincode.city, state: pincode.state }
  }
  const byTable = pincode?.deliveryDays == null ? undefined : addDays(today, pincode.deliveryDays)
  const byPolicy =
    shippingPolicy && addWorkingDays(today, shippingPolicy.handlingDays.max + shippingPolicy.transitDays.max)
  return { served: pincode && true, by: byTable ?? byPolicy, city: pincode?.city, state: pincode?.state }
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Counts Monday to Saturday. */
function addWorkingDays(day: string, days: number): string {
  let reached = day
  for (let left = days; left > 0 || isSunday(reached);) {
    reached = addDays(reached, 1)
    if (!isSunday(reached)) left--
  }
  return reached
}

function isSunday(day: string): boolean {
  return new Date(day).getUTCDay() === SUNDAY
}
