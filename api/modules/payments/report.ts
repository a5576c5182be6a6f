import { ConfigError } from '../../../src/network/environment.ts'
import type { Services } from '../../http/context.ts'
import { readTenant, withTenant } from '../../db/index.ts'
import { ApiError } from '../../http/errors.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { findPayment, toStoredPayment, type PaymentRow } from './find.ts'
import { ProviderError } from './providers/provider-call.ts'
import { getProviderContext, SecretsMissingError } from './providers/provider-context.ts'
import type { ProviderContext, ProviderReport, RawWebhook } from './providers/provider.ts'
import { providerOf, type ProviderName } from './providers/registry.ts'
import { settle, type Settlement } from './settle.ts'

/** What settling a payment works with, in the API and in the merchant's command. */
export type Settling = Pick<Services, 'db' | 'paymentSecrets' | 'providers' | 'log' | 'now'> & {
  config: { sandbox: boolean }
  metrics: Pick<Metrics, 'countSettlement'>
}

type Shop = Pick<Tenant, 'id' | 'paymentAccounts'>

const PAYMENT_ID_PATTERN = /^\w{1,35}$/

/** Whether a provider's silence, or a setting that is missing, is the reason: asking again later may help. */
export function isProviderTrouble(error: unknown): error is Error {
  return (
    error instanceof ProviderError || error instanceof SecretsMissingError || error instanceof ConfigError
  )
}

/**
 * Acts on a webhook: verified over its exact bytes first, read afterwards, and where its signature doesn't bind what
 * it says, the provider is asked. A duplicate is answered like the first.
 * @throws {ApiError} 401 not signed for this shop, 422 not about one of its payments, 503 to be delivered again
 */
export async function receiveWebhook(
  services: Settling,
  shop: Shop & Pick<Tenant, 'hosts'>,
  name: ProviderName,
  webhook: RawWebhook,
): Promise<Settlement | 'ignored'> {
  try {
    const context = await getProviderContext(services, shop, name)
    const report = context && providerOf(name).readWebhook(context, webhook)
    if (!context || !report)
      throw new ApiError(401, 'The webhook is not signed for this shop, or it is too old.')
    if (report === 'ignored') return report
    if (!providerOf(name).isConfirmedByStatus) return await settleReport(services, shop, name, report)

    const payment = await findOwnPayment(services, shop, name, report.paymentId)
    if (!payment) throw new ApiError(422, 'The webhook does not match a payment of this shop.')
    return await settleByStatus(services, shop, name, context, payment)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    services.log({
      level: 'error',
      event: 'callback put off',
      tenant: shop.id,
      provider: name,
      reason: error.message,
    })
    throw new ApiError(503, 'The payment could not be checked. Please send the webhook again.', {
      'retry-after': '60',
    })
  }
}

/** Asks the provider what became of a payment, and acts on it. @throws {ProviderError} it gives no answer */
export async function settleByStatus(
  services: Settling,
  shop: Shop,
  name: ProviderName,
  context: ProviderContext,
  payment: PaymentRow,
): Promise<Settlement> {
  const report = await providerOf(name).getPaymentStatus(context, toStoredPayment(payment))
  // An answer is about the payment that was asked for, whatever it says.
  if (report.paymentId !== payment.id) throw new ProviderError(`${name} answered about another payment.`)
  return settleReport(services, shop, name, report)
}

/** A payment of this shop that was begun with this provider. */
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
  { db, log, metrics, now }: Settling,
  { id: tenantId }: Shop,
  provider: ProviderName,
  { outcome, ...report }: ProviderReport,
): Promise<Settlement> {
  if (outcome === 'pending') return 'no change'
  const settlement = await withTenant(db, tenantId, (tx) =>
    settle(tx, tenantId, { ...report, provider, outcome }, now()),
  )
  metrics.countSettlement(settlement)
  log({ event: 'payment callback', tenant: tenantId, payment: report.paymentId, settlement })
  return settlement
}
