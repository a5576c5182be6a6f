import { and, desc, eq } from 'drizzle-orm'

import { readLanguage, FIRST_LANGUAGE, returnFeesOf } from '@tanabana/contract/store-info.ts'
import { readTranslations } from '@tanabana/contract/translations.ts'
import type { Transaction } from '../db/index.ts'
import type { messages } from '../db/schema.ts'
import { orderEvents, paymentRefunds, payments, products, productVariants } from '../db/schema.ts'
import { formatOrderNumber } from '../ids.ts'
import { readTaxDocuments } from '../modules/gst/tax-documents.ts'
import { lockOrder } from '../modules/orders/change-order.ts'
import { openConfirmationLink } from '../modules/orders/confirm-order.ts'
import { awaitsConfirmation, packsOnlyConfirmed } from '../modules/orders/confirmation.ts'
import { ORDER_STATUS, toOrder } from '../modules/orders/lifecycle/order-rules.ts'
import { amountDue, refunded } from '../modules/orders/order-money.ts'
import { wayOf } from '../modules/orders/order-refunds.ts'
import { findOrder, type OrderWithItems } from '../modules/orders/read.ts'
import { readReturns, returnDeadline } from '../modules/orders/returns.ts'
import { openPaymentLink } from '../modules/payments/payment-links.ts'
import { openRefundLink, readDueByHand } from '../modules/payments/refund-details.ts'
import { findBuyer } from '../modules/orders/buyer.ts'
import type { Tenant } from '../tenant.ts'
import { findEndpoint } from '../modules/shop-messages/webhook-endpoints.ts'
import { isShopKind, readShopMessage } from './read-shop-message.ts'
import { shopFacts, type MessageConfig } from './shop-facts.ts'
import type { Message, MessageEvent, OrderFacts, OrderLineFacts, OrderMessage, ShopFacts } from './channel.ts'

interface Reading {
  config: MessageConfig
  paymentSecrets: string[]
  now: () => Date
}

/** Translates a text of the shop to the message's language. docs/requirements.md#1128-translations */
type Translate = (text: string) => string

type MessageRow = typeof messages.$inferSelect

/** Messages with a link that pays the order. */
const ASKS_FOR_PAYMENT: readonly MessageRow['kind'][] = ['order received', 'payment reminder']

/** Messages with a link that asks where the refund goes. */
const ASKS_FOR_UPI_ID: readonly MessageRow['kind'][] = ['refund due', 'return received']

/** What a message says, as things are now, or why there is nothing to say any more. */
export async function readMessage(
  tx: Transaction,
  reading: Reading,
  tenant: Tenant,
  row: MessageRow,
): Promise<Message | { skipped: string }> {
  const { tenantId, orderNumber, sequence, kind } = row
  const endpoint = row.endpoint === '' ? undefined : await findEndpoint(tx, tenantId, row.endpoint)
  if (row.endpoint !== '' && !endpoint) return { skipped: 'The webhook is removed.' }
  if (isShopKind(kind) || orderNumber === null || sequence === null)
    return readShopMessage(tx, reading, tenant, row, endpoint)
  const event = await findEvent(tx, { tenantId, orderNumber, sequence })
  // Opening a link needs the order locked.
  const asksForPayment = ASKS_FOR_PAYMENT.includes(row.kind)
  const asksForUpiId = row.role === 'shopper' && ASKS_FOR_UPI_ID.includes(row.kind)
  const asksToConfirm = row.kind === 'cash accepted'
  if (asksForPayment || asksForUpiId || asksToConfirm) await lockOrder(tx, tenantId, orderNumber)
  const order = await findOrder(tx, tenantId, orderNumber)
  const buyer = order && (await findBuyer(tx, order))
  if (!event || !buyer) return { skipped: 'The order is gone.' }
  const isForShopper = row.role === 'shopper'
  const shopLanguage = readLanguage(tenant.record.language) ?? FIRST_LANGUAGE
  const language = (isForShopper ? readLanguage(order.language) : undefined) ?? shopLanguage
  const texts = readTranslations(tenant.record.translations, language)?.texts ?? {}
  const translate: Translate = (text) => texts[text] ?? text
  const facts = orderFacts(tenant, order, event, translate)
  const isUnpaid = facts.state === 'awaiting payment'
  if (row.kind === 'payment reminder' && !isUnpaid)
    return { skipped: 'The order no longer waits for its payment.' }

  const shop = shopFacts(tenant, reading.config)
  const shopper = { name: buyer.firstName, email: order.contactEmail, phone: order.contactPhone || undefined }
  const { subject } = event
  const payment = subject === null ? undefined : await findPayment(tx, tenantId, event, subject)
  if (row.kind === 'refund due' && payment?.due === 0) return { skipped: 'The refund is made.' }
  return {
    ...{ id: row.id, kind, role: row.role, shop, event, language },
    recipient: isForShopper
      ? { ...shopper, email: shopper.email || undefined }
      : { name: shop.name, email: tenant.record.companyEmail, phone: tenant.record.companyPhone },
    endpoint,
    customer: shopper,
    order: {
      ...facts,
      invoiceNumber: await findInvoiceNumber(tx, tenant, orderNumber),
      ...(asksForUpiId && { refundUrl: await refundUrl(tx, reading, tenant, orderNumber, shop) }),
      ...(asksToConfirm && { confirmation: await confirmation(tx, reading, tenant, order, shop) }),
      ...(asksForPayment && isUnpaid && { payUrl: await paymentUrl(tx, reading, tenant, order, shop) }),
    },
    payment,
    return: subject === null ? undefined : await findReturn(tx, order, subject, translate),
    variant: subject === null ? undefined : await findVariant(tx, tenantId, event, subject),
  }
}

/** Where the shop has the page that shows it. */
async function findInvoiceNumber(
  tx: Transaction,
  { id, record }: Tenant,
  orderNumber: string,
): Promise<string | undefined> {
  if (!record.capabilities?.includes('tax-invoice') || !record.capabilities.includes('invoice'))
    return undefined
  const documents = (await readTaxDocuments(tx, id, [orderNumber])).get(orderNumber)
  return documents?.find(({ kind }) => kind !== 'credit-note')?.number
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

function orderFacts(
  { record }: Tenant,
  order: OrderWithItems,
  event: MessageEvent,
  translate: Translate,
): OrderFacts {
  const { state } = toOrder(order)
  const steps = event.status === ORDER_STATUS.delivered ? [{ status: event.status, reachedAt: event.at }] : []
  return {
    number: formatOrderNumber(order.number),
    ...{ state, createdAt: order.createdAt, total: amountDue(order), isCash: order.cashOnDelivery },
    discount:
      order.offerLabel === null ? undefined : { label: translate(order.offerLabel), amount: order.discount },
    cashFee: order.cashOnDelivery ? order.cashFee : undefined,
    promisedBy: record.capabilities?.includes('quotes') ? (order.promisedBy ?? undefined) : undefined,
    isPaid: order.paidAt !== null,
    lines: order.items.map((item) => lineFacts(item, translate)),
    address: order.shippingAddress,
    shipment: order.shipment ?? undefined,
    returnFees: returnFeesOf(record),
    returnableUntil: record.capabilities?.includes('returns')
      ? returnDeadline(record, order, steps)
      : undefined,
  }
}

function lineFacts(item: OrderWithItems['items'][number], translate: Translate): OrderLineFacts {
  const { productTitle, variantOptions, selectedSize, selectedColor, quantity, price, sku } = item
  const choices = variantOptions ? Object.values(variantOptions) : [selectedSize, selectedColor]
  return {
    title: productTitle,
    choices: choices.flatMap((choice) => (choice ? translate(choice) : [])).join(', '),
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

/** `undefined` where the shopper need not say where the refund goes. */
async function refundUrl(
  tx: Transaction,
  reading: Reading,
  { id: tenantId, record }: Tenant,
  orderNumber: string,
  { origin }: ShopFacts,
): Promise<string | undefined> {
  if (!record.capabilities?.includes('refund-details')) return undefined
  if ((await readDueByHand(tx, tenantId, orderNumber)) === 0) return undefined
  return `${origin}/refund/${await openRefundLink(tx, reading, { tenantId, orderNumber })}`
}

/** `undefined` where there is nothing to confirm. */
async function confirmation(
  tx: Transaction,
  reading: Reading,
  { id: tenantId, record }: Tenant,
  order: OrderWithItems,
  { origin }: ShopFacts,
): Promise<OrderFacts['confirmation']> {
  if (!record.capabilities?.includes('cash-confirmation') || !awaitsConfirmation(order)) return undefined
  const token = await openConfirmationLink(tx, reading, { tenantId, orderNumber: order.number })
  return { url: `${origin}/confirm/${token}`, isNeeded: packsOnlyConfirmed(record) }
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
  const { amount, currency, method } = row.payment
  const payment = { id, amount, currency, due: amount - row.refunded, isCash: wayOf(method).way === 'cash' }
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
  translate: Translate,
): Promise<OrderMessage['return']> {
  const all = (await readReturns(tx, order.tenantId, [order.number])).get(order.number) ?? []
  const row = all.find((one) => one.id === id)
  if (!row) return undefined
  const lines = row.lines.flatMap(({ line, quantity }) => {
    const item = order.items.find((one) => one.line === line)
    return item ? [{ ...lineFacts(item, translate), quantity }] : []
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
