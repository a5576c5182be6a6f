import { ApiError } from '../../http/errors.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { PaymentRow } from './find.ts'
import { ProviderError } from './providers/provider-call.ts'
import { getProviderContext } from './providers/provider-context.ts'
import type { ProviderContext } from './providers/provider.ts'
import { isAccountProvider } from './providers/registry.ts'
import { isProviderTrouble, settleByStatus, type Settling } from './report.ts'
import type { Settlement } from './settle.ts'

/** `no answer`: the provider failed; `mismatch`: its data is not that of the payment; `not checked`: it was not asked. */
export type CheckOutcome = Settlement | 'no answer' | 'mismatch' | 'not checked'

/**
 * Asks the payment's provider what became of it and settles it by that, if `isDue` of its context. A check that fails is
 * logged: a webhook or a later check settles the payment.
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
    if (!isProviderTrouble(error) && !(error instanceof ApiError)) throw error
    services.log({
      level: 'warn',
      event: 'payment not checked',
      tenant: shop.id,
      provider,
      payment: id,
      reason: error.message,
    })
    if (error instanceof ApiError) return 'mismatch'
    return error instanceof ProviderError ? 'no answer' : 'not checked'
  }
}
