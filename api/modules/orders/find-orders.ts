import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNull,
  like,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'

import { toAsciiDigits } from '@tanabana/contract/digits.ts'
import type { ParcelState } from '@tanabana/contract/order.ts'
import { readPhone } from '@tanabana/contract/phone.ts'
import type { Transaction } from '../../db/index.ts'
import { containing } from '../../db/like-pattern.ts'
import { orderItems, orderNotes, orders, payments } from '../../db/schema.ts'
import { parseOrderNumber } from '../../ids.ts'
import { ORDER_STATUS } from './lifecycle/order-rules.ts'
import { withItems, type OrderRow, type OrderWithItems } from './read.ts'

/** Fewer characters are in too many numbers. */
const PART_OF_NUMBER_MIN = 4

export interface OrderSearch {
  status?: number | undefined
  parcel?: ParcelState | undefined
  since?: Date | undefined
  before?: Date | undefined
  /** Part of a number, name, phone, e-mail, SKU, bank reference, or of the merchant's reference and notes. */
  text?: string | undefined
}

/** The orders of a shop that fit, newest first. */
export async function findOrders(
  tx: Transaction,
  tenantId: string,
  search: OrderSearch,
): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(fits(tx, tenantId, search))
    .orderBy(desc(orders.createdAt))
}

/** Columns that sort a page of orders. */
export const ORDER_SORTS = { createdAt: orders.createdAt, total: orders.total, status: orders.status }

export interface OrderPage {
  sort: keyof typeof ORDER_SORTS
  order: 'asc' | 'desc'
  offset: number
  limit: number
}

/** A page of the orders that fit, with their items, and the number of all. */
export async function findOrderPage(
  tx: Transaction,
  tenantId: string,
  search: OrderSearch,
  { sort, order, offset, limit }: OrderPage,
): Promise<{ found: OrderWithItems[]; total: number }> {
  const condition = fits(tx, tenantId, search)
  const [counted] = await tx.select({ total: count() }).from(orders).where(condition)
  const direction = order === 'desc' ? desc : asc
  const rows = await tx
    .select()
    .from(orders)
    .where(condition)
    .orderBy(direction(ORDER_SORTS[sort]), direction(orders.number))
    .limit(limit)
    .offset(offset)
  return { found: await withItems(tx, tenantId, rows), total: counted?.total ?? 0 }
}

function fits(tx: Transaction, tenantId: string, { status, parcel, since, before, text }: OrderSearch) {
  return and(
    eq(orders.tenantId, tenantId),
    status === undefined ? undefined : eq(orders.status, status),
    parcel && eq(orders.parcel, parcel),
    since && gte(orders.createdAt, since),
    before && lt(orders.createdAt, before),
    text === undefined ? undefined : hasText(tx, tenantId, text.trim()),
  )
}

/** Orders that the shop packs or the courier has, and delivered ones whose cash is still to come, oldest first. */
export async function findOrdersUnderWay(tx: Transaction, tenantId: string): Promise<OrderRow[]> {
  const awaitsCash = and(
    eq(orders.status, ORDER_STATUS.delivered),
    eq(orders.cashOnDelivery, true),
    isNull(orders.paidAt),
  )
  return tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        or(inArray(orders.status, [ORDER_STATUS.processing, ORDER_STATUS.shipped]), awaitsCash),
      ),
    )
    .orderBy(orders.createdAt, orders.number)
}

function hasText(tx: Transaction, tenantId: string, text: string): SQL | undefined {
  const pattern = containing(text)
  const ofOrder = (number: typeof orderItems.orderNumber | typeof payments.orderNumber) =>
    eq(number, orders.number)
  const withSku = tx
    .select({ found: sql`1` })
    .from(orderItems)
    .where(
      and(eq(orderItems.tenantId, tenantId), ofOrder(orderItems.orderNumber), ilike(orderItems.sku, pattern)),
    )
  const withReference = tx
    .select({ found: sql`1` })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        ofOrder(payments.orderNumber),
        or(ilike(payments.customerReference, pattern), ilike(payments.gatewayReference, pattern)),
      ),
    )
  const withNote = tx
    .select({ found: sql`1` })
    .from(orderNotes)
    .where(
      and(
        eq(orderNotes.tenantId, tenantId),
        eq(orderNotes.orderNumber, orders.number),
        ilike(orderNotes.text, pattern),
      ),
    )
  return or(
    partOfNumber(text),
    partOfPhone(text),
    ilike(sql`${orders.shippingAddress} ->> 'fullName'`, pattern),
    ilike(orders.contactEmail, pattern),
    sql`exists ${withSku}`,
    sql`exists ${withReference}`,
    ilike(orders.reference, pattern),
    sql`exists ${withNote}`,
  )
}

function partOfNumber(text: string): SQL | undefined {
  const whole = parseOrderNumber(text)
  if (whole !== undefined) return eq(orders.number, whole)
  const part = text.replace(/[\s-]/g, '').toUpperCase()
  if (part.length < PART_OF_NUMBER_MIN || !/^[0-9A-Z]+$/.test(part) || !/\d/.test(part)) return undefined
  return like(orders.number, `%${part}%`)
}

function partOfPhone(text: string): SQL | undefined {
  const typed = toAsciiDigits(text)
  if (!/^[\d\s()+.-]+$/.test(typed)) return undefined
  const digits = readPhone(typed) ?? typed.replace(/\D/g, '')
  return digits.length < PART_OF_NUMBER_MIN ? undefined : like(orders.contactPhone, `%${digits}%`)
}
