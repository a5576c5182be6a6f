import type { Transaction } from '../../db/index.ts'
import { enqueue } from '../../db/index.ts'
import { formatOrderNumber, randomId } from '../../ids.ts'
import { isAccountProvider } from '../../payment-providers/registry.ts'
import { hasSandbox } from '../../payment-providers/has-sandbox.ts'
import { SANDBOX } from '../../payment-providers/sandbox.ts'
import { formatRupees } from '../../rupees.ts'
import type { Tenant } from '../../tenant.ts'
import { lockOrder } from '../orders/change-order.ts'
import { isInRupees, listSettled, type SettledPayment } from '../orders/order-money.ts'
import { startRefund } from '../orders/refund-requests.ts'
import { listDueParts, type RefundPart } from './due-parts.ts'
import { RefundError } from './refunds.ts'
import { remainingOf } from './return-money.ts'

export interface RequestedRefund {
  /** Parts that a provider is asked for from now. */
  requested: RefundPart[]
  /** Parts that the merchant sends back: nothing is asked for, and nothing changes. */
  byHand: RefundPart[]
}

/**
 * Asks the payment providers for the refunds that are due of an order and its received returns, or for a refund of
 * `amountPaise`. A job makes the calls.
 * @throws {RefundError} there is no such order, nothing is due, or no payment has so much left
 */
export async function requestRefund(
  tx: Transaction,
  tenant: Pick<Tenant, 'id' | 'hosts' | 'paymentAccounts'>,
  { orderNumber, amountPaise, now }: { orderNumber: string; amountPaise?: number | undefined; now: Date },
): Promise<RequestedRefund> {
  const { id: tenantId } = tenant
  const order = await lockOrder(tx, tenantId, orderNumber)
  const shown = formatOrderNumber(orderNumber)
  if (!order) throw new RefundError(`This shop has no order ${shown}.`)
  const settled = (await listSettled(tx, tenantId, [orderNumber])).filter(isInRupees)
  const parts =
    amountPaise === undefined
      ? await listDueParts(tx, tenantId, orderNumber, settled)
      : [partOf(settled, amountPaise, shown)]
  if (parts.length === 0) {
    throw new RefundError(`Nothing is due for order ${shown}. Refund a part of it with --amount.`)
  }
  const isByProvider = ({ payment }: RefundPart) => canRefund(tenant, payment)
  const requested = parts.filter(isByProvider)
  for (const { payment, amount, returnId } of requested) {
    await startRefund(tx, order, payment, { id: randomId(), amount, returnId }, { actor: 'merchant', now })
    payment.inProgress += amount
  }
  if (requested.length > 0) await enqueue(tx, 'payments', { tenantId })
  return { requested, byHand: parts.filter((part) => !isByProvider(part)) }
}

/** @throws {RefundError} no payment has so much left */
function partOf(settled: readonly SettledPayment[], amount: number, order: string): RefundPart {
  const dueFirst = settled.toSorted(
    (one, other) => Number(other.status === 'refund due') - Number(one.status === 'refund due'),
  )
  const payment = dueFirst.find((one) => remainingOf(one) >= amount)
  if (payment) return { payment, amount }
  const most = Math.max(0, ...settled.map(remainingOf))
  throw new RefundError(
    `Only ${formatRupees(most)} of a payment of order ${order} can be refunded, not ${formatRupees(amount)}.`,
  )
}

/**
 * Whether no provider can be asked for the refund of a payment. A mismatch is not the payment that its provider was asked
 * for, so it is refunded in the provider's dashboard.
 */
export function isRefundedByHand({
  provider,
  mismatch,
}: Pick<SettledPayment, 'provider' | 'mismatch'>): boolean {
  return mismatch !== null || !(provider === SANDBOX || isAccountProvider(provider))
}

/** Whether the shop can still ask the provider of a payment for its refund. */
export function canRefund(
  tenant: Pick<Tenant, 'hosts' | 'paymentAccounts'>,
  payment: SettledPayment,
): boolean {
  const { provider } = payment
  if (isRefundedByHand(payment)) return false
  if (provider === SANDBOX) return hasSandbox(tenant, { sandbox: true })
  return (tenant.paymentAccounts ?? []).some((one) => one.provider === provider)
}
