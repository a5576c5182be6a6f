import type { Mode } from '../db/json-columns.ts'
import type { ProviderCall } from './provider-call.ts'

/** Secrets by name, newest first: older ones still verify during rotation. */
export type ProviderSecrets = Readonly<Record<string, readonly string[]>>

/** Account, secrets and client of one shop for its provider. */
export interface ProviderContext {
  account: { id: string; mode: Mode; version?: string | undefined }
  secrets: ProviderSecrets
  call: ProviderCall
  now: Date
}

export interface NewPayment {
  id: string
  /** Order number, or reference of the payment link, for display. */
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
export interface InitiatedPayment {
  next: { kind: 'form'; url: string; fields: Record<string, string> } | { kind: 'page'; url: string }
  /** The provider's own payment id, if it has one. */
  reference?: string
}

/** A payment that the shopper makes in a UPI app. */
export interface InitiatedUpiPayment {
  /** Starts with `upi://pay?` and requests exactly the payment's amount. */
  link: string
  reference?: string
}

export interface StoredPayment {
  id: string
  reference: string | null
  /** Started by `initiateUpiPayment`. */
  isUpi?: boolean
}

/** A provider's report on a payment. */
export interface ProviderReport {
  paymentId: string
  /** Equal for repeated reports of one event; only the first has an effect. */
  eventId: string
  reference?: string | undefined
  /** The order number, if the provider knows it. */
  orderNumber?: string
  amountPaise: number
  currency: string
  outcome: 'paid' | 'declined' | 'pending'
}

/** A refund that a provider is asked for. */
export interface StoredRefund {
  /** Our own id, by which the provider knows a repeated request: 26 letters and digits. */
  id: string
  amountPaise: number
  payment: StoredPayment & { amountPaise: number }
}

/** A provider's report on a refund. */
export interface RefundReport {
  /** The provider's own id of it. */
  reference: string
  amountPaise: number
  outcome: 'made' | 'failed' | 'pending'
}

/** The raw request. Header names are lower case. */
export interface RawWebhook {
  header: (name: string) => string | undefined
  body: Buffer
}

/**
 * One payment provider. Only its reports (`parseWebhook`, `getPaymentStatus`) settle a payment, never the browser. The
 * operations write nothing: `settle` stores what a report changes.
 */
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
  /**
   * Called once for a new payment, before it is stored. The URL to open belongs to one of `browserHosts`.
   * @throws {ProviderError} the provider took no payment; nothing is stored then
   */
  initiatePayment(context: ProviderContext, payment: NewPayment): Promise<InitiatedPayment>
  /**
   * Verifies a webhook over its exact bytes and returns its report: `undefined` without a valid signature, `ignored` for
   * other subjects, and of a refund our own id, whose state is asked for. Called for each delivery, repeated ones included;
   * must not throw.
   */
  parseWebhook(
    context: ProviderContext,
    webhook: RawWebhook,
  ): ProviderReport | { refundId: string } | 'ignored' | undefined
  /** Whether the returning browser proves that it comes from the provider. */
  isGenuineReturn(context: ProviderContext, payment: StoredPayment, fields: URLSearchParams): boolean
  /**
   * Called when a browser comes back, by the schedule of checks, and to confirm a webhook where `isConfirmedByStatus`.
   * @throws {ProviderError} the provider gives no response
   */
  getPaymentStatus(context: ProviderContext, payment: StoredPayment): Promise<ProviderReport>
  /**
   * Asks for a refund, or for its state where the provider has it already. Called until the refund is made or has failed:
   * the money goes back once, however often that is.
   * @throws {ProviderError} the provider gives no response
   */
  refund(context: ProviderContext, refund: StoredRefund): Promise<RefundReport>
}

/** A provider that shops have accounts with. */
export interface AccountPaymentProvider extends Provider {
  /** The feature that the provider must enable for `initiateUpiPayment`. */
  upiFeature: string
  /** @throws {ProviderError} the provider took no payment */
  initiateUpiPayment(context: ProviderContext, payment: NewPayment): Promise<InitiatedUpiPayment>
}
