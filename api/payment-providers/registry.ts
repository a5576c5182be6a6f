import { sandboxProvider, SANDBOX } from './sandbox.ts'
import { cashfree } from './cashfree.ts'
import { payu } from './payu.ts'
import { phonepe } from './phonepe.ts'
import type { AccountPaymentProvider, Provider } from './provider.ts'
import { ACCOUNT_PROVIDERS, type AccountProvider } from '../db/json-columns.ts'
import { razorpay } from './razorpay.ts'

export const PROVIDERS: Readonly<Record<AccountProvider, AccountPaymentProvider>> = {
  payu,
  razorpay,
  cashfree,
  phonepe,
}

export type ProviderName = AccountProvider | typeof SANDBOX

export function isAccountProvider(name: string): name is AccountProvider {
  return ACCOUNT_PROVIDERS.some((known) => known === name)
}

/** The provider of an account, or the sandbox. */
export function providerOf(name: ProviderName): Provider {
  return name === SANDBOX ? sandboxProvider : PROVIDERS[name]
}
