import { ApiError } from '../errors.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { PaymentRow } from './find.ts'
import { GatewayError } from './providers/gateway-call.ts'
import { openGate } from './providers/gateways.ts'
import type { Gate } from './providers/provider.ts'
import { isAccountProvider } from './providers/registry.ts'
import { isGatewayTrouble, settleByStatus, type Settling } from './report.ts'
import type { Settlement } from './settle.ts'

/** `no answer`: the gateway failed; `mismatch`: its data is not that of the payment; `not checked`: it was not asked. */
export type CheckOutcome = Settlement | 'no answer' | 'mismatch' | 'not checked'

/**
 * Asks the payment's gateway what became of it and settles it by that, if `isDue` of its gate. A check that fails is
 * logged: a callback or a later check settles the payment.
 */
export async function checkPayment(
  services: Settling,
  shop: Pick<Tenant, 'id' | 'paymentAccounts'>,
  payment: PaymentRow,
  isDue: (gate: Gate) => boolean = () => true,
): Promise<CheckOutcome> {
  const { id, provider } = payment
  if (!isAccountProvider(provider)) return 'not checked'
  try {
    const gate = await openGate(services, shop, provider)
    if (!gate || !isDue(gate)) return 'not checked'
    return await settleByStatus(services, shop, provider, gate, payment)
  } catch (error) {
    if (!isGatewayTrouble(error) && !(error instanceof ApiError)) throw error
    services.log({
      level: 'warn',
      event: 'payment not checked',
      tenant: shop.id,
      provider,
      payment: id,
      reason: error.message,
    })
    if (error instanceof ApiError) return 'mismatch'
    return error instanceof GatewayError ? 'no answer' : 'not checked'
  }
}
