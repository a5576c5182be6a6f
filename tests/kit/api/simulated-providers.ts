import { createHash, createHmac } from 'node:crypto'

import { payuRequestHash, payuResponseHash } from '../../../api/payment-providers/payu.ts'
import { phonepeAuthorization } from '../../../api/payment-providers/phonepe.ts'
import type { AccountProvider } from '../../../api/db/json-columns.ts'
import { startProviderStub, type StubResponse, type ReceivedRequest } from './provider-stub.ts'
import { ACCOUNTS, SECRETS } from './payment-accounts.ts'

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

/** A refund that a provider was asked for. */
export interface SimulatedRefund {
  provider: AccountProvider
  /** The shop's id of it; of PayU, its first 23 characters. */
  id: string
  paymentId: string
  amountPaise: number
  state: 'pending' | 'made' | 'failed'
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
  const refunds = new Map<string, SimulatedRefund>()
  let calls = 0
  /** Refund requests whose response is lost, though the provider has them. */
  let losesResponses = 0

  function add(provider: AccountProvider, id: string, amountPaise: number, fields = {}): SimulatedPayment {
    const payment = { provider, id, amountPaise, fields, state: 'pending' as const, changes: 0 }
    payments.set(id, payment)
    return payment
  }

  /** Takes a refund once, and never more than was received; `undefined` for one that is refused. */
  function addRefund(
    provider: AccountProvider,
    id: string,
    payment: SimulatedPayment,
    amountPaise: number,
  ): SimulatedRefund | undefined {
    const others = [...refunds.values()].filter(
      (one) => one.paymentId === payment.id && one.state !== 'failed',
    )
    const back = others.reduce((sum, one) => sum + one.amountPaise, 0)
    const isTooMuch = payment.state !== 'paid' || back + amountPaise > payment.amountPaise
    if (refunds.has(id) || amountPaise < 100 || isTooMuch) return undefined
    const refund = { provider, id, paymentId: payment.id, amountPaise, state: 'pending' as const }
    refunds.set(id, refund)
    return refund
  }

  const refundResponse = (refund: SimulatedRefund | undefined, body: (one: SimulatedRefund) => unknown) => {
    if (!refund) return refuse(400, { code: 'BAD_REQUEST_ERROR' })
    if (losesResponses === 0) return ok(body(refund))
    losesResponses -= 1
    return 'reset' as const
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
      const { command, var1 = '', var2 = '', var3 = '', hash } = fields
      const text = [ACCOUNTS.payu.id, command, var1, SECRETS.payu.salt].join('|')
      const payment = [...payments.values()].find(({ id }) => id.slice(0, 25) === var1)
      if (hash !== createHash('sha512').update(text).digest('hex'))
        return ok({ status: 0, msg: 'Invalid Hash.' })
      if (command === 'check_action_status') return ok(payuActions(var1))
      if (command === 'cancel_refund_transaction') {
        const paid = payments.get(var1.slice('payu-'.length))
        const refund = paid && addRefund('payu', var2, paid, Math.round(Number(var3) * 100))
        if (!refund) return ok({ status: 0, msg: 'Refund not possible', error_code: 105 })
        return refundResponse(refund, () => ({
          status: 1,
          msg: 'Refund Request Queued',
          request_id: `7${var2}`,
        }))
      }
      if (!payment)
        return ok({
          status: 0,
          transaction_details: { [var1]: { mihpayid: 'Not Found', status: 'Not Found' } },
        })
      const details = { mihpayid: `payu-${payment.id}`, status: payuStatus(payment), amt: toRupees(payment) }
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

  function payuActions(payuId: string) {
    const own = [...refunds.values()].filter(({ paymentId }) => `payu-${paymentId}` === payuId)
    if (own.length === 0) return { status: 0, transaction_details: { [payuId]: 'No action status found' } }
    const actions = own.map(({ id: token, amountPaise, state }) => [
      `7${token}`,
      {
        ...{ request_id: `7${token}`, amt: (amountPaise / 100).toFixed(2), action: 'refund', token },
        status: { pending: 'queued', made: 'success', failed: 'failure' }[state],
      },
    ])
    return { status: 1, transaction_details: { [payuId]: Object.fromEntries(actions) } }
  }

  function razorpay({ path, method, headers, body }: ReceivedRequest): StubResponse {
    const credentials = Buffer.from(`${ACCOUNTS.razorpay.id}:${SECRETS.razorpay.keySecret}`).toString(
      'base64',
    )
    if (headers.authorization !== `Basic ${credentials}`) return refuse(401)
    const [, paidId, call] = /^\/v1\/payments\/pay_(\w+)\/(refunds?)(?:\?|$)/.exec(path) ?? []
    if (paidId !== undefined) {
      const own = [...refunds.values()].filter(({ paymentId }) => paymentId === paidId)
      if (call === 'refunds') return ok({ items: own.map(razorpayRefund) })
      const { amount, receipt } = JSON.parse(body)
      if (headers['x-refund-idempotency'] !== receipt) return refuse(400)
      const paid = payments.get(paidId)
      const known = refunds.get(receipt)
      return refundResponse(known ?? (paid && addRefund('razorpay', receipt, paid, amount)), razorpayRefund)
    }
    const [, codeId] = /^\/v1\/payments\/qr_codes\/qr_(\w+)\/payments$/.exec(path) ?? []
    if (codeId !== undefined) {
      const paid = payments.get(codeId)
      const money = paid?.state === 'paid' ? [paid] : []
      return ok({
        items: money.map(({ id, amountPaise: amount }) => ({ id: `pay_${id}`, amount, status: 'captured' })),
      })
    }
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
    const [, paidId, refundId] = /^\/pg\/orders\/(\w+)\/refunds(?:\/(\w+))?$/.exec(path) ?? []
    if (paidId !== undefined) {
      const known = refunds.get(refundId ?? '')
      if (method === 'GET')
        return known ? ok(cashfreeRefund(known)) : refuse(404, { code: 'refund_not_found' })
      const { refund_id, refund_amount } = JSON.parse(body)
      const paid = payments.get(paidId)
      if (headers['x-idempotency-key'] !== refund_id) return refuse(400)
      if (refunds.has(refund_id)) return refuse(409, { code: 'refund_already_exists' })
      return refundResponse(
        paid && addRefund('cashfree', refund_id, paid, Math.round(refund_amount * 100)),
        cashfreeRefund,
      )
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
    if (path.endsWith('/payments/v2/refund')) {
      const { merchantRefundId, originalMerchantOrderId, amount } = JSON.parse(body)
      const paid = payments.get(originalMerchantOrderId)
      return refundResponse(paid && addRefund('phonepe', merchantRefundId, paid, amount), phonepeRefund)
    }
    const [, refundId] = /\/payments\/v2\/refund\/(\w+)\/status$/.exec(path) ?? []
    if (refundId !== undefined) {
      const known = refunds.get(refundId)
      return known ? ok(phonepeRefund(known)) : refuse(400, { code: 'REFUND_NOT_FOUND' })
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
    /** The provider makes the refund now, or fails to. */
    settleRefund(id: string, state: 'made' | 'failed'): SimulatedRefund {
      const refund = [...refunds.values()].find((one) => id.startsWith(one.id))
      if (!refund) throw new Error(`No provider knows the refund ${id}.`)
      refund.state = state
      return refund
    },
    refunds: () => [...refunds.values()],
    /** The next refund reaches the provider, but its response is lost. */
    loseNextResponse() {
      losesResponses = 1
    },
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

/** The provider's signed webhook for the refund's current state; PayU signs none. */
export function toRefundWebhook(refund: SimulatedRefund, now: Date): SignedWebhook | undefined {
  const { provider } = refund
  switch (provider) {
    case 'razorpay': {
      const event = refund.state === 'made' ? 'refund.processed' : 'refund.failed'
      const body = JSON.stringify({ event, payload: { refund: { entity: razorpayRefund(refund) } } })
      const signature = createHmac('sha256', SECRETS.razorpay.webhookSecret).update(body).digest('hex')
      return { provider, body, headers: { ...JSON_TYPE, 'x-razorpay-signature': signature } }
    }
    case 'cashfree': {
      const body = JSON.stringify({ type: 'REFUND_STATUS_WEBHOOK', data: { refund: cashfreeRefund(refund) } })
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
      const event = refund.state === 'made' ? 'pg.refund.completed' : 'pg.refund.failed'
      const body = JSON.stringify({ event, payload: phonepeRefund(refund) })
      const headers = { ...JSON_TYPE, authorization: phonepeAuthorization(SECRETS.phonepe.webhookLogin) }
      return { provider, body, headers }
    }
    case 'payu':
      return undefined
  }
}

function razorpayRefund({ id, paymentId, amountPaise, state }: SimulatedRefund) {
  return {
    ...{ id: `rfnd_${id}`, entity: 'refund', amount: amountPaise, currency: 'INR', receipt: id },
    payment_id: `pay_${paymentId}`,
    status: { pending: 'pending', made: 'processed', failed: 'failed' }[state],
  }
}

function cashfreeRefund({ id, paymentId, amountPaise, state }: SimulatedRefund) {
  return {
    ...{ cf_refund_id: `cf_${id}`, refund_id: id, order_id: paymentId, refund_currency: 'INR' },
    refund_amount: amountPaise / 100,
    refund_status: { pending: 'PENDING', made: 'SUCCESS', failed: 'CANCELLED' }[state],
  }
}

function phonepeRefund({ id, paymentId, amountPaise, state }: SimulatedRefund) {
  return {
    ...{ merchantRefundId: id, originalMerchantOrderId: paymentId, refundId: `OMR${id}` },
    amount: amountPaise,
    state: { pending: 'PENDING', made: 'COMPLETED', failed: 'FAILED' }[state],
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
