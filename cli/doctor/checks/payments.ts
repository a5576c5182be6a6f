import * as z from 'zod/mini'

import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { paymentResponseSchema } from '@tanabana/contract/payment.ts'
import type { PaymentField } from '@tanabana/contract/payment.ts'
import { describeValue, issuesOf, property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'
import type { TestAccount } from './accounts.ts'

const CALL = 'POST /payments'
const ACTIONS = ['redirect_post', 'deeplink', 'qr']
const WAYS_MAX = 4

/**
 * Starts a payment of the test order with each option of the form's first choice; pays none.
 * docs/requirements.md#46-payment-flow
 */
export async function checkPayments(
  run: CheckRun,
  order: { orderId: string; account: TestAccount; fields: PaymentField[]; paymentHosts: string[] },
): Promise<void> {
  const { orderId, account, fields, paymentHosts } = order
  const choice = fields.find((field) => field.type === 'select')
  // Cash on delivery would accept the test order for delivery.
  const options = choice?.options.filter(({ kind }) => kind !== 'cod') ?? []
  const ways = choice ? options.slice(0, WAYS_MAX).map((option) => option.value) : ['']
  for (const way of ways) {
    const filled = Object.fromEntries(
      fields.map((field) => [field.name, field === choice ? way : sample(field)]),
    )
    const response = await run.read(CALL, '/payments', {
      body: { orderId, fields: filled },
      token: account.token,
    })
    if (response !== undefined) checkResponse(run, response, paymentHosts)
  }
}

function sample(field: PaymentField): string | boolean {
  const [option] = field.options
  switch (field.type) {
    case 'checkbox':
      return true
    case 'tel':
      return '+919876543210'
    case 'email':
      return 'doctor@example.com'
    case 'number':
      return '1'
    case 'select':
      return option?.value ?? ''
    default:
      return /phone/i.test(field.name) ? '+919876543210' : 'Test'
  }
}

function checkResponse(run: CheckRun, response: unknown, paymentHosts: string[]): void {
  const action = property(response, 'action')
  const type = property(action, 'type')
  if (action != null && !ACTIONS.includes(String(type))) {
    run.report(
      'payment-action',
      CALL,
      `"action.type" is ${describeValue(type)}, none of ${ACTIONS.join(', ')}.`,
    )
    return
  }
  const issues = issuesOf(paymentResponseSchema, response)
  for (const { says } of issues) run.report('payment-answer', CALL, `${says}.`)
  if (issues.length > 0) return
  const { success, error: reason } = z.parse(paymentResponseSchema, response)
  if (!success) {
    if (reason === undefined) run.report('payment-answer', CALL, 'It refuses without "error".')
    run.skipped.push(`A payment was refused, so its action was not checked: ${describeValue(reason)}.`)
    return
  }
  if (action != null) checkAction(run, String(type), action, paymentHosts)
}

function checkAction(run: CheckRun, type: string, action: unknown, paymentHosts: string[]): void {
  const url = property(action, 'redirectUrl')
  if (type === 'qr') {
    if (property(action, 'qr') || property(action, 'qrBase64')) return
    run.report('payment-action', CALL, 'The action qr has neither "qr" nor "qrBase64".')
    return
  }
  if (typeof url !== 'string' || !URL.canParse(url)) {
    run.report(
      'payment-action',
      CALL,
      `The action ${type} needs "redirectUrl", which is ${describeValue(url)}.`,
    )
    return
  }
  const { protocol, hostname } = new URL(url)
  if (type === 'deeplink' && !['http:', 'https:'].includes(protocol)) {
    if (['javascript:', 'data:', 'blob:', 'intent:'].includes(protocol)) {
      run.report('payment-address', CALL, `The action deeplink opens "${url.slice(0, 60)}".`)
    }
    return
  }
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname))
  if (!isSafe)
    run.report(
      'payment-address',
      CALL,
      `The action ${type} leads to "${url.slice(0, 60)}", which is not https.`,
    )
  else if (type === 'redirect_post' && !isKnown(run, hostname, paymentHosts)) {
    const sentence = `The form is posted to ${hostname}; name that host in "paymentHosts" of the store info.`
    run.report('payment-address', CALL, sentence)
  }
}

function isKnown(run: CheckRun, hostname: string, paymentHosts: string[]): boolean {
  const { base, host } = run.options
  const shop = host?.replace(/:\d+$/, '')
  return [new URL(base).hostname, shop, `api.${shop}`, ...paymentHosts].includes(hostname)
}
