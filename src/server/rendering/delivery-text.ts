import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { longestDelivery, returnWindow } from '../../lib/shop/delivery.ts'

/**
 * Returns the sentence about shipping, in the page's language; with its days for a shop whose pages show no day of arrival
 * (capability `quotes`).
 */
export function deliveryLine(store: StoreInfo | undefined): string {
  const days = store?.capabilities.includes('quotes') ? undefined : longestDelivery(store)
  const within =
    days === undefined
      ? []
      : [
          fill(t(days > 1 ? 'Delivery within {days} working days.' : 'Delivery within a working day.'), {
            days,
          }),
        ]
  return [t('Free shipping across India.'), ...within].join(' ')
}

/** Returns the sentence about returns; empty for a shop with a policy text of its own. */
export function returnLine(store: StoreInfo | undefined): string {
  const days = returnWindow(store)
  if (days <= 0) return ''
  return days > 1
    ? fill(t('Return within {days} days of delivery.'), { days })
    : t('Return within a day of delivery.')
}
