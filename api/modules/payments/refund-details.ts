import { and, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { refundDetails } from '../../db/schema.ts'
import type { TokenSource } from '../../link-tokens.ts'
import { openOrderLink, type OrderLink } from '../orders/order-links.ts'
import { isInRupees, listSettled } from '../orders/order-money.ts'
import { BY_SHOP } from '../orders/receipts.ts'
import { listDueParts } from './due-parts.ts'

const VALID_MS = 30 * 24 * 60 * 60 * 1000
const HIDDEN = '•'

/** Paise that are due of an order and that its merchant sends: money that came in cash or to the shop's own account. */
export async function readDueByHand(tx: Transaction, tenantId: string, orderNumber: string): Promise<number> {
  const settled = await listSettled(tx, tenantId, [orderNumber])
  const parts = await listDueParts(tx, tenantId, orderNumber, settled.filter(isInRupees))
  return parts.filter(({ payment }) => isSentByShop(payment)).reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns the token of the link that asks where the refund goes. The caller has locked the order. */
export function openRefundLink(
  tx: Transaction,
  source: TokenSource,
  order: { tenantId: string; orderNumber: string },
): Promise<string> {
  return openOrderLink(tx, source, { ...order, purpose: 'refund' }, VALID_MS)
}

/** Stores where the refund of an order goes. The caller has locked the order and found money that is due. */
export async function storeUpiId(
  tx: Transaction,
  { tenantId, orderNumber }: Pick<OrderLink, 'tenantId' | 'orderNumber'>,
  given: { upiId: string; givenAt: Date },
): Promise<void> {
  await tx
    .insert(refundDetails)
    .values({ tenantId, orderNumber, ...given })
    .onConflictDoUpdate({ target: [refundDetails.tenantId, refundDetails.orderNumber], set: given })
}

/** What shoppers gave, by order number; the UPI id is masked where its refund is made. */
export async function readGivenDetails(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<Map<string, { upiId: string; givenAt: Date }>> {
  if (orderNumbers.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(refundDetails)
    .where(and(eq(refundDetails.tenantId, tenantId), inArray(refundDetails.orderNumber, [...orderNumbers])))
  return new Map(
    rows.flatMap(({ orderNumber, upiId, givenAt }) =>
      upiId !== null && givenAt ? [[orderNumber, { upiId, givenAt }] as const] : [],
    ),
  )
}

/** The UPI ids to which refunds that are due are to be sent, by order number. */
export async function readUpiIds(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<Map<string, string>> {
  const given = await readGivenDetails(tx, tenantId, orderNumbers)
  return new Map(
    [...given].flatMap(([number, { upiId }]) => (isMasked(upiId) ? [] : [[number, upiId] as const])),
  )
}

/** Whether money of this payment goes back by the merchant's hand: it came in cash or to the shop's own account. */
export function isSentByShop({ provider }: { provider: string }): boolean {
  return provider === BY_SHOP
}

/** Masks the UPI id of an order of which nothing is due any more. */
export async function maskUpiId(tx: Transaction, tenantId: string, orderNumber: string): Promise<void> {
  const upiId = (await readUpiIds(tx, tenantId, [orderNumber])).get(orderNumber)
  if (upiId === undefined || (await readDueByHand(tx, tenantId, orderNumber)) > 0) return
  await tx
    .update(refundDetails)
    .set({ upiId: toMasked(upiId) })
    .where(and(eq(refundDetails.tenantId, tenantId), eq(refundDetails.orderNumber, orderNumber)))
}

export function isMasked(upiId: string): boolean {
  return upiId.includes(HIDDEN)
}

/** `asha@okbank` as `as••••@okbank`: the length of the name is not shown. */
function toMasked(upiId: string): string {
  const at = upiId.indexOf('@')
  return `${upiId.slice(0, Math.min(2, at - 1))}${HIDDEN.repeat(4)}${upiId.slice(at)}`
}
