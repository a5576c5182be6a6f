import * as z from 'zod/mini'

import { formatAmount } from '../rupees.ts'
import { askForRefund } from './ask-for-refund.ts'
import { ProviderError } from './provider-call.ts'
import type {
  AccountPaymentProvider,
  StoredPayment,
  ProviderContext,
  ProviderReport,
  NewPayment,
  RefundReport,
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
/** The most that PayU takes of our own id of a refund. */
const TOKEN_LENGTH = 23

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

/** `transaction_details` is a text where PayU knows no action. */
const actionsSchema = z.object({
  transaction_details: z.record(
    z.string(),
    z.union([
      z.string(),
      z.record(
        z.string(),
        z.object({
          request_id: z.union([z.string(), z.number()]),
          amt: z.union([z.string(), z.number()]),
          action: z.string(),
          token: z.nullish(z.string()),
          status: z.string(),
        }),
      ),
    ]),
  ),
})
const queuedSchema = z.object({
  status: z.union([z.string(), z.number()]),
  request_id: z.nullish(z.union([z.string(), z.number()])),
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

  async getPaymentStatus(context, payment) {
    const found = await verifyPayment(context, payment)
    const amount = found.transaction_amount ?? found.amt ?? ''
    return reportOf(payment, found.status, String(found.mihpayid ?? ''), toPaise(amount))
  },

  async refund(context, refund) {
    const payuId = String((await verifyPayment(context, refund.payment)).mihpayid ?? '')
    const token = refund.id.slice(0, TOKEN_LENGTH)
    return askForRefund(
      'PayU',
      refund,
      async () => {
        const response = await sendCommand(context, 'check_action_status', { var1: payuId, var2: 'payuid' })
        const actions = parseResponse('PayU', actionsSchema, response).transaction_details[payuId]
        const known = Object.values(typeof actions === 'object' ? actions : {}).find(
          (one) => one.action === 'refund' && one.token === token,
        )
        return known && reportOfAction(known)
      },
      async () => {
        const amount = formatAmount(refund.amountPaise)
        const variables = { var1: payuId, var2: token, var3: amount }
        const response = await sendCommand(context, 'cancel_refund_transaction', variables)
        const { status, request_id } = parseResponse('PayU', queuedSchema, response)
        if (Number(status) !== 1) throw new ProviderError('PayU refused the refund.', { status: 422 })
        return {
          reference: String(request_id ?? token),
          amountPaise: refund.amountPaise,
          outcome: 'pending' as const,
        }
      },
    )
  },
}

function reportOfAction({
  request_id,
  amt,
  status,
}: {
  request_id: string | number
  amt: string | number
  status: string
}): RefundReport {
  const state = status.toLowerCase()
  return {
    reference: String(request_id),
    amountPaise: toPaise(amt),
    outcome: state === 'success' ? 'made' : state === 'failure' ? 'failed' : 'pending',
  }
}

async function verifyPayment(context: ProviderContext, { id }: Pick<StoredPayment, 'id'>) {
  const transactionId = toTransactionId(id)
  const response = await sendCommand(context, 'verify_payment', { var1: transactionId })
  const found = parseResponse('PayU', statusSchema, response).transaction_details[transactionId]
  if (found) return found
  throw new ProviderError('PayU returned another payment.')
}

function sendCommand(
  { account, secrets, call }: ProviderContext,
  command: string,
  variables: { var1: string } & Record<string, string>,
): Promise<unknown> {
  const hash = sha512([account.id, command, variables.var1, secrets.salt?.[0]].join('|'))
  return call({
    method: 'POST',
    url: COMMAND_URL[account.mode],
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ key: account.id, command, ...variables, hash }).toString(),
  })
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
