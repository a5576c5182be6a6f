import { paymentResponseSchema } from '../../src/lib/schemas/payment.ts'
import { paymentRequestSchema, type PaymentRequest } from '../../src/lib/schemas/requests.ts'
import * as z from 'zod/mini'

import { apiOriginOf, shopOriginOf } from '../addresses.ts'
import { paymentFieldsAnswer } from '../answers.ts'
import type { AppContext } from '../context.ts'
import type { Transaction } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { formatOrderNumber, parseOrderNumber } from '../ids.ts'
import { answerOnce } from '../middleware/idempotency.ts'
import { signGatewayForm } from '../payments/gateway-form.ts'
import { paymentFields, readPaymentForm, type PaymentMeans, type PaymentMethod } from '../payments/methods.ts'
import { SANDBOX } from '../payments/sandbox/callback.ts'
import { type Payment, PaymentRefusedError, startPayment } from '../payments/start.ts'
import { formatAmount, upiLink } from '../payments/upi-link.ts'
import { route } from './route.ts'

type PaymentAnswer = z.input<typeof paymentResponseSchema>

export const paymentRoutes = [
  route({
    method: 'get',
    path: '/payments/fields',
    tag: 'Payments',
    summary: 'Describe the payment form',
    answer: {
      status: 200,
      description: 'The fields, in the order they are shown',
      schema: paymentFieldsAnswer,
    },
    handle: (c) => c.json({ fields: paymentFields(meansOf(c)) }),
  }),
  route({
    method: 'post',
    path: '/payments',
    tag: 'Payments',
    summary: 'Pay for an own pending order',
    description:
      'Answers what the browser does next: show a QR code, open a payment app, or post a signed form to the relay.',
    signedIn: true,
    acceptsIdempotencyKey: true,
    body: z.strictObject(paymentRequestSchema.shape),
    answer: {
      status: 200,
      description: 'The next step, or why there is none',
      schema: paymentResponseSchema,
    },
    failures: {
      404: 'The account has no such order',
      422: 'The body is not valid',
      429: 'Too many payments in a minute',
    },
    async handle(c, request) {
      try {
        return await answerOnce(c, request, async (tx) => ({ status: 200, body: await pay(c, tx, request) }))
      } catch (error) {
        if (!(error instanceof PaymentRefusedError)) throw error
        return c.json({ success: false, error: error.message } satisfies PaymentAnswer)
      }
    },
  }),
]

async function pay(c: AppContext, tx: Transaction, request: PaymentRequest): Promise<PaymentAnswer> {
  const { now, throttles } = c.get('services')
  throttles.paymentStart.take(JSON.stringify([c.get('tenant').id, c.get('user').id]))
  const orderNumber = parseOrderNumber(request.orderId)
  if (!orderNumber) throw new ApiError(404, 'Order not found')
  const form = readPaymentForm(request.fields, meansOf(c))
  if ('error' in form) throw new PaymentRefusedError(form.error)

  const payment = await startPayment(tx, {
    tenantId: c.get('tenant').id,
    userId: c.get('user').id,
    orderNumber,
    provider: SANDBOX,
    method: form.method,
    shopOrigin: shopOriginOf(c),
    now: now(),
  })
  return { success: true, action: actionOf(c, form.method, payment) }
}

function meansOf(c: AppContext): PaymentMeans {
  return { hasGateway: c.get('services').config.sandbox, hasUpiId: c.get('tenant').payee.upiId !== '' }
}

function actionOf(c: AppContext, method: PaymentMethod, payment: Payment): PaymentAnswer['action'] {
  const tenant = c.get('tenant')
  const orderId = formatOrderNumber(payment.orderNumber)
  const link = upiLink({
    payeeUpiId: tenant.payee.upiId,
    payeeName: tenant.payee.name,
    reference: payment.id,
    note: `Order ${orderId}`,
    amountPaise: payment.amount,
  })
  if (method === 'upi-qr') return { type: 'qr', qr: link }
  if (method === 'upi-app') return { type: 'deeplink', redirectUrl: link }

  const { paymentSecrets, now } = c.get('services')
  const api = apiOriginOf(c)
  return {
    type: 'redirect_post',
    redirectUrl: `${api}/api/v1/payments/relay`,
    formParams: {
      type: SANDBOX,
      url: `${api}/sandbox/pay`,
      data: {
        ...signGatewayForm(
          paymentSecrets,
          tenant.id,
          {
            paymentId: payment.id,
            orderId,
            amount: formatAmount(payment.amount),
            currency: 'INR',
            shop: tenant.record.storeName,
            returnUrl: `${api}/api/v1/payments/return/${SANDBOX}`,
          },
          now(),
        ),
      },
    },
  }
}
