import { and, desc, eq } from 'drizzle-orm'

import { readLanguage, FIRST_LANGUAGE } from '@tanabana/contract/store-info.ts'
import type { Transaction } from '../db/index.ts'
import type { messages } from '../db/schema.ts'
import { orderEvents, paymentRefunds, payments, products, productVariants } from '../db/schema.ts'
import { formatOrderNumber } from '../ids.ts'
import { lockOrder } from '../modules/orders/change-order.ts'
import { ORDER_STATUS, toOrder } from '../modules/orders/lifecycle/order-rules.ts'
import { amountDue, refunded } from '../modules/orders/order-money.ts'
import { findOrder, type OrderWithItems } from '../modules/orders/read.ts'
import { readReturns, returnDeadline } from '../modules/orders/returns.ts'
import { openPaymentLink } from '../modules/payments/payment-links.ts'
import { findUser } from '../modules/users/accounts.ts'
import type { Tenant } from '../tenant.ts'
import { findEndpoint } from './webhooks/endpoints.ts'
import { isShopKind, readShopMessage } from './read-shop-message.ts'
import { shopFacts, type MessageConfig } from './shop-facts.ts'
import type { Message, MessageEvent, OrderFacts, OrderLineFacts, OrderMessage, ShopFacts } from './channel.ts'

interface Reading {
  config: MessageConfig
  paymentSecrets: string[]
  now: () => Date
}

type MessageRow = typeof messages.$inferSelect

/** Messages with a link that pays the order. */
const ASKS_FOR_PAYMENT: readonly MessageRow['kind'][] = ['order received', 'payment reminder']

/** What a message says, as things are now, or why there is nothing to say any more. */
export async function readMessage(
  tx: Transaction,
  reading: Reading,
  tenant: Tenant,
  row: MessageRow,
): Promise<Message | { skipped: string }> {
  const { tenantId, orderNumber, sequence, kind } = row
  if (isShopKind(kind)) return readShopMessage(tx, reading, tenant, { ...row, kind })
  if (orderNumber === null || sequence === null) return { skipped: 'There is no order.' }
  const event = await findEvent(tx, { tenantId, orderNumber, sequence })
  // Opening a payment link needs the order locked.
  const asksForPayment = ASKS_FOR_PAYMENT.includes(row.kind)
  if (asksForPayment) await lockOrder(tx, tenantId, orderNumber)
  const order = await findOrder(tx, tenantId, orderNumber)
  const user = order && (await findUser(tx, tenantId, order.userId))
  if (!event || !user) return { skipped: 'The order is gone.' }
  const facts = orderFacts(tenant, order, event)
  const isUnpaid = facts.state === 'awaiting payment'
  if (row.kind === 'payment reminder' && !isUnpaid)
    return { skipped: 'The order no longer waits for its payment.' }

  const endpoint = row.endpoint === '' ? undefined : await findEndpoint(tx, tenantId, row.endpoint)
  if (row.endpoint !== '' && !endpoint) return { skipped: 'The webhook is removed.' }
  const shop = shopFacts(tenant, reading.config)
  const shopLanguage = readLanguage(tenant.record.language) ?? FIRST_LANGUAGE
  const isForShopper = row.role === 'shopper'
  const shopper = { name: user.firstName, email: order.contactEmail, phone: order.contactPhone || undefined }
  const { subject } = event
  const payment = subject === null ? undefined : await findPayment(tx, tenantId, event, subject)
  if (row.kind === 'refund due' && payment?.due === 0) return { skipped: 'The refund is made.' }
  return {
    ...{ id: row.id, kind, role: row.role, shop, event },
    language: (isForShopper ? readLanguage(order.language) : undefined) ?? shopLanguage,
    recipient: isForShopper
      ? shopper
      : { name: shop.name, email: tenant.record.companyEmail, phone: tenant.record.companyPhone },
    endpoint,
    customer: shopper,
    order: {
      ...facts,
      ...(asksForPayment && isUnpaid && { payUrl: await paymentUrl(tx, reading, tenant, order, shop) }),
    },
    payment,
    return: subject === null ? undefined : await findReturn(tx, order, subject),
    variant: subject === null ? undefined : await findVariant(tx, tenantId, event, subject),
  }
}

async function findEvent(
  tx: Transaction,
  named: { tenantId: string; orderNumber: string; sequence: number },
): Promise<MessageEvent | undefined> {
  const { tenantId, orderNumber, sequence } = named
  const [row] = await tx
    .select()
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.tenantId, tenantId),
        eq(orderEvents.orderNumber, orderNumber),
        eq(orderEvents.sequence, sequence),
      ),
    )
  if (!row) return undefined
  const { kind, createdAt, actor, subject, status } = row
  return {
    id: `${orderNumber}/${sequence}`,
    kind,
    at: createdAt,
    actor,
    orderNumber,
    sequence,
    subject,
    status,
  }
}

function orderFacts({ record }: Tenant, order: OrderWithItems, event: MessageEvent): OrderFacts {
  const { state } = toOrder(order)
  const steps = event.status === ORDER_STATUS.delivered ? [{ status: event.status, reachedAt: event.at }] : []
  return {
    number: formatOrderNumber(order.number),
    ...{ state, createdAt: order.createdAt, total: amountDue(order), isCash: order.cashOnDelivery },
    discount: order.offerLabel === null ? undefined : { label: order.offerLabel, amount: order.discount },
    cashFee: order.cashOnDelivery ? order.cashFee : undefined,
    promisedBy: record.capabilities?.includes('quotes') ? (order.promisedBy ?? undefined) : undefined,
    isPaid: order.paidAt !== null,
    lines: order.items.map(lineFacts),
    address: order.shippingAddress,
    shipment: order.shipment ?? undefined,
    returnableUntil: record.capabilities?.includes('returns')
      ? returnDeadline(record, order, steps)
      : undefined,
  }
}

function lineFacts(item: OrderWithItems['items'][number]): OrderLineFacts {
  const { productTitle, variantOptions, selectedSize, selectedColor, quantity, price, sku } = item
  const choices = variantOptions ? Object.values(variantOptions) : [selectedSize, selectedColor]
  return {
    title: productTitle,
    choices: choices.filter((choice) => choice !== null && choice !== '').join(', '),
    ...{ quantity, price, sku: sku ?? undefined },
  }
}

/** The link that pays without sign-in, else My Orders. */
async function paymentUrl(
  tx: Transaction,
  reading: Reading,
  { id: tenantId, record }: Tenant,
  { number: orderNumber }: OrderWithItems,
  { origin }: ShopFacts,
): Promise<string> {
  if (!record.capabilities?.includes('payment-links')) return `${origin}/orders`
  const { token } = await openPaymentLink(tx, reading, { tenantId, orderNumber })
  return `${origin}/pay/${token}`
}

async function findPayment(
  tx: Transaction,
  tenantId: string,
  event: MessageEvent,
  id: string,
): Promise<OrderMessage['payment']> {
  const [row] = await tx
    .select({ payment: payments, refunded })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.id, id)))
  if (!row) return undefined
  const { amount, currency } = row.payment
  const payment = { id, amount, currency, due: amount - row.refunded }
  if (event.kind !== 'refund.made') return payment
  // A refund is written with its event, at one time.
  const refunds = await tx
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.tenantId, tenantId), eq(paymentRefunds.paymentId, id)))
    .orderBy(desc(paymentRefunds.refundedAt))
  const refund =
    refunds.find(({ refundedAt }) => refundedAt.getTime() === event.at.getTime()) ?? refunds.at(0)
  return refund ? { ...payment, amount: refund.amount, reference: refund.reference } : payment
}

async function findReturn(
  tx: Transaction,
  order: OrderWithItems,
  id: string,
): Promise<OrderMessage['return']> {
  const all = (await readReturns(tx, order.tenantId, [order.number])).get(order.number) ?? []
  const row = all.find((one) => one.id === id)
  if (!row) return undefined
  const lines = row.lines.flatMap(({ line, quantity }) => {
    const item = order.items.find((one) => one.line === line)
    return item ? [{ ...lineFacts(item), quantity }] : []
  })
  return { id, status: row.status, reason: row.reason, note: row.note ?? undefined, lines }
}

async function findVariant(
  tx: Transaction,
  tenantId: string,
  event: MessageEvent,
  id: string,
): Promise<OrderMessage['variant']> {
  if (event.kind !== 'stock.low') return undefined
  const [row] = await tx
    .select({ variant: productVariants, title: products.title })
    .from(productVariants)
    .innerJoin(
      products,
      and(eq(products.tenantId, productVariants.tenantId), eq(products.id, productVariants.productId)),
    )
    .where(and(eq(productVariants.tenantId, tenantId), eq(productVariants.id, id)))
  if (!row) return undefined
  const { options, sku, stock } = row.variant
  return {
    title: row.title,
    choices: Object.values(options).join(', '),
    ...{ sku: sku ?? undefined, stock: stock ?? 0 },
  }
}
