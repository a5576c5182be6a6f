import type { ProviderCall } from './provider-call.ts'

export const ACCOUNT_PROVIDERS = ['payu', 'razorpay', 'cashfree', 'phonepe'] as const

export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number]

export type Mode = 'test' | 'live'

/** A shop's account with a provider, without secrets. */
export interface PaymentAccount {
  provider: AccountProvider
  mode: Mode
  /** PayU's merchant key, Razorpay's key id, the client id of Cashfree and PhonePe. */
  id: string
  /** PhonePe's client version. */
  version?: string
  /** False where the provider has not enabled UPI by API for the account; its page still takes UPI. */
  upi?: boolean
}

/** Secrets by name, newest first: older ones still verify during rotation. */
export type ProviderSecrets = Readonly<Record<string, readonly string[]>>

/** Account, secrets and client of one shop for its provider. */
export interface ProviderContext {
  account: { id: string; mode: Mode; version?: string | undefined }
  secrets: ProviderSecrets
  call: ProviderCall
  now: Date
}

export interface PaymentToStart {
  id: string
  /** Order number for display. */
  orderId: string
  amountPaise: number
  shopName: string
  customer: { firstName: string; email: string; phone: string }
  /** The shopper's device, which PayU requires. */
  device: { address: string; userAgent: string }
  /** URL on this API to which the provider returns the browser. */
  returnUrl: string
  /** URL of the webhook. */
  webhookUrl: string
}

/** Next step of the browser: post a form to a provider, or open its page. */
export interface StartedPayment {
  next: { kind: 'form'; url: string; fields: Record<string, string> } | { kind: 'page'; url: string }
  /** The provider's own payment id, if it has one. */
  reference?: string
}

/** A payment that the shopper makes in a UPI app. */
export interface StartedUpiPayment {
  /** Starts with `upi://pay?` and requests exactly the payment's amount. */
  link: string
  reference?: string
}

export interface ProviderPayment {
  id: string
  reference: string | null
  /** Started by `startUpi`. */
  isUpi?: boolean
}

/** A provider's report on a payment. */
export interface ProviderReport {
  paymentId: string
  eventId: string
  reference?: string | undefined
  /** The order number, if the provider knows it. */
  orderNumber?: string
  amountPaise: number
  currency: string
  outcome: 'paid' | 'declined' | 'pending'
}

/** The raw request. Header names are lower case. */
export interface RawWebhook {
  header: (name: string) => string | undefined
  body: Buffer
}

/** One payment provider; all differences between providers are here. */
export interface Provider {
  /** Names of the secrets that the secrets file must contain. */
  secretNames: readonly string[]
  /** Hosts that the browser visits, including redirects of the provider; `*.` matches every subdomain. */
  browserHosts: readonly string[]
  /**
   * Whether a verified webhook must be confirmed by a status request, because its signature does not cover all
   * fields.
   */
  isConfirmedByStatus: boolean
  /** The error in an account's id, mode or version, as a sentence. */
  accountProblem(account: ProviderContext['account']): string | undefined
  /** @throws {ProviderError} the provider took no payment */
  start(context: ProviderContext, payment: PaymentToStart): Promise<StartedPayment>
  /** Parses a webhook: `undefined` without a valid signature, `ignored` for other subjects. */
  parseWebhook(context: ProviderContext, webhook: RawWebhook): ProviderReport | 'ignored' | undefined
  /** Whether the returning browser proves that it comes from the provider. */
  isGenuineReturn(context: ProviderContext, payment: ProviderPayment, fields: URLSearchParams): boolean
  /** @throws {ProviderError} the provider gives no response */
  fetchStatus(context: ProviderContext, payment: ProviderPayment): Promise<ProviderReport>
}

/** A provider that shops have accounts with. */
export interface AccountPaymentProvider extends Provider {
  /** The feature that the provider must enable for `startUpi`. */
  upiFeature: string
  /** @throws {ProviderError} the provider took no payment */
  startUpi(context: ProviderContext, payment: PaymentToStart): Promise<StartedUpiPayment>
}
