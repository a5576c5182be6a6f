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

export interface NewPayment {
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
export interface InitiatedPayment {
  next: { kind: 'form'; url: string; fields: Record<string, string> } | { kind: 'page'; url: string }
  /** What the provider calls the payment, where it has a name of its own for it. */
  reference?: string
}

/** A payment that the shopper makes in a UPI app. */
export interface InitiatedUpiPayment {
  /** Begins with `upi://pay?` and asks for exactly the payment's amount. */
  link: string
  reference?: string
}

export interface StoredPayment {
  id: string
  reference: string | null
  /** Initiated by `initiateUpiPayment`. */
  isUpi?: boolean
}

/** What a provider says of a payment. */
export interface ProviderReport {
  paymentId: string
  /** Equal for repeated reports of one event, of which only the first is acted on. */
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

/**
 * One payment provider. Only its reports (`readWebhook`, `getPaymentStatus`) settle a payment, never the browser. The
 * operations write nothing: `settle` stores what a report changes.
 */
export interface Provider {
  /** Whose values the secrets file must give. */
  secretNames: readonly string[]
  /** Hosts that a shopper's browser is sent to, also where the provider itself sends it on; `*.` stands for every name. */
  browserHosts: readonly string[]
  /** Whether a verified webhook is believed only after the provider was asked: its signature doesn't bind it all. */
  isConfirmedByStatus: boolean
  /** What is wrong with an account's id, mode or version, in a sentence. */
  accountProblem(account: ProviderContext['account']): string | undefined
  /**
   * Called once for a new payment, before it is stored. The URL to open must be of one of `browserHosts`.
   * @throws {ProviderError} the provider took no payment; nothing is stored then
   */
  initiatePayment(context: ProviderContext, payment: NewPayment): Promise<InitiatedPayment>
  /**
   * Verifies a webhook over its exact bytes and returns its report: `undefined` when it isn't signed by the provider,
   * `ignored` when it is about something else. Called for each delivery, also repeated ones, and must not throw.
   */
  readWebhook(context: ProviderContext, webhook: RawWebhook): ProviderReport | 'ignored' | undefined
  /** Whether a browser that comes back brings what only the provider can have given it; the status is asked for then. */
  isGenuineReturn(context: ProviderContext, payment: StoredPayment, fields: URLSearchParams): boolean
  /**
   * Called when a browser comes back, by the schedule of checks, and to confirm a webhook where `isConfirmedByStatus`.
   * @throws {ProviderError} the provider gave no answer
   */
  getPaymentStatus(context: ProviderContext, payment: StoredPayment): Promise<ProviderReport>
}

/** A provider that a shop has an account with. */
export interface AccountPaymentProvider extends Provider {
  /** What the provider enables on request, so that `initiateUpiPayment` works for an account. */
  upiFeature: string
  /** @throws {ProviderError} the provider took no payment */
  initiateUpiPayment(context: ProviderContext, payment: NewPayment): Promise<InitiatedUpiPayment>
}
