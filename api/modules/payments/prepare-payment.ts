import type * as z from 'zod/mini'

import { matchesHost } from '@tanabana/contract/payment.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import { apiOriginOf, clientAddress, shopOriginOf } from '../../http/addresses.ts'
import type { paymentResponse } from './response-schemas.ts'
import type { AppContext } from '../../http/context.ts'
import { readTenant, type Transaction } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import type { OrderRow } from '../orders/read.ts'
import { decideMethods, type DecidedMethod } from '../quotes/decide-methods.ts'
import type { PaymentMethod } from '../quotes/payment-options.ts'
import { quoteShopOf } from '../quotes/quote-shop.ts'
import { findOrderMethods } from '../quotes/order-methods.ts'
import { hasCapability } from '../tenants/capabilities.ts'
import { formatOrderNumber, parseOrderNumber, randomId } from '../../ids.ts'
import { signProviderForm } from './provider-form.ts'
import { parsePaymentForm } from './payment-form.ts'
import { ProviderError } from '../../payment-providers/provider-call.ts'
import {
  currentProvider,
  getProviderContext,
  isProviderFailure,
} from '../../payment-providers/provider-context.ts'
import type { NewPayment, InitiatedPayment, InitiatedUpiPayment } from '../../payment-providers/provider.ts'
import { PROVIDERS, providerOf, type ProviderName } from '../../payment-providers/registry.ts'
import type { PaymentLinkRow } from './payment-links.ts'
import { firstCheckAfter } from './reconcile.ts'
import { SANDBOX } from '../../payment-providers/sandbox.ts'
import {
  acceptCashOnDelivery,
  amountToPay,
  PaymentRefusedError,
  startPayment,
  startShopPayment,
} from './start-payment.ts'
import { UPI_VALID_MS } from '../../payment-providers/upi.ts'
import { upiLink } from './upi-link.ts'
import { webhookPath } from '../../http/webhook-path.ts'

export type PaymentResponse = z.input<typeof paymentResponse>

interface PreparedResponse {
  response: PaymentResponse
  /** Products with a variant that is sold out because the payment took pieces again. */
  soldOut: string[]
}

/** docs/requirements.md#88-payment */
const FAILED = 'Failed to process payment. Please try again later.'

/** The ways to pay of this request's shop, or of an order there; a payment link offers no cash on delivery. */
export async function findMethods(c: AppContext, order?: OrderRow): Promise<DecidedMethod[]> {
  const { db, config } = c.get('services')
  const shop = quoteShopOf(c.get('tenant'), config)
  if (!order) return decideMethods(shop, {})
  return readTenant(db, shop.id, (tx) => findOrderMethods(tx, shop, order))
}

/** The ways to pay of a payment link: only the account that placed the order may choose to pay at delivery. */
export function linkMethods(c: AppContext): DecidedMethod[] {
  const { config } = c.get('services')
  const shop = quoteShopOf(c.get('tenant'), config)
  return decideMethods({ ...shop, paymentOptions: { ...shop.paymentOptions, cash: false } }, {})
}

/** For the provider of a payment by link: the payer must not learn the e-mail of the account. */
function shopEmail(c: AppContext): string {
  const { record, hosts } = c.get('tenant')
  return record.companyEmail ?? `payments@${hosts[0] ?? 'localhost'}`
}

/**
 * Starts a payment at the provider outside any transaction, because that may take seconds. The returned function
 * stores the payment and returns the browser's next step. With `link`, the holder of that payment link pays.
 * @throws {ApiError} 404 the account has no such order
 * @throws {PaymentRefusedError} with the sentence for the shopper
 */
export async function preparePayment(
  c: AppContext,
  request: PaymentRequest,
  link?: PaymentLinkRow,
): Promise<(tx: Transaction) => Promise<PreparedResponse>> {
  const { db, now, rateLimits } = c.get('services')
  const tenant = c.get('tenant')
  const userId = c.get('user').id
  await (link
    ? rateLimits.paymentStartByLink.consume([tenant.id, link.reference])
    : rateLimits.paymentStart.consume([tenant.id, userId]))
  const orderNumber = parseOrderNumber(request.orderId)
  if (!orderNumber) throw new ApiError(404, 'Order not found')
  const shop = quoteShopOf(tenant, c.get('services').config)
  const form = parsePaymentForm(request.fields, link ? linkMethods(c) : decideMethods(shop, {}))
  if ('error' in form) throw new PaymentRefusedError(form.error)

  const own = { tenantId: tenant.id, userId, orderNumber }
  const id = randomId()
  if (form.method === 'cash-on-delivery') {
    return async (tx) => {
      const soldOut = await acceptCashOnDelivery(tx, own, shop, {
        ...{ actor: 'shopper', now: now() },
        asksConfirmation: hasCapability(c, 'cash-confirmation'),
      })
      return { response: { success: true, redirectUrl: '/order-success' }, soldOut }
    }
  }
  const shownOrder = formatOrderNumber(link?.reference ?? orderNumber)
  const payment = {
    ...own,
    id,
    method: form.method,
    shopOrigin: shopOriginOf(c),
    linkReference: link?.reference,
    limits: shop.limits,
    now: now(),
  }
  if (form.method !== 'card' && shop.paymentOptions.upi !== 'account') {
    return async (tx) => {
      const isByShop = shop.paymentOptions.upi === 'shop'
      const started = isByShop
        ? await startShopPayment(tx, { ...payment, customerReference: form.reference || undefined })
        : await startPayment(tx, { ...payment, provider: SANDBOX })
      const link = upiLink({
        payeeUpiId: tenant.payee.upiId,
        payeeName: tenant.payee.name,
        reference: started.id,
        note: `Order ${shownOrder}`,
        amountPaise: started.amount,
      })
      const withinHours = tenant.payee.confirmsWithinHours
      const response = {
        success: true,
        action: upiAction(form.method, link),
        ...(!isByShop && { expiresAt: new Date(payment.now.getTime() + UPI_VALID_MS).toISOString() }),
        ...(isByShop && withinHours !== undefined && { confirmation: { by: 'shop' as const, withinHours } }),
      }
      return { response, soldOut: started.soldOut }
    }
  }

  const amountPaise = await readTenant(db, tenant.id, (tx) => amountToPay(tx, own))
  const email = link ? shopEmail(c) : c.get('user').email
  const { provider, started } = await startAtProvider(c, {
    id,
    orderId: shownOrder,
    amountPaise,
    form: { ...form, email },
  })
  return async (tx) => {
    const { soldOut } = await startPayment(tx, {
      ...payment,
      provider,
      gatewayReference: started.reference,
      nextCheckAt: provider === SANDBOX ? undefined : firstCheckAfter(payment.now),
    })
    const action = 'link' in started ? upiAction(form.method, started.link) : actionOf(c, provider, started)
    const isCode = 'link' in started
    const expiresAt = new Date(payment.now.getTime() + UPI_VALID_MS).toISOString()
    return { response: { success: true, action, ...(isCode && { expiresAt }) }, soldOut }
  }
}

function upiAction(method: PaymentMethod, link: string): PaymentResponse['action'] {
  return method === 'upi-qr' ? { type: 'qr', qr: link } : { type: 'deeplink', redirectUrl: link }
}

async function startAtProvider(
  c: AppContext,
  options: {
    id: string
    /** Order number, or reference of the payment link, as the payer knows it. */
    orderId: string
    amountPaise: number
    form: { method: PaymentMethod; phone: string; email: string }
  },
): Promise<{ provider: ProviderName; started: InitiatedPayment | InitiatedUpiPayment }> {
  const { id, orderId, amountPaise, form } = options
  const services = c.get('services')
  const [tenant, user] = [c.get('tenant'), c.get('user')]
  const name = currentProvider(tenant, services.config)
  const base = `${apiOriginOf(c)}/api/v1/payments`
  try {
    const context = name && (await getProviderContext(services, tenant, name))
    if (!context) throw new PaymentRefusedError(FAILED)
    const payment: NewPayment = {
      id,
      orderId,
      amountPaise,
      shopName: tenant.record.storeName,
      customer: { firstName: user.firstName, email: form.email, phone: form.phone },
      device: { address: clientAddress(c), userAgent: c.req.header('user-agent') ?? '' },
      returnUrl: name === SANDBOX ? `${base}/return/${name}` : `${base}/return/${name}/${id}`,
      webhookUrl: apiOriginOf(c) + webhookPath(name),
    }
    if (form.method !== 'card' && name !== SANDBOX) {
      return { provider: name, started: await PROVIDERS[name].initiateUpiPayment(context, payment) }
    }
    const provider = providerOf(name)
    const started = await provider.initiatePayment(context, payment)
    if (name !== SANDBOX && !isHostOf(started.next.url, provider.browserHosts)) {
      throw new ProviderError(`${name} sends the browser to a host that is not its own.`)
    }
    return { provider: name, started }
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    services.log({
      level: 'error',
      event: 'payment not started',
      request: c.get('requestId'),
      tenant: tenant.id,
      provider: name,
      reason: error.message,
    })
    throw new PaymentRefusedError(FAILED)
  }
}

/** Whether an address is https and on one of `hosts`. */
function isHostOf(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username } = new URL(url)
  return protocol === 'https:' && username === '' && matchesHost(host, hosts)
}

function actionOf(c: AppContext, name: ProviderName, { next }: InitiatedPayment): PaymentResponse['action'] {
  if (next.kind === 'page') return { type: 'deeplink', redirectUrl: next.url }
  const { paymentSecrets, now } = c.get('services')
  const form = { type: name, url: next.url, fields: next.fields }
  return {
    type: 'redirect_post',
    redirectUrl: `${apiOriginOf(c)}/api/v1/payments/relay`,
    formParams: {
      type: name,
      url: next.url,
      data: signProviderForm(paymentSecrets, c.get('tenant').id, form, now()),
    },
  }
}
