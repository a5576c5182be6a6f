import type { ProviderCall } from './provider-call.ts'

export const ACCOUNT_PROVIDERS = ['payu', 'razorpay', 'cashfree', 'phonepe'] as const

export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number]

export type Mode = 'test' | 'live'

/** A shop's account with a provider, without anything secret. */
export interface PaymentAccount {
  provider: AccountProvider
  mode: Mode
  /** PayU's merchant key, Razorpay's key id, the client id of Cashfree and PhonePe. */
  id: string
  /** PhonePe's client version. */
  version?: string
  /** False where the provider has not enabled UPI by its API for the account; its page still takes UPI. */
  upi?: boolean
}

/** By the name of the secret, the newest first: older ones still verify while they are exchanged. */
export type ProviderSecrets = Readonly<Record<string, readonly string[]>>

/** What a provider works with for one shop. */
export interface ProviderContext {
  account: { id: string; mode: Mode; version?: string | undefined }
  secrets: ProviderSecrets
  call: ProviderCall
  now: Date
}

export interface PaymentToStart {
  id: string
  /** As people see it. */
  orderId: string
  amountPaise: number
  shopName: string
  customer: { firstName: string; email: string; phone: string }
  /** The shopper's machine, which PayU asks for. */
  device: { address: string; userAgent: string }
  /** Where the provider sends the browser afterwards, on this API. */
  returnUrl: string
  /** Where the provider reports to. */
  webhookUrl: string
}

/** Where the browser goes: a form that it posts to a provider, or a page of the provider. */
export interface StartedPayment {
  next: { kind: 'form'; url: string; fields: Record<string, string> } | { kind: 'page'; url: string }
  /** What the provider calls the payment, where it has a name of its own for it. */
  reference?: string
}

/** A payment that the shopper makes in a UPI app. */
export interface StartedUpiPayment {
  /** Begins with `upi://pay?` and asks for exactly the payment's amount. */
  link: string
  reference?: string
}

export interface BegunPayment {
  id: string
  reference: string | null
  /** Begun by `startUpi`. */
  isUpi?: boolean
}

/** What a provider says of a payment. */
export interface ProviderReport {
  paymentId: string
  eventId: string
  reference?: string | undefined
  /** The order's number, from a provider that knows it. */
  orderNumber?: string
  amountPaise: number
  currency: string
  outcome: 'paid' | 'declined' | 'pending'
}

/** Exactly what came over the wire. Header names are lower case. */
export interface RawWebhook {
  header: (name: string) => string | undefined
  body: Buffer
}

/** One payment provider. What differs between providers is here and nowhere else. */
export interface Provider {
  /** Whose values the secrets file must give. */
  secretNames: readonly string[]
  /** Hosts that a shopper's browser is sent to, also where the provider itself sends it on; `*.` stands for every name. */
  browserHosts: readonly string[]
  /** Whether a verified webhook is believed only after the provider was asked: its signature doesn't bind it all. */
  isConfirmedByStatus: boolean
  /** What is wrong with an account's id, mode or version, in a sentence. */
  accountProblem(account: ProviderContext['account']): string | undefined
  /** @throws {ProviderError} the provider took no payment */
  start(context: ProviderContext, payment: PaymentToStart): Promise<StartedPayment>
  /** What a webhook reports: `undefined` when it isn't signed by the provider, `ignored` when it is about something else. */
  readWebhook(context: ProviderContext, webhook: RawWebhook): ProviderReport | 'ignored' | undefined
  /** Whether a browser that comes back brings what only the provider can have given it. */
  isGenuineReturn(context: ProviderContext, payment: BegunPayment, fields: URLSearchParams): boolean
  /** @throws {ProviderError} the provider gave no answer */
  askStatus(context: ProviderContext, payment: BegunPayment): Promise<ProviderReport>
}

/** A provider that a shop has an account with. */
export interface AccountPaymentProvider extends Provider {
  /** What the provider enables on request, so that `startUpi` works for an account. */
  upiFeature: string
  /** @throws {ProviderError} the provider took no payment */
  startUpi(context: ProviderContext, payment: PaymentToStart): Promise<StartedUpiPayment>
}
