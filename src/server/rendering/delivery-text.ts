import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { longestDelivery, returnWindow } from '../../lib/shop/delivery.ts'

/**
 * Returns the sentence about shipping, in the page's language; with its days for a shop whose pages show no day of arrival
 * (capability `quotes`).
 */
export function deliveryLine(store: StoreInfo | undefined): string {
  const days = store?.capabilities.includes('quotes') ? '' : deliveryDaysLine(store)
  return [t('Free shipping across India.'), days].filter(Boolean).join(' ')
}

/** Returns within how many working days the shop delivers by its shipping policy; empty where that is unknown. */
export function deliveryDaysLine(store: StoreInfo | undefined): string {
  const days = longestDelivery(store)
  if (days === undefined) return ''
  return fill(t(days > 1 ? 'Delivery within {days} working days.' : 'Delivery within a working day.'), {
    days,
  })
}

/** Returns the sentence about returns; empty for a shop with a policy text of its own. */
export function returnLine(store: StoreInfo | undefined): string {
  const days = returnWindow(store)
  if (days <= 0) return ''
  return days > 1
    ? fill(t('Return within {days} days of delivery.'), { days })
    : t('Return within a day of delivery.')
}
