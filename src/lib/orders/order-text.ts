import { formatPrice } from '../catalogue/money.ts'
import { formatDate } from '../i18n/date-text.ts'
import { fill, t } from '../i18n/translate.ts'
import {
  amountMessages,
  ordersMessages,
  orderStatusMessages,
  orderStatusNames,
  paymentStateNames,
  refundMessages,
  refundWayNames,
  returnStateNames,
} from './messages.ts'
import { formatOrderPrice, payableOf } from './order.ts'
import type { Order, OrderStatus } from './order.ts'
import type { OrderRefund, OrderReturn } from '@tanabana/contract/order.ts'

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

/** Returns the payment state of an order for its shopper; `undefined` where the store does not tell it. */
export function paymentStateText({
  payment,
  status,
  isCash,
}: Pick<Order, 'payment' | 'status' | 'isCash'>): string | undefined {
  const { cash, cashPaid, nothing } = paymentStateNames
  if (isCashDue({ payment, status, isCash })) return t(cash)
  if (payment === undefined) return undefined
  if (payment === 'unpaid' && status.code === 'cancelled') return t(nothing)
  return t(isCash && payment === 'paid' ? cashPaid : paymentStateNames[payment])
}

/** Returns the state of a return, and where its money goes. */
export function returnStateText(
  { status, stage }: Pick<OrderReturn, 'status' | 'stage'>,
  { isCash }: Pick<Order, 'isCash'>,
): string {
  if (stage) return t(returnStateNames[stage])
  return t(returnStateNames[status === 'accepted' && isCash ? 'acceptedCash' : status])
}

/** Returns the cash that the shopper pays at delivery; `undefined` where none is due. */
export function cashToKeepText(order: Order): string | undefined {
  if (!isCashDue(order)) return undefined
  const { cash, cashToKeep } = paymentStateNames
  const amount = payableOf(order)
  return amount === undefined ? t(cash) : fill(t(cashToKeep), { amount: formatPrice(amount) })
}

/** The rows below the total of an order with a discount or a fee, with amounts in rupees. */
export function amountRows(order: Order): { label: string; amount: number; isLess?: boolean }[] {
  const { discount, fee, status } = order
  const payable = payableOf(order)
  if ((!discount && !fee) || payable === undefined) return []
  const rows = [
    ...(discount
      ? [
          {
            label: fill(t(amountMessages.discount), { label: t(discount.label) }),
            amount: discount.amount,
            isLess: true,
          },
        ]
      : []),
    ...(fee ? [{ label: t(amountMessages.cashFee), amount: fee }] : []),
  ]
  const isPaid = order.payment ? order.payment !== 'unpaid' : !['pending', 'cancelled'].includes(status.code)
  if (isPaid && !isCashDue(order)) return [...rows, { label: t(paymentStateNames.paid), amount: payable }]
  return status.code === 'cancelled' ? rows : [...rows, { label: t(amountMessages.toPay), amount: payable }]
}

/** Returns how an order is paid, for its invoice: the amount in cash, or the day of the payment. */
export function invoicePaymentText(order: Order): string | undefined {
  const { isCash, payment } = order
  const amount = payableOf(order)
  const { cashAmount, cashPaidOn, paidOn } = paymentStateNames
  const date = formatDate(order.invoice?.paidAt)
  if (payment === 'paid' && date) return fill(t(isCash ? cashPaidOn : paidOn), { date })
  if (isCashDue(order) && amount !== undefined) return fill(t(cashAmount), { amount: formatPrice(amount) })
  return paymentStateText(order)
}

function isCashDue({ isCash, payment, status }: Pick<Order, 'isCash' | 'payment' | 'status'>): boolean {
  return isCash === true && (payment ?? 'unpaid') === 'unpaid' && status.code !== 'cancelled'
}

/**
 * Returns when and how the money of an order comes back, or came back: a sentence for each refund. `days` are the working
 * days of the shop's policy.
 */
export function refundTexts(order: Pick<Order, 'payment' | 'refunds' | 'history'>, days?: number): string[] {
  const { payment, refunds = [] } = order
  if (refunds.length > 0) return refunds.map((refund) => refundText(order, refund, days))
  return payment === 'refund due' ? [refundText(order, undefined, days)] : []
}

function refundText(
  { history }: Pick<Order, 'history'>,
  refund: OrderRefund | undefined,
  days: number | undefined,
): string {
  const { due, dueWithin, dueSince, started, sent, reference, theMoney } = refundMessages
  const amount = refund ? formatOrderPrice(refund.amount) : t(theMoney)
  const way = t(refundWayNames[refund?.way ?? 'unknown'])
  const sentOn = formatDate(refund?.sentAt)
  if (sentOn) {
    const text = fill(t(sent), { amount, way, date: sentOn })
    return refund?.reference ? `${text} ${fill(t(reference), { reference: refund.reference })}` : text
  }
  const startedOn = formatDate(refund?.startedAt)
  if (startedOn) return fill(t(started), { amount, way, date: startedOn })
  if (days === undefined) return fill(t(due), { amount, way })
  const date = formatDate(history?.find(({ status }) => status.code === 'cancelled')?.at)
  return date ? fill(t(dueSince), { amount, way, days, date }) : fill(t(dueWithin), { amount, way, days })
}
