import { html } from 'hono/html'
import { Hono } from 'hono'

import { allowedOrigins, apiOriginOf } from '../addresses.ts'
import type { Env } from '../context.ts'
import { withTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { formatOrderNumber } from '../ids.ts'
import { readForm } from '../middleware/body.ts'
import { findPayment } from '../payments/find.ts'
import { readGatewayForm } from '../payments/gateway-form.ts'
import { page, postOn } from '../payments/page.ts'
import { readSandboxCallback, SANDBOX } from '../payments/sandbox/callback.ts'
import { settle } from '../payments/settle.ts'

/** What browsers and gateways call on the way of a payment; the storefront's own calls are in payments.ts. */
export const gateway = new Hono<Env>()

/**
 * Takes the form of a `redirect_post` and sends the browser on to a gateway that this API knows, with fields that it
 * signed itself. A page that posts by itself, rather than a 307: the gateway wants the fields without `data[…]`, and
 * the shop's `form-action` then names this API alone, whatever the gateway redirects to later.
 */
gateway.post('/relay', async (c) => {
  const { paymentSecrets, now } = c.get('services')
  const form = await readForm(c)
  const target = gatewayUrl(form.get('type') ?? '', apiOriginOf(c))
  if (!c.get('services').config.sandbox || !target || form.get('url') !== target) {
    throw new ApiError(400, 'The payment form names a gateway that this shop does not use.')
  }
  const fields = new Map([...form].map(([name, value]) => [/^data\[(\w+)\]$/.exec(name)?.[1] ?? '', value]))
  const signed = readGatewayForm(paymentSecrets, c.get('tenant').id, fields, now())
  if (!signed)
    throw new ApiError(400, 'The payment form was changed or has expired. Please start the payment again.')
  return page(c, {
    title: 'Taking you to the payment page',
    content: html`<p>This takes a moment.</p>
      ${postOn(target, { ...signed })}`,
    formActions: [new URL(target).origin],
    autoSubmit: true,
  })
})

/** A gateway reports an outcome. Everything is verified; a duplicate is answered like the first. */
gateway.post('/callback/sandbox', async (c) => {
  const { db, log, metrics, now, config } = c.get('services')
  const tenantId = c.get('tenant').id
  const headers = {
    timestamp: c.req.header('x-sandbox-timestamp') ?? '',
    signature: c.req.header('x-sandbox-signature') ?? '',
  }
  const event = config.sandbox
    ? readSandboxCallback(c.get('services'), tenantId, headers, await c.req.text())
    : undefined
  if (!event) throw new ApiError(401, 'The callback is not signed for this shop, or it is too old.')
  const settlement = await withTenant(db, tenantId, (tx) => settle(tx, tenantId, event, now()))
  metrics.countSettlement(settlement)
  log({ event: 'payment callback', tenant: tenantId, payment: event.paymentId, settlement })
  return c.json({ result: settlement })
})

/**
 * The browser comes back from a gateway by a POST of another site. It needs no cookie, believes nothing that it
 * carries but the payment's id, and goes on to the shop where the payment was begun.
 */
gateway.post('/return/sandbox', async (c) => {
  const { db, config } = c.get('services')
  const tenant = c.get('tenant')
  const id = (await readForm(c)).get('paymentId') ?? ''
  const payment = /^\w{1,35}$/.test(id)
    ? await withTenant(db, tenant.id, (tx) => findPayment(tx, tenant.id, id))
    : undefined
  // The shop may have lost this host since the payment was begun.
  if (!payment || !allowedOrigins(tenant, config).includes(payment.shopOrigin)) {
    throw new ApiError(404, 'This payment is not known here. Please look at your orders in the shop.')
  }
  if (payment.status === 'paid') return c.redirect(`${payment.shopOrigin}/order-success`, 303)
  const query = new URLSearchParams({
    orderId: formatOrderNumber(payment.orderNumber),
    result: payment.status === 'pending' ? 'pending' : payment.status === 'declined' ? 'declined' : 'refund',
  })
  return c.redirect(`${payment.shopOrigin}/payment?${query}`, 303)
})

function gatewayUrl(type: string, apiOrigin: string): string | undefined {
  return type === SANDBOX ? `${apiOrigin}/sandbox/pay` : undefined
}
