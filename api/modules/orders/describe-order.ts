import type { Transaction } from '../../db/index.ts'
import { formatOrderNumber } from '../../ids.ts'
import { nameOf } from './advance.ts'
import { awaitsConfirmation } from './confirmation.ts'
import { moneyOf, type OrderMoney } from './lifecycle/money-rules.ts'
import { toOrder } from './lifecycle/order-rules.ts'
import { readOrderMoney } from './order-money.ts'
import type { ItemRow, OrderRow, OrderWithItems } from './read.ts'
import type { ReturnRow } from './returns.ts'

/** An order for merchants: full address, prices in rupees. */
export function describeOrder(order: OrderWithItems, { payment, refundDue }: OrderMoney) {
  const { number, status, total, createdAt, paidAt, shippingAddress, contactEmail, attribution, items } =
    order
  return {
    id: formatOrderNumber(number),
    reference: order.reference,
    status: nameOf(status),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    payment,
    cashOnDelivery: order.cashOnDelivery,
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    awaitsConfirmation: awaitsConfirmation(order),
    refundDue: refundDue / 100,
    total: total / 100,
    discount:
      order.discount > 0
        ? { code: order.offerCode, label: order.offerLabel, amount: order.discount / 100 }
        : null,
    cashFee: order.cashFee / 100,
    promisedBy: order.promisedBy?.toISOString().slice(0, 10) ?? null,
    email: contactEmail,
    shippingAddress,
    attribution,
    shipment: order.shipment,
    parcel: order.parcel,
    items: items.map((item) => ({
      productId: item.productId,
      productTitle: item.productTitle,
      quantity: item.quantity,
      price: item.price / 100,
      discount: item.discount / 100,
      selectedSize: item.selectedSize,
      selectedColor: item.selectedColor,
      options: item.variantOptions,
      sku: item.sku,
      oversold: item.oversold,
    })),
  }
}

/** Ad attribution in the form of URL parameters. */
export function adTags(attribution: OrderRow['attribution']): string {
  return new URLSearchParams(attribution?.tags).toString()
}

/** A return for merchants, with the items of its order. */
export function describeReturn(row: ReturnRow, items: readonly ItemRow[]) {
  return {
    id: row.id,
    status: row.status,
    order: formatOrderNumber(row.orderNumber),
    createdAt: row.createdAt.toISOString(),
    reason: row.reason,
    note: row.note,
    items: row.lines.map(({ line, quantity }) => {
      const item = items.find((one) => one.line === line)
      const choice = item ? formatChoice(item) : ''
      return { product: `${item?.productTitle ?? ''}${choice && ` (${choice})`}`, quantity }
    }),
  }
}

/** The variant's options, such as `Size M, Length 46`; size and colour of a product without variants. */
export function formatChoice({ variantOptions, selectedSize, selectedColor }: ItemRow): string {
  if (variantOptions) return formatOptions(variantOptions)
  return [selectedSize, selectedColor].filter((one) => one !== null).join(', ')
}

export function formatOptions(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

/** Returns a function from order to its payment state. */
export async function createMoneyLookup(tx: Transaction, tenantId: string, found: readonly OrderRow[]) {
  const all = await readOrderMoney(tx, tenantId, found)
  return (order: OrderRow): OrderMoney => all.get(order.number) ?? moneyOf(toOrder(order), [])
}
