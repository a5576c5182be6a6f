import { formatOrderNumber } from '../../api/ids.ts'
import { awaitsConfirmation } from '../../api/modules/orders/confirmation.ts'
import type { OrderMoney } from '../../api/modules/orders/lifecycle/money-rules.ts'
import type { OrderRow } from '../../api/modules/orders/read.ts'
import type { listMismatches } from '../../api/modules/payments/mismatches.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { count } from '@tanabana/contract/text.ts'
import { timeText } from './time-text.ts'

type MismatchedPayment = Awaited<ReturnType<typeof listMismatches>>[number]

/** `paid`, `unpaid`, `cash on delivery`, `refunded`, or the amount due for refund and whether the order is otherwise paid. */
export function formatPaymentState(
  { payment, kept, refundDue }: OrderMoney,
  order: Pick<OrderRow, 'cashOnDelivery'>,
): string {
  if (payment === 'unpaid' && order.cashOnDelivery) return 'cash on delivery'
  if (payment !== 'refund due') return payment
  return `${kept > 0 ? 'paid, ' : ''}refund due ${formatRupees(refundDue)}`
}

/** Tells the merchant that a late payment took pieces that are no longer there. */
export function oversoldSentence(pieces: number): string {
  return `${count(pieces, 'piece')} of it went back into stock before the payment and ${pieces === 1 ? 'was' : 'were'} sold again. Restock, or cancel the order and refund it.`
}

/** Money that does not fit its order, for merchants. */
export function describeMismatch(one: MismatchedPayment) {
  return {
    payment: one.id,
    order: formatOrderNumber(one.orderNumber),
    amount: one.amount / 100,
    currency: one.currency,
    total: one.total / 100,
    namedOrder: one.mismatch?.orderNumber ? formatOrderNumber(one.mismatch.orderNumber) : null,
    provider: one.provider,
    reference: one.gatewayReference,
    receivedAt: one.settledAt?.toISOString() ?? null,
  }
}

export function mismatchLine(one: MismatchedPayment): string {
  const named = one.mismatch?.orderNumber
  const facts = [
    `${one.id}: mismatch`,
    `${formatMoney(one.amount, one.currency)} for an order of ${formatRupees(one.total)}`,
    named === undefined ? '' : `the provider names order ${formatOrderNumber(named)}`,
    one.provider,
    one.gatewayReference ?? '',
  ]
  return facts.filter(Boolean).join('  ')
}

/** To which UPI id the shopper wants a refund; empty where none is given. */
export function toUpiId({ upiId }: { upiId?: string | undefined }): string {
  return upiId === undefined ? '' : `to ${upiId}`
}

/** Whether the shopper of a cash order has confirmed it; empty where nothing asks for that, or no longer. */
export function confirmationText(order: OrderRow): string {
  if (awaitsConfirmation(order)) return 'not confirmed yet'
  return order.confirmedAt === null ? '' : `confirmed by the shopper, ${timeText(order.confirmedAt)}`
}
