import type * as z from 'zod/mini'

import type { Transaction } from '../../db/index.ts'
import { NOTHING_BACK } from '../orders/change-order.ts'
import { moneyOf } from '../orders/lifecycle/money-rules.ts'
import { amountDue } from '../orders/order-money.ts'
import { toOrder } from '../orders/lifecycle/order-rules.ts'
import type { OrderRow } from '../orders/read.ts'
import { findLatestPayment } from './payment-rows.ts'
import type { paymentStateResponse } from './response-schemas.ts'

type PaymentStateResponse = z.input<typeof paymentStateResponse>

/** The payment state of an order. docs/requirements.md#1118-payment-state */
export async function readPaymentState(tx: Transaction, row: OrderRow): Promise<PaymentStateResponse> {
  const order = toOrder(row)
  const isAwaiting = order.state === 'awaiting payment'
  const latest = isAwaiting ? await findLatestPayment(tx, row.tenantId, row.number) : undefined
  const { state } = moneyOf(order, latest ? [{ ...latest, ...NOTHING_BACK }] : [])
  return { state, total: amountDue(row) / 100 }
}
