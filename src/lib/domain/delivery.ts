import { fill } from '../messages/fill.ts'
import { t } from '../messages/translate.ts'
import type { StoreInfo } from '../schemas/store-info.ts'

/** How long an order takes by the shop's shipping policy, packing and way together; nothing where it says nothing. */
export function deliveryEstimate(store: Pick<StoreInfo, 'shippingPolicy'> | undefined): string | undefined {
  const policy = store?.shippingPolicy
  if (!policy) return undefined
  const min = policy.handlingDays.min + policy.transitDays.min
  const max = policy.handlingDays.max + policy.transitDays.max
  const days = min === max ? String(max) : `${min}–${max}`
  return fill(max === 1 ? t('Delivery within a day.') : t('Delivery in {days} days.'), { days })
}
