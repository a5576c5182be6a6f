import type { GatewayCall } from './gateway-call.ts'

export const ACCOUNT_PROVIDERS = ['payu', 'razorpay', 'cashfree', 'phonepe'] as const

export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number]

export type Mode = 'test' | 'live'

/** A shop's account with a gateway, without secrets. */
export interface PaymentAccount {
  provider: AccountProvider
  mode: Mode
  /** PayU's merchant key, Razorpay's key id, the client id of Cashfree and PhonePe. */
  id: string
  /** PhonePe's client version. */
  version?: string
  /** False where the gateway has not enabled UPI by API for the account; its page still takes UPI. */
  upi?: boolean
}

/** Secrets by name, newest first: older ones still verify during rotation. */
export type ProviderSecrets = Readonly<Record<string, readonly string[]>>

/** Account, secrets and client of one shop for its provider. */
export interface ProviderContext {
  account: { id: string; mode: Mode; version?: string | undefined }
  secrets: ProviderSecrets
  call: GatewayCall
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
  /** URL on this API to which the gateway returns the browser. */
  returnUrl: string
  /** URL of the webhook. */
  callbackUrl: string
}

/** Next step of the browser: post a form to a gateway, or open its page. */
export interface StartedPayment {
  next: { kind: 'form'; url: string; fields: Record<string, string> } | { kind: 'page'; url: string }
  /** The gateway's own payment id, if it has one. */
  reference?: string
}

/** A payment that the shopper makes in a UPI app. */
export interface StartedUpiPayment {
  /** Starts with `upi://pay?` and requests exactly the payment's amount. */
  link: string
  reference?: string
}

export interface BegunPayment {
  id: string
  reference: string | null
  /** Begun by `startUpi`. */
  isUpi?: boolean
}

/** A gateway's report on a payment. */
export interface GatewayReport {
  paymentId: string
  eventId: string
  reference?: string | undefined
  /** The order number, if the gateway knows it. */
  orderNumber?: string
  amountPaise: number
  currency: string
  outcome: 'paid' | 'declined' | 'pending'
}

/** The raw request. Header names are lower case. */
export interface RawCallback {
  header: (name: string) => string | undefined
  body: Buffer
}

/** One payment gateway; all differences between gateways are here. */
export interface Provider {
  /** Names of the secrets that the secrets file must contain. */
  secretNames: readonly string[]
  /** Hosts that the browser visits, including redirects of the gateway; `*.` matches every subdomain. */
  browserHosts: readonly string[]
  /**
   * Whether a verified callback must be confirmed by a status request, because its signature does not cover all
   * fields.
   */
  isConfirmedByStatus: boolean
  /** The error in an account's id, mode or version, as a sentence. */
  accountProblem(account: ProviderContext['account']): string | undefined
  /** @throws {GatewayError} the gateway took no payment */
  start(context: ProviderContext, payment: PaymentToStart): Promise<StartedPayment>
  /** Parses a callback: `undefined` without a valid signature, `ignored` for other subjects. */
  readCallback(context: ProviderContext, callback: RawCallback): GatewayReport | 'ignored' | undefined
  /** Whether the returning browser proves that it comes from the gateway. */
  isGenuineReturn(context: ProviderContext, payment: BegunPayment, fields: URLSearchParams): boolean
  /** @throws {GatewayError} the gateway gave no answer */
  askStatus(context: ProviderContext, payment: BegunPayment): Promise<GatewayReport>
}

/** A gateway that shops have accounts with. */
export interface AccountPaymentProvider extends Provider {
  /** The feature that the gateway must enable for `startUpi`. */
  upiFeature: string
  /** @throws {GatewayError} the gateway took no payment */
  startUpi(context: ProviderContext, payment: PaymentToStart): Promise<StartedUpiPayment>
}
