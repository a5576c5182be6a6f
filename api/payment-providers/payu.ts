import * as z from 'zod/mini'

import { formatAmount } from '../rupees.ts'
import { ProviderError } from './provider-call.ts'
import type {
  AccountPaymentProvider,
  StoredPayment,
  ProviderContext,
  ProviderReport,
  NewPayment,
} from './provider.ts'
import type { Mode } from '../db/json-columns.ts'
import { parseResponse, toPaise } from './parse-response.ts'
import { parseUpiLink } from './upi.ts'
import { isSignedWithAny, sha512 } from './verify.ts'

/** PayU hosted checkout, UPI intent, and the `verify_payment` command. Source: docs.payu.in */

const FORM_URL: Record<Mode, string> = {
  test: 'https://test.payu.in/_payment',
  live: 'https://secure.payu.in/_payment',
}
const COMMAND_URL: Record<Mode, string> = {
  test: 'https://test.payu.in/merchant/postservice.php?form=2',
  live: 'https://info.payu.in/merchant/postservice.php?form=2',
}
const TRANSACTION_ID_LENGTH = 25

const OWN_FIELDS = ['udf1', 'udf2', 'udf3', 'udf4', 'udf5'] as const
const SIGNED = ['email', 'firstname', 'productinfo', 'amount', 'txnid', 'key'] as const

const statusSchema = z.object({
  transaction_details: z.record(
    z.string(),
    z.object({
      mihpayid: z.nullish(z.union([z.string(), z.number()])),
      status: z.string(),
      transaction_amount: z.nullish(z.union([z.string(), z.number()])),
      amt: z.nullish(z.union([z.string(), z.number()])),
    }),
  ),
})

const upiSchema = z.object({
  metaData: z.object({ txnId: z.string() }),
  result: z.object({ intentURIData: z.string() }),
})

export const payu: AccountPaymentProvider = {
  secretNames: ['salt'],
  browserHosts: ['*.payu.in'],
  upiFeature: 'UPI intent, server to server',
  isConfirmedByStatus: true,

  accountProblem({ id }) {
    return /^[A-Za-z0-9]{4,20}$/.test(id)
      ? undefined
      : 'The id is the merchant key of PayU: 4 to 20 letters and digits.'
  },

  initiatePayment(context, payment) {
    const url = FORM_URL[context.account.mode]
    return Promise.resolve({ next: { kind: 'form', url, fields: formFields(context, payment) } })
  },

  async initiateUpiPayment(context, payment) {
    const fields = {
      ...formFields(context, payment),
      pg: 'UPI',
      bankcode: 'INTENT',
      txn_s2s_flow: '4',
      s2s_client_ip: payment.device.address,
      s2s_device_info: payment.device.userAgent,
    }
    const response = await context.call({
      method: 'POST',
      url: FORM_URL[context.account.mode],
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
    })
    const { metaData, result } = parseResponse('PayU', upiSchema, response)
    if (metaData.txnId !== fields.txnid) throw new ProviderError('PayU returned another payment.')
    return { link: parseUpiLink('PayU', `upi://pay?${result.intentURIData}`, payment.amountPaise) }
  },

  parseWebhook(context, { body }) {
    return parseSignedFields(context, new URLSearchParams(body.toString('utf8')))
  },

  isGenuineReturn(context, payment, fields) {
    return parseSignedFields(context, fields)?.paymentId === payment.id
  },

  async getPaymentStatus({ account, secrets, call }, payment) {
    const command = 'verify_payment'
    const transactionId = toTransactionId(payment.id)
    const hash = sha512([account.id, command, transactionId, secrets.salt?.[0]].join('|'))
    const response = await call({
      method: 'POST',
      url: COMMAND_URL[account.mode],
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ key: account.id, command, var1: transactionId, hash }).toString(),
    })
    const found = parseResponse('PayU', statusSchema, response).transaction_details[transactionId]
    if (!found) throw new ProviderError('PayU returned another payment.')
    const amount = found.transaction_amount ?? found.amt ?? ''
    return reportOf(payment, found.status, String(found.mihpayid ?? ''), toPaise(amount))
  },
}

function formFields({ account, secrets }: ProviderContext, payment: NewPayment) {
  const fields = {
    key: account.id,
    txnid: toTransactionId(payment.id),
    amount: formatAmount(payment.amountPaise),
    productinfo: `Order ${payment.orderId}`,
    firstname: toPlainName(payment.customer.firstName),
    email: payment.customer.email,
    udf1: payment.id,
  }
  return {
    ...fields,
    phone: payment.customer.phone,
    surl: payment.returnUrl,
    furl: payment.returnUrl,
    hash: payuRequestHash(fields, secrets.salt?.[0] ?? ''),
  }
}

/** Hash of the fields that a browser posts to `_payment`. */
export function payuRequestHash(fields: Readonly<Record<string, string>>, salt: string): string {
  const names = ['key', 'txnid', 'amount', 'productinfo', 'firstname', 'email', ...OWN_FIELDS]
  return sha512([...names.map((name) => fields[name] ?? ''), '', '', '', '', '', salt].join('|'))
}

/** Hash of a response of PayU, from its raw texts. */
export function payuResponseHash(fields: URLSearchParams, salt: string): string {
  const text = (name: string) => fields.get(name) ?? ''
  const charges = text('additionalCharges') || text('additional_charges')
  return sha512(
    [
      ...(charges ? [charges] : []),
      salt,
      text('status'),
      ...['', '', '', '', ''],
      ...OWN_FIELDS.toReversed().map(text),
      ...SIGNED.map(text),
    ].join('|'),
  )
}

/** A field with the separator could imitate two fields, so none may contain it. */
function parseSignedFields(
  { account, secrets }: ProviderContext,
  fields: URLSearchParams,
): ProviderReport | undefined {
  const isSigned = isSignedWithAny(secrets.salt, fields.get('hash'), (salt) => payuResponseHash(fields, salt))
  const text = (name: string) => fields.get(name) ?? ''
  const hasSeparator = ['status', ...OWN_FIELDS, ...SIGNED].some((name) => text(name).includes('|'))
  if (!isSigned || hasSeparator || text('key') !== account.id) return undefined
  const payment = { id: text('udf1'), reference: null }
  if (toTransactionId(payment.id) !== text('txnid')) return undefined
  return reportOf(payment, text('status'), text('mihpayid'), toPaise(text('amount')))
}

function reportOf(
  { id }: StoredPayment,
  status: string,
  payuId: string,
  amountPaise: number,
): ProviderReport {
  return {
    paymentId: id,
    eventId: `${id}:${payuId}:${status}`.slice(0, 100),
    amountPaise,
    currency: 'INR',
    outcome: status === 'success' ? 'paid' : status === 'failure' ? 'declined' : 'pending',
  }
}

/** PayU's maximum length; 125 of the id's 130 random bits remain. */
function toTransactionId(paymentId: string): string {
  return paymentId.slice(0, TRANSACTION_ID_LENGTH)
}

function toPlainName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, ' ')
      .trim()
      .slice(0, 60) || 'Customer'
  )
}
