import type { Services } from '../../http/context.ts'
import { readTenant, withTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { updateAvailability } from '../catalogue/availability.ts'
import type { Tenant } from '../../tenant.ts'
import { checkReportedRefund, type RefundOutcome } from './check-refunds.ts'
import { findPayment, toStoredPayment, type PaymentRow } from './payment-rows.ts'
import { ProviderError } from '../../payment-providers/provider-call.ts'
import { getProviderContext, isProviderFailure } from '../../payment-providers/provider-context.ts'
import type { ProviderContext, ProviderReport, RawWebhook } from '../../payment-providers/provider.ts'
import { providerOf, type ProviderName, isAccountProvider } from '../../payment-providers/registry.ts'
import { NO_MATCH, settle, type Settlement } from './settle.ts'
import type { Settling } from './settling.ts'

type Shop = Pick<Tenant, 'id' | 'paymentAccounts'>

const PAYMENT_ID_PATTERN = /^\w{1,35}$/

/**
 * Processes a webhook: verifies the raw bytes, then parses them; fetches the status where the signature does not
 * cover the content. A duplicate gets the same response as the first.
 * @throws {ApiError} 401 not signed for this shop, 422 not about one of its payments, 503 to be delivered again
 */
export async function receiveWebhook(
  services: Settling,
  shop: Shop & Pick<Tenant, 'hosts'>,
  name: ProviderName,
  webhook: RawWebhook,
): Promise<Settlement | RefundOutcome | 'ignored'> {
  try {
    const context = await getProviderContext(services, shop, name)
    const report = context && providerOf(name).parseWebhook(context, webhook)
    if (!context || !report)
      throw new ApiError(401, 'The webhook is not signed for this shop, or it is too old.')
    if (report === 'ignored') return report
    if ('refundId' in report) return await checkReportedRefund(services, shop, report.refundId)
    if (!providerOf(name).isConfirmedByStatus) return await settleReport(services, shop, name, report)

    const payment = await findOwnPayment(services, shop, name, report.paymentId)
    if (!payment) throw new ApiError(422, 'The webhook does not match a payment of this shop.')
    return await settleByStatus(services, shop, name, context, payment)
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    services.log({
      level: 'error',
      event: 'payment webhook deferred',
      tenant: shop.id,
      provider: name,
      reason: error.message,
    })
    throw new ApiError(503, 'The payment could not be checked. Please send the webhook again.', {
      'retry-after': '60',
    })
  }
}

/**
 * `no response`: the provider did not respond; `mismatch`: its data does not match the payment; `not checked`: no call
 * was made.
 */
export type CheckOutcome = Settlement | 'no response' | 'not checked'

/**
 * Fetches the payment's status from its provider and settles it, if `isDue`. A failed check is logged: a webhook or a
 * later check settles the payment.
 */
export async function checkPayment(
  services: Settling,
  shop: Pick<Tenant, 'id' | 'paymentAccounts'>,
  payment: PaymentRow,
  isDue: (context: ProviderContext) => boolean = () => true,
): Promise<CheckOutcome> {
  const { id, provider } = payment
  if (!isAccountProvider(provider)) return 'not checked'
  try {
    const context = await getProviderContext(services, shop, provider)
    if (!context || !isDue(context)) return 'not checked'
    return await settleByStatus(services, shop, provider, context, payment)
  } catch (error) {
    if (!isProviderFailure(error) && !(error instanceof ApiError)) throw error
    services.log({
      level: 'warn',
      event: 'payment not checked',
      tenant: shop.id,
      provider,
      payment: id,
      reason: error.message,
    })
    if (error instanceof ApiError) return 'mismatch'
    return error instanceof ProviderError ? 'no response' : 'not checked'
  }
}

/** @throws {ProviderError} the provider does not respond, or reports another payment */
async function settleByStatus(
  services: Settling,
  shop: Shop,
  name: ProviderName,
  context: ProviderContext,
  payment: PaymentRow,
): Promise<Settlement> {
  const report = await providerOf(name).getPaymentStatus(context, toStoredPayment(payment))
  if (report.paymentId !== payment.id) throw new ProviderError(`${name} returned another payment.`)
  return settleReport(services, shop, name, report)
}

/** Finds a payment of this shop and this provider. */
export async function findOwnPayment(
  { db }: Pick<Services, 'db'>,
  { id: tenantId }: Shop,
  name: ProviderName,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  if (!PAYMENT_ID_PATTERN.test(paymentId)) return undefined
  const payment = await readTenant(db, tenantId, (tx) => findPayment(tx, tenantId, paymentId))
  return payment?.provider === name ? payment : undefined
}

async function settleReport(
  { db, log, metrics, now, purge = () => Promise.resolve([]), waitsForPurge = true }: Settling,
  { id: tenantId }: Shop,
  provider: ProviderName,
  { outcome, ...report }: ProviderReport,
): Promise<Settlement> {
  if (outcome === 'pending') return 'no change'
  const { settlement, soldOut, oversold } = await withTenant(db, tenantId, (tx) =>
    settle(tx, tenantId, { ...report, provider, outcome }, now()),
  )
  metrics.countSettlement(settlement)
  log({ event: 'payment report', tenant: tenantId, payment: report.paymentId, settlement })
  if (oversold) {
    log({
      level: 'warn',
      event: 'order oversold',
      tenant: tenantId,
      payment: report.paymentId,
      pieces: oversold,
    })
  }
  const updated = updateAvailability({ db, log, purge }, tenantId, soldOut ?? [])
  if (waitsForPurge) await updated
  // It is recorded, and the provider is told that it does not fit.
  if (settlement === 'mismatch') throw new ApiError(422, NO_MATCH)
  return settlement
}
