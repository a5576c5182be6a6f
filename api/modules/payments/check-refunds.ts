import { and, asc, eq, isNotNull, lte, notInArray } from 'drizzle-orm'

import { enqueue, readTenant, withTenant } from '../../db/index.ts'
import { refundRequests } from '../../db/schema.ts'
import { ProviderError } from '../../payment-providers/provider-call.ts'
import { getProviderContext, isProviderFailure } from '../../payment-providers/provider-context.ts'
import type { RefundReport } from '../../payment-providers/provider.ts'
import { isAccountProvider, providerOf, type ProviderName } from '../../payment-providers/registry.ts'
import { SANDBOX } from '../../payment-providers/sandbox.ts'
import type { Tenant } from '../../tenant.ts'
import { lockOrder } from '../orders/change-order.ts'
import { isInProgress } from '../orders/lifecycle/money-rules.ts'
import { listSettled } from '../orders/order-money.ts'
import { changeRefund, type RefundRequest } from '../orders/refund-requests.ts'
import { findPayment, toStoredPayment } from './payment-rows.ts'
import type { Settling } from './settling.ts'
import { closeReturns } from './return-money.ts'

const MINUTE_MS = 60_000
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS
/** Refunds of a shop that are asked for at the same time. */
const BATCH_SIZE = 20

export type RefundOutcome = RefundReport['outcome'] | 'no response'

type Shop = Pick<Tenant, 'id' | 'paymentAccounts'> & Partial<Pick<Tenant, 'hosts'>>

/**
 * Asks providers for the refunds of a shop that are due for it, or for the state of those that they have already, until
 * `signal` aborts; with `isForced`, for each refund in progress once. A refund is claimed by postponing its next call, as
 * a payment is (reconcile.ts).
 */
export async function checkDueRefunds(
  services: Settling,
  shop: Shop,
  { isForced = false, signal }: { isForced?: boolean; signal?: AbortSignal } = {},
): Promise<RefundOutcome[]> {
  const outcomes: RefundOutcome[] = []
  const checked: string[] = []
  let due: RefundRequest[]
  do {
    due = await claimDue(services, shop.id, { isForced, checked })
    checked.push(...due.map(({ id }) => id))
    outcomes.push(...(await Promise.all(due.map((request) => checkRefund(services, shop, request)))))
  } while (due.length === BATCH_SIZE && !signal?.aborted)
  return outcomes
}

/** Asks a refund's provider for it, and records what became of it. A call without a response is repeated later. */
async function checkRefund(services: Settling, shop: Shop, request: RefundRequest): Promise<RefundOutcome> {
  const { id, paymentId } = request
  const payment = await readTenant(services.db, shop.id, (tx) => findPayment(tx, shop.id, paymentId))
  const name = payment && providerNameOf(payment.provider)
  if (!name) return 'no response'
  try {
    const context = await getProviderContext(services, shop, name)
    if (!context) return await record(services, shop, request, `The shop has no account at ${name} any more.`)
    const stored = { ...toStoredPayment(payment), amountPaise: payment.amount }
    const report = await providerOf(name).refund(context, {
      ...{ id, amountPaise: request.amount, payment: stored },
    })
    return await record(services, shop, request, report)
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    const { message: reason } = error
    services.log({ level: 'warn', event: 'refund not checked', tenant: shop.id, refund: id, reason })
    return 'no response'
  }
}

/** Asks for the state of a refund that a webhook names. @throws {ProviderError} the provider gives no response */
export async function checkReportedRefund(
  services: Settling,
  shop: Shop,
  named: string,
): Promise<RefundOutcome | 'ignored'> {
  const [request] = await readTenant(services.db, shop.id, (tx) =>
    tx
      .select()
      .from(refundRequests)
      .where(and(eq(refundRequests.tenantId, shop.id), eq(refundRequests.id, named))),
  )
  if (!request || !isInProgress(request.state)) return 'ignored'
  const outcome = await checkRefund(services, shop, request)
  if (outcome === 'no response') throw new ProviderError('The refund could not be checked.')
  return outcome
}

/** Records a report, or why the provider can't be asked. */
async function record(
  { db, log, now }: Settling,
  { id: tenantId }: Shop,
  { id, paymentId }: RefundRequest,
  report: RefundReport | string,
): Promise<RefundOutcome> {
  const outcome = typeof report === 'string' ? 'failed' : report.outcome
  const isChanged = await withTenant(db, tenantId, async (tx) => {
    const named = await findPayment(tx, tenantId, paymentId)
    const order = named && (await lockOrder(tx, tenantId, named.orderNumber))
    const payment =
      order && (await listSettled(tx, tenantId, [order.number])).find((one) => one.id === paymentId)
    const [request] = await tx
      .select()
      .from(refundRequests)
      .where(and(eq(refundRequests.tenantId, tenantId), eq(refundRequests.id, id)))
      .for('update')
    if (!payment || !request || !isInProgress(request.state)) return false
    if (typeof report === 'string') {
      const byJob = { actor: 'job', now: now() } as const
      return changeRefund(tx, order, payment, request, 'fail', byJob, { error: report })
    }
    const by = { actor: 'provider', now: now() } as const
    const change = ({ made: 'confirm', failed: 'fail', pending: 'take' } as const)[outcome]
    const error = outcome === 'failed' ? `${payment.provider} refused the refund.` : null
    const reference = report.reference || null
    if (!(await changeRefund(tx, order, payment, request, change, by, { reference, error }))) return false
    if (outcome !== 'made') return true
    const { amount: amountPaise, returnId } = request
    const isRest = payment.refunded + amountPaise === payment.amount
    await closeReturns(tx, order, { amountPaise, isRest, returnId }, by)
    return true
  })
  if (isChanged && outcome !== 'pending') {
    const level = outcome === 'failed' ? ('warn' as const) : ('info' as const)
    log({ level, event: 'refund', tenant: tenantId, payment: paymentId, refund: id, outcome })
  }
  return outcome
}

async function claimDue(
  { db, now }: Settling,
  tenantId: string,
  { isForced, checked }: { isForced: boolean; checked: readonly string[] },
): Promise<RefundRequest[]> {
  const time = now()
  return withTenant(db, tenantId, async (tx) => {
    const due = await tx
      .select()
      .from(refundRequests)
      .where(
        and(
          eq(refundRequests.tenantId, tenantId),
          isForced ? isNotNull(refundRequests.nextCheckAt) : lte(refundRequests.nextCheckAt, time),
          notInArray(refundRequests.id, [...checked]),
        ),
      )
      .orderBy(asc(refundRequests.nextCheckAt))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true })
    for (const { id, createdAt } of due) {
      const age = time.getTime() - createdAt.getTime()
      const wait = Math.min(Math.max(age, MINUTE_MS), LONGEST_WAIT_MS)
      const nextCheckAt = new Date(time.getTime() + wait)
      await tx
        .update(refundRequests)
        .set({ nextCheckAt })
        .where(and(eq(refundRequests.tenantId, tenantId), eq(refundRequests.id, id)))
      await enqueue(tx, 'payments', { tenantId }, nextCheckAt)
    }
    return due
  })
}

function providerNameOf(name: string): ProviderName | undefined {
  return name === SANDBOX || isAccountProvider(name) ? name : undefined
}
