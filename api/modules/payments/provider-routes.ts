import { html } from 'hono/html'
import { Hono } from 'hono'

import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { allowedOrigins } from '../../http/addresses.ts'
import type { AppContext, Env } from '../../http/context.ts'
import { withTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { formatOrderNumber } from '../../ids.ts'
import { readForm } from '../../http/middleware/body.ts'
import { checkPayment, findOwnPayment, receiveWebhook } from './provider-reports.ts'
import { findPayment, toStoredPayment, type PaymentRow } from './payment-rows.ts'
import { findPaymentLinkPath } from './payment-links.ts'
import { readProviderForm } from './provider-form.ts'
import { pageWords } from './page-words.ts'
import { renderPaymentPage, renderAutoSubmitForm } from './payment-page.ts'
import { getProviderContext, isProviderFailure } from '../../payment-providers/provider-context.ts'
import { isAccountProvider, providerOf, type ProviderName } from '../../payment-providers/registry.ts'
import { SANDBOX } from '../../payment-providers/sandbox.ts'

/** Routes for the providers and for browsers on the way to and from them; the storefront's own calls are in routes.ts. */
export const providerRoutes = new Hono<Env>()

/**
 * Forwards the form of a `redirect_post` to a known provider, with fields signed by this API. It is a self-submitting
 * page instead of a 307, because the provider expects the fields without `data[…]`, and because the shop's
 * `form-action` then covers only this API, wherever the provider redirects.
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
  const { language, words } = pageWords(c)
  const hosts = providerOf(name).browserHosts.map((host) => `https://${host}`)
  return renderPaymentPage(c, {
    title: words.toPayment,
    content: html`<p>${words.moment}</p>
      ${renderAutoSubmitForm(url, name === SANDBOX ? fields : signed, words.continue)}`,
    language,
    // Browsers apply `form-action` to the provider's redirects too, so list all of its hosts.
    formActions: [new URL(url).origin, ...hosts],
    autoSubmit: true,
  })
})

/** Webhook of a provider. */
providerRoutes.post('/callback/:provider', async (c) => {
  const name = providerNamed(c.req.param('provider'))
  if (!name) throw new ApiError(404, 'There is no payment provider of this name.')
  const services = { ...c.get('services'), waitsForPurge: false }
  const result = await receiveWebhook(services, c.get('tenant'), name, {
    header: (header) => c.req.header(header),
    body: Buffer.from(await c.req.arrayBuffer()),
  })
  return c.json({ result })
})

/**
 * Return from the sandbox, by a cross-site POST without cookies. Reads only the payment's id and redirects to the
 * shop of the payment.
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
 * Return from a provider. Fetches the payment's status where the return is genuine or the provider adds nothing to
 * it; the browser's own data settles nothing.
 */
providerRoutes.on(['GET', 'POST'], '/return/:provider/:paymentId', async (c) => {
  const services = { ...c.get('services'), waitsForPurge: false }
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

async function backToShop(c: AppContext, payment: PaymentRow | undefined): Promise<Response> {
  const origins = allowedOrigins(c.get('tenant'), c.get('services').config)
  // The shop may have lost this host since the payment started.
  if (!payment || !origins.includes(payment.shopOrigin)) {
    throw new ApiError(404, "We can't find this payment. Please check My Orders in the shop.")
  }
  const { linkReference, shopOrigin } = payment
  const linkPath = linkReference === null ? undefined : await linkPathOf(c, linkReference)
  const toShop = (path: string) => c.newResponse(null, localRedirect(path, 303, shopOrigin))
  if (payment.status === 'paid') return toShop(linkPath ?? '/order-success')
  const query = new URLSearchParams({
    ...(linkReference === null && { orderId: formatOrderNumber(payment.orderNumber) }),
    result: payment.status === 'pending' ? 'pending' : payment.status === 'declined' ? 'declined' : 'refund',
  })
  // The page says of any text but a valid token that the link is wrong or has expired.
  const page = linkReference === null ? '/payment' : (linkPath ?? `/pay/${linkReference}`)
  return toShop(`${page}?${query}`)
}

async function linkPathOf(c: AppContext, reference: string): Promise<string | undefined> {
  const services = c.get('services')
  const tenantId = c.get('tenant').id
  return withTenant(services.db, tenantId, (tx) => findPaymentLinkPath(tx, services, { tenantId, reference }))
}

function providerNamed(name: string): ProviderName | undefined {
  return name === SANDBOX || isAccountProvider(name) ? name : undefined
}

/** `undefined` where the shop has no account or a secret is missing. */
async function contextOf(c: AppContext, name: ProviderName) {
  try {
    return await getProviderContext(c.get('services'), c.get('tenant'), name)
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    return undefined
  }
}
