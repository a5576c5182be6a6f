import * as z from 'zod/mini'

import { type PaymentField, paymentStateSchema } from '@tanabana/contract/payment.ts'
import { property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'
import type { TestAccount } from './accounts.ts'
import { ADDRESS } from './orders.ts'

/** Capabilities of payments beyond the contract, as observed; `undefined` where it was not checked. */
export interface PaymentCapabilities {
  state: boolean | undefined
  links: boolean | undefined
  cash: boolean | undefined
}

/**
 * Checks the payment state, a payment link and the offer of cash on delivery for the unpaid test order.
 * docs/requirements.md#1118-payment-state
 */
export async function checkPaymentCapabilities(
  run: CheckRun,
  order: { orderId: string; account: TestAccount; other: TestAccount | undefined; fields: PaymentField[] },
): Promise<PaymentCapabilities> {
  const options = order.fields.flatMap((field) => field.options)
  return {
    state: await readsState(run, order),
    links: await opensLink(run, order),
    cash: options.length === 0 ? undefined : options.some(({ kind }) => kind === 'cod'),
  }
}

interface TestOrder {
  orderId: string
  account: TestAccount
  other: TestAccount | undefined
}

/** The owner reads `unpaid`; another account reads nothing. */
async function readsState(run: CheckRun, { orderId, account, other }: TestOrder): Promise<boolean> {
  const path = `/orders/${encodeURIComponent(orderId)}/payment`
  const call = 'GET /orders/{orderId}/payment'
  const own = await run.request(call, path, { token: account.token })
  const read = z.safeParse(paymentStateSchema, property(own?.json, 'data') ?? own?.json)
  if (own?.status !== 200 || read.data?.state !== 'unpaid') return false
  const foreign = other && (await run.request(call, path, { token: other.token }))
  return foreign === undefined || foreign.status >= 400
}

/**
 * The link shows the order to a guest, without its number, contact data and cash on delivery; a changed link and one
 * that its owner ended show nothing.
 */
async function opensLink(run: CheckRun, { orderId, account }: TestOrder): Promise<boolean> {
  const path = `/orders/${encodeURIComponent(orderId)}/payment-link`
  const created = await run.request('POST /orders/{orderId}/payment-link', path, {
    body: {},
    token: account.token,
  })
  const token = property(property(created?.json, 'data') ?? created?.json, 'token')
  if (typeof token !== 'string' || !/^[\w-]{43,200}$/.test(token)) return false
  const read = (text: string) => run.request('GET /payment-links/{token}', `/payment-links/${text}`)
  const opened = await read(token)
  const order = property(opened?.json, 'data') ?? opened?.json
  const text = JSON.stringify(order)
  const hidden = [orderId, account.email, ADDRESS.phone, ADDRESS.address, ADDRESS.postalCode, '"cod"']
  if (opened?.status !== 200 || property(order, 'id') === undefined) return false
  if (hidden.some((one) => text.includes(one))) return false
  const middle = Math.floor(token.length / 2)
  const changed = await read(
    token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1),
  )
  if (changed === undefined || changed.status < 400) return false
  const ended = await run.request('DELETE /orders/{orderId}/payment-link', path, {
    method: 'DELETE',
    token: account.token,
  })
  if (ended === undefined || ended.status >= 400) return false
  const afterwards = await read(token)
  return afterwards !== undefined && afterwards.status >= 400
}
