import { createHash, createHmac } from 'node:crypto'

import { payuRequestHash, payuResponseHash } from '../../api/payment-providers/payu.ts'
import { phonepeAuthorization } from '../../api/payment-providers/phonepe.ts'
import type { AccountProvider } from '../../api/db/json-columns.ts'
import { startProviderStub, type StubResponse, type ReceivedRequest } from '../api/helpers/provider-stub.ts'
import { ACCOUNTS, SECRETS } from '../api/helpers/payment-accounts.ts'

export interface SimulatedPayment {
  provider: AccountProvider
  /** The shop's payment id. */
  id: string
  amountPaise: number
  /** The fields that PayU signs again in its webhook. */
  fields: Record<string, string>
  state: 'pending' | 'paid' | 'failed'
  /** Number of state changes. */
  changes: number
}

export interface SignedWebhook {
  provider: AccountProvider
  body: string
  headers: Record<string, string>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const ok = (body: unknown): StubResponse => ({ status: 200, body })
const refuse = (status: number, body: unknown = {}): StubResponse => ({ status, body })

/**
 * The UPI APIs of all four providers on this machine: they store each payment, refuse wrong credentials, amounts or
 * ids like the real ones, and return its state. `failureShare` of all calls fail like a provider under load.
 */
export async function startSimulatedProviders({ failureShare = 0 } = {}) {
  const stub = await startProviderStub()
  const payments = new Map<string, SimulatedPayment>()
  let calls = 0

  function add(provider: AccountProvider, id: string, amountPaise: number, fields = {}): SimulatedPayment {
    const payment = { provider, id, amountPaise, fields, state: 'pending' as const, changes: 0 }
    payments.set(id, payment)
    return payment
  }

  stub.respond((request) => {
    calls += 1
    stub.requests.length = 0
    if (failureShare > 0 && calls % Math.round(1 / failureShare) === 0) {
      const failures: StubResponse[] = [
        refuse(503),
        refuse(429),
        'reset',
        { status: 200, body: '<html>Busy</html>' },
      ]
      return failures[Math.floor(calls * failureShare) % failures.length] ?? 'reset'
    }
    if (request.host === 'test.payu.in') return payu(request)
    if (request.host === 'api.razorpay.com') return razorpay(request)
    if (request.host === 'sandbox.cashfree.com') return cashfree(request)
    return phonepe(request)
  })

  function payu({ path, body }: ReceivedRequest): StubResponse {
    const fields = Object.fromEntries(new URLSearchParams(body))
    if (path.startsWith('/merchant/postservice.php')) {
      const { command, var1 = '', hash } = fields
      const text = [ACCOUNTS.payu.id, command, var1, SECRETS.payu.salt].join('|')
      const payment = [...payments.values()].find(({ id }) => id.slice(0, 25) === var1)
      if (hash !== createHash('sha512').update(text).digest('hex'))
        return ok({ status: 0, msg: 'Invalid Hash.' })
      if (!payment)
        return ok({
          status: 0,
          transaction_details: { [var1]: { mihpayid: 'Not Found', status: 'Not Found' } },
        })
      const details = { mihpayid: '4039937155', status: payuStatus(payment), amt: toRupees(payment) }
      return ok({ status: 1, transaction_details: { [var1]: details } })
    }
    const { txnid = '', udf1 = '', amount = '', hash } = fields
    if (hash !== payuRequestHash(fields, SECRETS.payu.salt))
      return ok({ metaData: { message: 'Invalid hash' } })
    if (fields.txn_s2s_flow !== '4' || fields.bankcode !== 'INTENT' || !fields.s2s_client_ip)
      return refuse(400)
    const payment = add('payu', udf1, Math.round(Number(amount) * 100), fields)
    return ok({
      metaData: { txnId: txnid, txnStatus: 'pending', unmappedStatus: 'pending' },
      result: {
        paymentId: '4039937155',
        amount,
        intentURIData: `pa=payutest@hdfcbank&pn=Silk House&tr=${payment.id}&am=${amount}&cu=INR&tn=UPI Transaction`,
      },
    })
  }

  function razorpay({ path, method, headers, body }: ReceivedRequest): StubResponse {
    const credentials = Buffer.from(`${ACCOUNTS.razorpay.id}:${SECRETS.razorpay.keySecret}`).toString(
      'base64',
    )
    if (headers.authorization !== `Basic ${credentials}`) return refuse(401)
    if (method === 'POST') {
      const { notes, payment_amount, usage, fixed_amount } = JSON.parse(body)
      if (usage !== 'single_use' || !fixed_amount) return refuse(400)
      const payment = add('razorpay', notes.payment, payment_amount)
      return ok({ ...razorpayCode(payment), image_content: upiLinkOf(payment) })
    }
    const payment = payments.get(path.split('/').at(-1)?.replace('qr_', '') ?? '')
    return payment ? ok(razorpayCode(payment)) : refuse(400, { error: { code: 'BAD_REQUEST_ERROR' } })
  }

  function cashfree({ path, method, headers, body }: ReceivedRequest): StubResponse {
    if (headers['x-client-secret'] !== SECRETS.cashfree.clientSecret) return refuse(401)
    if (path === '/pg/orders/sessions') {
      const { payment_session_id, payment_method } = JSON.parse(body)
      const payment = payments.get(String(payment_session_id).replace('session_', ''))
      if (!payment || payment_method.upi.channel !== 'link') return refuse(404)
      const link = upiLinkOf(payment)
      return ok({
        action: 'custom',
        channel: 'link',
        data: { url: null, payload: { default: link, gpay: link } },
      })
    }
    if (method === 'POST') {
      const { order_id, order_amount } = JSON.parse(body)
      if (payments.has(order_id)) return refuse(409, { code: 'order_already_exists' })
      const payment = add('cashfree', order_id, Math.round(order_amount * 100))
      return ok({ ...cashfreeOrder(payment), payment_session_id: `session_${order_id}` })
    }
    const payment = payments.get(path.split('/').at(-1) ?? '')
    return payment ? ok(cashfreeOrder(payment)) : refuse(404, { code: 'order_not_found' })
  }

  function phonepe({ path, headers, body }: ReceivedRequest): StubResponse {
    if (path.endsWith('/v1/oauth/token')) {
      return ok({ access_token: 'a token of PhonePe', expires_at: 4_102_444_800 })
    }
    if (headers.authorization !== 'O-Bearer a token of PhonePe') return refuse(401)
    if (path.endsWith('/payments/v2/pay')) {
      const { merchantOrderId, amount, paymentFlow, expireAfter } = JSON.parse(body)
      if (paymentFlow.paymentMode.type !== 'UPI_QR' || expireAfter < 300) return refuse(400)
      const payment = add('phonepe', merchantOrderId, amount)
      return ok({ orderId: `OMO${payment.id}`, state: 'PENDING', intentUrl: upiLinkOf(payment), qrData: '' })
    }
    const payment = payments.get(/\/payments\/v2\/order\/(\w+)\/status$/.exec(path)?.[1] ?? '')
    return payment ? ok(phonepeOrder(payment)) : refuse(400, { code: 'ORDER_NOT_FOUND' })
  }

  function setState(id: string, state: 'paid' | 'failed'): SimulatedPayment {
    const payment = payments.get(id)
    if (!payment) throw new Error(`No provider knows the payment ${id}.`)
    payment.state = state
    payment.changes += 1
    return payment
  }

  return {
    call: stub.call,
    port: stub.port,
    /** The shopper's app pays now, or fails to. */
    settle: setState,
    payment: (id: string) => payments.get(id),
    calls: () => calls,
    close: stub.close,
  }
}

/** The provider's signed webhook for the payment's current state. */
export function toSignedWebhook(payment: SimulatedPayment, now: Date): SignedWebhook {
  const { provider, id, changes } = payment
  switch (provider) {
    case 'payu': {
      const {
        key = '',
        txnid = '',
        amount = '',
        productinfo = '',
        firstname = '',
        email = '',
      } = payment.fields
      const fields = new URLSearchParams({
        ...{ mihpayid: '4039937155', status: payuStatus(payment), mode: 'UPI' },
        ...{ key, txnid, amount, productinfo, firstname, email, udf1: id },
      })
      fields.set('hash', payuResponseHash(fields, SECRETS.payu.salt))
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return { provider, body: fields.toString(), headers }
    }
    case 'razorpay': {
      const event = payment.state === 'paid' ? 'qr_code.credited' : 'qr_code.closed'
      const body = JSON.stringify({ event, payload: { qr_code: { entity: razorpayCode(payment) } } })
      const signature = createHmac('sha256', SECRETS.razorpay.webhookSecret).update(body).digest('hex')
      const eventId = `evt_${id}_${changes}`
      return {
        provider,
        body,
        headers: { ...JSON_TYPE, 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId },
      }
    }
    case 'cashfree': {
      const isPaid = payment.state === 'paid'
      const { order_id, order_amount, order_currency } = cashfreeOrder(payment)
      const attempt = {
        cf_payment_id: `${changes}`,
        payment_status: isPaid ? 'SUCCESS' : 'FAILED',
        payment_amount: order_amount,
      }
      const type = isPaid ? 'PAYMENT_SUCCESS_WEBHOOK' : 'PAYMENT_FAILED_WEBHOOK'
      const body = JSON.stringify({
        type,
        data: { order: { order_id, order_amount, order_currency }, payment: attempt },
      })
      const timestamp = String(now.getTime())
      const signature = createHmac('sha256', SECRETS.cashfree.clientSecret)
        .update(timestamp + body)
        .digest('base64')
      return {
        provider,
        body,
        headers: { ...JSON_TYPE, 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature },
      }
    }
    case 'phonepe': {
      const event = payment.state === 'paid' ? 'pg.order.completed' : 'pg.order.failed'
      const body = JSON.stringify({ event, payload: phonepeOrder(payment) })
      const headers = { ...JSON_TYPE, authorization: phonepeAuthorization(SECRETS.phonepe.webhookLogin) }
      return { provider, body, headers }
    }
  }
}

function upiLinkOf(payment: SimulatedPayment): string {
  return `upi://pay?pa=${payment.provider}@icici&pn=Silk House&tr=${payment.id}&am=${toRupees(payment)}&cu=INR`
}

function toRupees({ amountPaise }: SimulatedPayment): string {
  return (amountPaise / 100).toFixed(2)
}

function payuStatus({ state }: SimulatedPayment): string {
  return { pending: 'pending', paid: 'success', failed: 'failure' }[state]
}

function razorpayCode({ id, amountPaise, state }: SimulatedPayment) {
  return {
    ...{ id: `qr_${id}`, entity: 'qr_code', notes: { payment: id }, payment_amount: amountPaise },
    payments_amount_received: state === 'paid' ? amountPaise : 0,
    status: state === 'pending' ? 'active' : 'closed',
  }
}

/** An order stays active after a failed payment. */
function cashfreeOrder(payment: SimulatedPayment) {
  return {
    order_id: payment.id,
    order_status: payment.state === 'paid' ? 'PAID' : 'ACTIVE',
    order_amount: Number(toRupees(payment)),
    order_currency: 'INR',
  }
}

function phonepeOrder({ id, amountPaise, state }: SimulatedPayment) {
  const payments = { pending: 'PENDING', paid: 'COMPLETED', failed: 'FAILED' }[state]
  return { orderId: `OMO${id}`, merchantOrderId: id, state: payments, amount: amountPaise }
}
