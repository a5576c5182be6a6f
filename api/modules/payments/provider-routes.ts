import { html } from 'hono/html'
import { Hono } from 'hono'

import { allowedOrigins } from '../../http/addresses.ts'
import type { AppContext, Env } from '../../http/context.ts'
import { withTenant } from '../../db/index.ts'
import { ApiError } from '../../http/errors.ts'
import { formatOrderNumber } from '../../ids.ts'
import { readForm } from '../../http/middleware/body.ts'
import { checkPayment } from './check.ts'
import { findPayment, toStoredPayment, type PaymentRow } from './find.ts'
import { readProviderForm } from './provider-form.ts'
import { page, postOn } from './page.ts'
import { getProviderContext } from './providers/provider-context.ts'
import { isAccountProvider, providerOf, type ProviderName } from './providers/registry.ts'
import { findOwnPayment, isProviderTrouble, receiveWebhook } from './report.ts'
import { SANDBOX } from './sandbox/provider.ts'

/** What browsers and providers call on the way of a payment; the storefront's own calls are in routes.ts. */
export const providerRoutes = new Hono<Env>()

/**
 * Takes the form of a `redirect_post` and sends the browser on to a provider that this API knows, with fields that it
 * signed itself. A page that posts by itself, rather than a 307: the provider wants the fields without `data[…]`, and
 * the shop's `form-action` then names this API alone, whatever the provider redirects to later.
 */
providerRoutes.post('/relay', async (c) => {
  const { paymentSecrets, now } = c.get('services')
  const sent = await readForm(c)
  const name = providerNamed(sent.get('type') ?? '')
  const url = sent.get('url') ?? ''
  if (!name || !(await contextOf(c, name)) || !URL.canParse(url)) {
    throw new ApiError(400, 'The payment form names a provider that this shop does not use.')
  }
  const fields = Object.fromEntries(
    [...sent].flatMap(([key, value]) => {
      const field = /^data\[(\w+)\]$/.exec(key)?.[1]
      return field === undefined ? [] : [[field, value]]
    }),
  )
  const signed = readProviderForm(paymentSecrets, c.get('tenant').id, { type: name, url, fields }, now())
  if (!signed) {
    throw new ApiError(400, 'The payment form was changed or has expired. Please start the payment again.')
  }
  const hosts = providerOf(name).browserHosts.map((host) => `https://${host}`)
  return page(c, {
    title: 'Taking you to the payment page',
    content: html`<p>This takes a moment.</p>
      ${postOn(url, name === SANDBOX ? fields : signed)}`,
    // Browsers hold this against every redirect of the provider too, so all of its hosts are named.
    formActions: [new URL(url).origin, ...hosts],
    autoSubmit: true,
  })
})

/** A provider reports an outcome. */
providerRoutes.post('/callback/:provider', async (c) => {
  const name = providerNamed(c.req.param('provider'))
  if (!name) throw new ApiError(404, 'There is no payment provider of this name.')
  const result = await receiveWebhook(c.get('services'), c.get('tenant'), name, {
    header: (header) => c.req.header(header),
    body: Buffer.from(await c.req.arrayBuffer()),
  })
  return c.json({ result })
})

/**
 * The browser comes back from the sandbox by a POST of another site. It needs no cookie, believes nothing that it
 * carries but the payment's id, and goes on to the shop where the payment was begun.
 */
providerRoutes.post('/return/sandbox', async (c) => {
  const { db } = c.get('services')
  const tenantId = c.get('tenant').id
  const id = (await readForm(c)).get('paymentId') ?? ''
  const payment = /^\w{1,35}$/.test(id)
    ? await withTenant(db, tenantId, (tx) => findPayment(tx, tenantId, id))
    : undefined
  return backToShop(c, payment)
})

/**
 * The browser comes back from a provider. Where it brings what only the provider can have given it, or the provider gives
 * it nothing, the provider is asked what became of the payment; the browser's own word settles nothing.
 */
providerRoutes.on(['GET', 'POST'], '/return/:provider/:paymentId', async (c) => {
  const services = c.get('services')
  const tenant = c.get('tenant')
  const name = c.req.param('provider')
  const id = c.req.param('paymentId')
  const payment = isAccountProvider(name) ? await findOwnPayment(services, tenant, name, id) : undefined
  if (!payment || !isAccountProvider(name)) return backToShop(c, undefined)
  const fields = c.req.method === 'POST' ? await readForm(c) : new URL(c.req.url).searchParams
  await services.rateLimits.paymentReturn.consume([tenant.id, id])
  if (payment.status === 'pending') {
    await checkPayment(services, tenant, payment, (context) =>
      providerOf(name).isGenuineReturn(context, toStoredPayment(payment), fields),
    )
  }
  return backToShop(c, await findOwnPayment(services, tenant, name, id))
})

function backToShop(c: AppContext, payment: PaymentRow | undefined): Response {
  const origins = allowedOrigins(c.get('tenant'), c.get('services').config)
  // The shop may have lost this host since the payment was begun.
  if (!payment || !origins.includes(payment.shopOrigin)) {
    throw new ApiError(404, "We can't find this payment. Please check My Orders in the shop.")
  }
  if (payment.status === 'paid') return c.redirect(`${payment.shopOrigin}/order-success`, 303)
  const query = new URLSearchParams({
    orderId: formatOrderNumber(payment.orderNumber),
    result: payment.status === 'pending' ? 'pending' : payment.status === 'declined' ? 'declined' : 'refund',
  })
  return c.redirect(`${payment.shopOrigin}/payment?${query}`, 303)
}

function providerNamed(name: string): ProviderName | undefined {
  return name === SANDBOX || isAccountProvider(name) ? name : undefined
}

/** Nothing where the shop has no account, or a secret is missing. */
async function contextOf(c: AppContext, name: ProviderName) {
  try {
    return await getProviderContext(c.get('services'), c.get('tenant'), name)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    return undefined
  }
}
