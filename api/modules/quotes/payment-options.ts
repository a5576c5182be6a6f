import type { PaymentKind } from '@tanabana/contract/payment.ts'
import { currentProvider } from '../../payment-providers/provider-context.ts'
import { SANDBOX } from '../../payment-providers/sandbox.ts'
import type { Tenant } from '../../tenant.ts'

/** Payment options of a shop. */
export interface PaymentOptions {
  /** Provider with a payment page: the sandbox, or the shop's account with a real provider. */
  provider: 'sandbox' | 'account' | undefined
  /** Who issues the UPI link and confirms its payment; `shop` uses its own UPI id and confirms manually. */
  upi: 'sandbox' | 'account' | 'shop' | undefined
  /** Takes cash on delivery. docs/requirements.md#1120-cash-on-delivery */
  cash: boolean
}

const METHODS = [
  { value: 'upi-qr', label: 'Scan a UPI QR code', kind: 'qr' },
  { value: 'upi-app', label: 'UPI app on this phone (GPay, PhonePe, Paytm)', kind: 'upi' },
  { value: 'card', label: 'Card or net banking', kind: 'card' },
  // Last: an order that is paid at delivery takes no further payment.
  { value: 'cash-on-delivery', label: 'Cash on delivery', kind: 'cod' },
] as const satisfies { value: string; label: string; kind: PaymentKind }[]

export type PaymentMethod = (typeof METHODS)[number]['value']

/** A way to pay of a shop. */
export interface Method {
  value: PaymentMethod
  label: string
  kind: PaymentKind
}

/** The payment options of a shop. */
export function paymentOptionsOf(
  tenant: Pick<Tenant, 'paymentAccounts' | 'hosts' | 'payee' | 'record'>,
  config: { sandbox: boolean },
): PaymentOptions {
  const { paymentAccounts, payee, record } = tenant
  const name = currentProvider(tenant, config)
  const provider = name === SANDBOX || name === undefined ? name : 'account'
  const isConfirmedByShop = payee.upiId !== '' && payee.confirmsWithinHours !== undefined
  const hasSandboxUpi = provider === SANDBOX && payee.upiId !== ''
  const cash = record.capabilities?.includes('cash-on-delivery') ?? false
  if (provider === 'account' && paymentAccounts?.[0]?.upi !== false) return { provider, upi: 'account', cash }
  return { provider, upi: isConfirmedByShop ? 'shop' : hasSandboxUpi ? 'sandbox' : undefined, cash }
}

/** The ways to pay of a shop, in the order of the payment form. */
export function methodsOf({ provider, upi, cash }: PaymentOptions): Method[] {
  const isOffered: Record<PaymentMethod, boolean> = {
    'upi-qr': upi !== undefined,
    'upi-app': upi !== undefined,
    card: provider !== undefined,
    'cash-on-delivery': cash,
  }
  return METHODS.filter(({ value }) => isOffered[value]).map((method) => ({
    ...method,
    label:
      method.value === 'card' && provider === 'account' ? 'Card, net banking, wallet or UPI' : method.label,
  }))
}
