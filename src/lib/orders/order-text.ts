import { formatPrice } from '../catalogue/money.ts'
import { fill, t } from '../i18n/translate.ts'
import { ordersMessages, orderStatusMessages, orderStatusNames, paymentStateNames } from './messages.ts'
import { formatOrderPrice } from './order.ts'
import type { Order, OrderStatus } from './order.ts'

/** Returns a price in rupees, as the shopper paid it, or 'Not available'. */
export function rupeesText(price: number | undefined): string {
  return price === undefined ? t(ordersMessages.notAvailable) : formatPrice(price)
}

/** Returns a price in `$` for an order view, or 'Not available'. */
export function orderPriceText(price: number | undefined): string {
  return price === undefined ? t(ordersMessages.notAvailable) : formatOrderPrice(price)
}

/** Returns the name of a status; an unknown one shows its number, as in 'Unknown (7)'. */
export function orderStatusText(status: OrderStatus): string {
  return status.code === 'unknown' && status.number !== undefined
    ? fill(t(orderStatusMessages.unknownNumber), { code: status.number })
    : t(orderStatusNames[status.code])
}

/** Returns the payment state of an order for its shopper. */
export function paymentStateText({ payment, status }: Pick<Order, 'payment' | 'status'>): string | undefined {
  if (payment === undefined) return undefined
  const isVoid = payment === 'unpaid' && status.code === 'cancelled'
  return t(isVoid ? paymentStateNames.nothing : paymentStateNames[payment])
}
