import * as z from 'zod/mini'

import { paymentRequestSchema } from '../../../src/lib/contract/requests.ts'
import { components, keyReusedResponse } from '../../http/schemas.ts'
import { paymentResponse, paymentFieldsResponse } from './response-schemas.ts'
import { respondOnce } from '../../http/middleware/idempotency.ts'
import { getPaymentOptions, preparePayment, type PaymentResponse } from './prepare-payment.ts'
import { paymentFields } from './methods.ts'
import { PaymentRefusedError } from './start.ts'
import { route } from '../../http/route.ts'

export const paymentRoutes = [
  route({
    method: 'get',
    path: '/payments/fields',
    operationId: 'getPaymentFields',
    tag: 'Payments',
    summary: 'Describe the payment form',
    response: {
      status: 200,
      description: 'The fields, in the order they are shown',
      schema: paymentFieldsResponse,
      example: { fields: paymentFields({ provider: 'account', upi: 'account' }) },
    },
    handle: (c) => c.json({ fields: paymentFields(getPaymentOptions(c)) }),
  }),
  route({
    method: 'post',
    path: '/payments',
    operationId: 'createPayment',
    tag: 'Payments',
    summary: 'Pay for an own pending order',
    description:
      'Answers what the browser does next: show a QR code, open a payment app, or post a signed form to the relay. ' +
      'A payment that the shop confirms by hand has `confirmation`; the same call with `fields.reference` gives the ' +
      "bank's reference of it.",
    signedIn: true,
    acceptsIdempotencyKey: true,
    body: z.strictObject(paymentRequestSchema.shape).register(components, { id: 'PaymentRequest' }),
    example: {
      body: { orderId: '7K3M-9Q2T-X4WB', fields: { method: 'upi-qr', phone: '+919876543210' } },
    },
    response: {
      status: 200,
      description: 'The next step, or why there is none',
      schema: paymentResponse,
      example: {
        success: true,
        action: { type: 'qr', qr: 'upi://pay?pa=tanabana@bank&pn=Tanabana&am=1199.00&cu=INR&tr=8f2c' },
      },
    },
    failures: {
      404: 'The account has no such order',
      422: {
        description: 'The body is not valid; with `code` the idempotency key came with another body',
        schema: keyReusedResponse,
      },
      429: 'Too many payments in a minute',
    },
    async handle(c, request) {
      try {
        return await respondOnce(c, request, async () => {
          const begin = await preparePayment(c, request)
          return async (tx) => ({ status: 200, body: await begin(tx) })
        })
      } catch (error) {
        if (!(error instanceof PaymentRefusedError)) throw error
        return c.json({ success: false, error: error.message } satisfies PaymentResponse)
      }
    },
  }),
]
