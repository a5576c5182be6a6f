import { formatOrderPrice } from '../domain/order.ts'
import { ordersMessages } from './orders.ts'
import { t } from './translate.ts'

/** A price of an order view, or that it is not available. */
export function orderPriceText(price: number | undefined): string {
  return price === undefined ? t(ordersMessages.notAvailable) : formatOrderPrice(price)
}
