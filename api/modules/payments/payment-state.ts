import type * as z from 'zod/mini'

import type { Transaction } from '../../db/index.ts'
import type { OrderRow } from '../orders/read.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import { findLatestPayment } from './payment-rows.ts'
import type { paymentStateResponse } from './response-schemas.ts'

type PaymentStateResponse = z.input<typeof paymentStateResponse>

/** The payment state of an order. docs/requirements.md#1118-payment-state */
export async function readPaymentState(tx: Transaction, order: OrderRow): Promise<PaymentStateResponse> {
  return { state: await stateOf(tx, order), total: order.total / 100 }
}

async function stateOf(tx: Transaction, order: OrderRow): Promise<PaymentStateResponse['state']> {
  if (order.status === ORDER_STATUS.cancelled) return 'cancelled'
  if (order.paidAt !== null) return 'paid'
  if (order.cashOnDelivery && order.status !== ORDER_STATUS.delivered) return 'on-delivery'
  // The shop moved the order on unpaid: it takes no payment any more.
  if (order.status !== ORDER_STATUS.pending) return 'accepted'
  const payment = await findLatestPayment(tx, order.tenantId, order.number)
  if (!payment) return 'unpaid'
  return payment.status === 'declined' ? 'declined' : 'pending'
}
