import { Hono } from 'hono'
import { html } from 'hono/html'

import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { apiOriginOf } from '../../../http/addresses.ts'
import type { AppContext, Env } from '../../../http/context.ts'
import { withTenant } from '../../../db/index.ts'
import { ApiError } from '../../../errors.ts'
import { formatOrderNumber, parseOrderNumber } from '../../../ids.ts'
import { readForm } from '../../../http/middleware/body.ts'
import { findPayment, findLatestPayment, type PaymentRow } from '../payment-rows.ts'
import { readProviderForm } from '../provider-form.ts'
import { pageWords, type PageWords } from '../page-words.ts'
import { hiddenFields, renderPaymentPage, renderAutoSubmitForm } from '../payment-page.ts'
import { formatPrice } from '../../../rupees.ts'
import { sendSandboxWebhook } from './webhook.ts'
import { hasSandbox } from '../../../payment-providers/has-sandbox.ts'
import { SANDBOX } from '../../../payment-providers/sandbox.ts'

/** Stands in for a payment provider and for a UPI app: a tester chooses the outcome, and the signed webhook follows. */
export const sandbox = new Hono<Env>()

sandbox.use(async (c, next) => {
  if (!hasSandbox(c.get('tenant'), c.get('services').config)) return c.notFound()
  return next()
})

/** Target of the relay for card and net banking. */
sandbox.post('/pay', async (c) => {
  const form = await readSignedForm(c)
  const { language, words } = pageWords(c)
  return renderPaymentPage(c, {
    title: words.pay(form.shop),
    content: html`${notice(words)} ${facts(words, form.orderId, Math.round(Number(form.amount) * 100))}
      <form method="post" action="/sandbox/pay/decision">
        ${hiddenFields(form.fields)} ${buttons(words)}
      </form>`,
    formActions: ["'self'"],
    language,
  })
})

sandbox.post('/pay/decision', async (c) => {
  const form = await readSignedForm(c)
  const payment = await requirePayment(c, form.paymentId)
  await decide(c, payment, form.decision)
  const { language, words } = pageWords(c)
  return renderPaymentPage(c, {
    title: words.toShop,
    content: html`<p>${words.moment}</p>
      ${renderAutoSubmitForm(form.returnUrl, { paymentId: form.paymentId }, words.continue)}`,
    language,
    // The return address redirects to the shop, which `form-action` covers too.
    formActions: [new URL(form.returnUrl).origin, payment.shopOrigin],
    autoSubmit: true,
  })
})

/** Finds the payment of a QR code by its order number, for testers without a UPI app. */
sandbox.get('/upi', async (c) => {
  const typed = c.req.query('order')
  if (typed === undefined) return renderOrderForm(c)
  const number = parseOrderNumber(typed)
  const tenantId = c.get('tenant').id
  const payment =
    number &&
    (await withTenant(c.get('services').db, tenantId, (tx) => findLatestPayment(tx, tenantId, number)))
  return payment
    ? c.newResponse(null, localRedirect(`/sandbox/upi/${payment.id}`, 303))
    : renderOrderForm(c, { isMissing: true })
})

sandbox.get('/upi/:paymentId', async (c) => {
  const payment = await requirePayment(c, c.req.param('paymentId'))
  const { language, words } = pageWords(c)
  return renderPaymentPage(c, {
    title: words.payUpi(c.get('tenant').payee.name),
    content: html`${notice(words)}
      ${facts(words, formatOrderNumber(payment.linkReference ?? payment.orderNumber), payment.amount)}
      <form method="post" action="/sandbox/upi/${payment.id}">${buttons(words)}</form>`,
    formActions: ["'self'"],
    language,
  })
})

sandbox.post('/upi/:paymentId', async (c) => {
  const payment = await requirePayment(c, c.req.param('paymentId'))
  const isApproved = await decide(c, payment, (await readForm(c)).get('decision'))
  const { language, words } = pageWords(c)
  return renderPaymentPage(c, {
    title: isApproved ? words.approved : words.declined,
    content: html`${notice(words)}
      <p>${isApproved ? words.approvedNext : words.declinedNext}</p>`,
    formActions: [],
    language,
  })
})

async function readSignedForm(c: AppContext) {
  const { paymentSecrets, now } = c.get('services')
  const url = `${apiOriginOf(c)}/sandbox/pay`
  const { decision = null, ...fields } = Object.fromEntries(await readForm(c))
  const form = { type: SANDBOX, url, fields }
  const signed = readProviderForm(paymentSecrets, c.get('tenant').id, form, now())
  if (!signed) {
    throw new ApiError(400, 'The payment form was changed or has expired. Please start the payment again.')
  }
  const field = (name: string) => signed[name] ?? ''
  return {
    /** Including expiry and signature. */
    fields,
    decision,
    paymentId: field('paymentId'),
    orderId: field('orderId'),
    amount: field('amount'),
    shop: field('shop'),
    returnUrl: field('returnUrl'),
  }
}

async function requirePayment(c: AppContext, id: string): Promise<PaymentRow> {
  const tenantId = c.get('tenant').id
  const payment = /^\w{1,35}$/.test(id)
    ? await withTenant(c.get('services').db, tenantId, (tx) => findPayment(tx, tenantId, id))
    : undefined
  if (!payment) throw new ApiError(404, 'The sandbox does not know this payment.')
  return payment
}

async function decide(c: AppContext, payment: PaymentRow, decision: string | null): Promise<boolean> {
  if (decision !== 'approve' && decision !== 'decline')
    throw new ApiError(422, 'Approve or decline the payment.')
  const isTaken = await sendSandboxWebhook(c.get('services'), {
    tenantId: c.get('tenant').id,
    host: new URL(apiOriginOf(c)).host,
    paymentId: payment.id,
    orderId: formatOrderNumber(payment.orderNumber),
    amountPaise: payment.amount,
    outcome: decision === 'approve' ? 'paid' : 'declined',
  })
  if (!isTaken) {
    throw new ApiError(503, 'The shop did not accept the webhook for this payment. Please try again.', {
      'retry-after': '5',
    })
  }
  return decision === 'approve'
}

function renderOrderForm(c: AppContext, { isMissing = false } = {}) {
  const { language, words } = pageWords(c)
  return renderPaymentPage(c, {
    title: words.find,
    content: html`${notice(words)}
      <form method="get" action="/sandbox/upi">
        <p>
          <label for="order">${words.orderNumber}</label>
          <input id="order" name="order" required autocomplete="off" aria-describedby="problem" />
        </p>
        <p id="problem" role="status">${isMissing ? words.notFound : ''}</p>
        <button class="main">${words.findButton}</button>
      </form>`,
    formActions: ["'self'"],
    status: isMissing ? 404 : 200,
    language,
  })
}

function notice(words: PageWords) {
  return html`<p class="notice">${words.notice}</p>`
}

function buttons(words: PageWords) {
  return html`<button class="main" name="decision" value="approve">${words.approve}</button>
    <button name="decision" value="decline">${words.decline}</button>`
}

function facts(words: PageWords, orderId: string, amountPaise: number) {
  return html`<dl>
    <dt>${words.order}</dt>
    <dd>${orderId}</dd>
    <dt>${words.amount}</dt>
    <dd>${formatPrice(amountPaise)}</dd>
  </dl>`
}
