import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Transaction } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { randomId } from '../../ids.ts'
import { normalizeEmail } from '../../normalize-email.ts'
import type { Tenant } from '../../tenant.ts'
import { lockOrder } from '../orders/change-order.ts'
import { createOrder } from '../orders/create.ts'
import { NO_ACCOUNT } from '../orders/buyer.ts'
import { addNote } from '../orders/notes.ts'
import { amountDue } from '../orders/order-money.ts'
import { recordReceipt, type Receipt } from '../orders/receipts.ts'
import { openPaymentLink } from '../payments/payment-links.ts'
import { acceptCashOnDelivery, PaymentRefusedError } from '../payments/start-payment.ts'
import { quoteShopOf } from '../quotes/quote-shop.ts'
import { findLine, type NamedLine } from './find-line.ts'

/** An order that the merchant takes down: by a message, a phone call, or at the counter. */
export interface OrderByHand {
  lines: readonly NamedLine[]
  shippingAddress: ShippingAddress
  email?: string | undefined
  offerCode?: string | undefined
  /** The merchant's own name of the order. */
  reference?: string | undefined
  note?: string | undefined
  payment: { kind: 'link' } | { kind: 'cash' } | { kind: 'received'; receipt: Receipt }
}

export interface CreatedByHand {
  number: string
  /** Paise that are still to be paid; 0 for a paid order. */
  due: number
  /** Path of the page that pays it. */
  payPath?: string
  soldOut: string[]
}

/**
 * Places an order that belongs to no account, at the prices and with the stock of the shop. It is paid by a link, at
 * delivery, or already.
 * @throws {ApiError} its lines, address or payment are refused, with a sentence; nothing changes
 * @throws {ReceiptError} its receipt can't be recorded; nothing changes
 */
export async function createOrderByHand(
  tx: Transaction,
  tenant: Tenant,
  order: OrderByHand,
  { paymentSecrets, now }: { paymentSecrets: readonly string[]; now: Date },
): Promise<CreatedByHand> {
  const { id: tenantId } = tenant
  const { payment } = order
  if (payment.kind === 'link' && !tenant.record.capabilities?.includes('payment-links')) {
    throw new ApiError(422, 'The shop has no payment links: add the capability "payment-links".')
  }
  const shop = quoteShopOf(tenant, { sandbox: false })
  const lines = []
  for (const line of order.lines) lines.push(await findLine(tx, tenantId, line))
  const products: Record<string, number> = {}
  for (const { productId, quantity } of lines) products[productId] = (products[productId] ?? 0) + quantity
  const { shippingAddress, offerCode, reference, note } = order
  const buyer = { email: order.email === undefined ? '' : normalizeEmail(order.email), reference }
  const { number, soldOut } = await createOrder(tx, {
    ...{ shop, buyer, now },
    order: { products, lines, shippingAddress, offerCode },
  })
  if (note !== undefined) await addNote(tx, tenantId, number, { text: note, now })
  if (payment.kind === 'cash') {
    const own = { tenantId, userId: NO_ACCOUNT, orderNumber: number }
    await acceptCash(tx, own, shop, { actor: 'merchant', now })
  } else if (payment.kind === 'received') {
    const { receipt } = payment
    await recordReceipt(tx, tenantId, { orderNumber: number, receipt, newId: randomId(), now })
    return { number, due: 0, soldOut }
  }
  const placed = await lockOrder(tx, tenantId, number)
  const created = { number, due: placed ? amountDue(placed) : 0, soldOut }
  if (payment.kind === 'cash') return created
  const source = { paymentSecrets: [...paymentSecrets], now: () => now }
  const { token } = await openPaymentLink(tx, source, { tenantId, orderNumber: number })
  return { ...created, payPath: `/pay/${token}` }
}

async function acceptCash(...accepted: Parameters<typeof acceptCashOnDelivery>): Promise<void> {
  try {
    await acceptCashOnDelivery(...accepted)
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    throw new ApiError(422, error.message)
  }
}
