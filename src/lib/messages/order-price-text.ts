import { formatOrderPrice } from '../domain/order.ts'
import { ordersMessages } from './orders.ts'
import { t } from './translate.ts'

/** Returns a price for an order view, or 'Not available'. */
export function orderPriceText(price: number | undefined): string {
  return price === undefined ? t(ordersMessages.notAvailable) : formatOrderPrice(price)
}
