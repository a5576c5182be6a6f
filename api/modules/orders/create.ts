import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'

import { ORDER_LINES_MAX, QUANTITY_MAX } from '@tanabana/contract/constants.ts'
import { hasControlCharacters, joinLines } from '@tanabana/contract/text.ts'
import type { totalChangedSchema } from '@tanabana/contract/order.ts'
import { readPhone } from '@tanabana/contract/phone.ts'
import type { OrderCreation, OrderLine, ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { User } from '../../http/context.ts'
import type { Transaction } from '../../db/index.ts'
import { orderItems, orders, products } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { newOrderNumber } from '../../ids.ts'
import { readVariants } from '../catalogue/variants.ts'
import { lowStockEvents, recordEvents } from './change-order.ts'
import { toItems } from './items.ts'
import { ORDER_STATUS } from './lifecycle/order-rules.ts'
import { exceededLimit, limitExceeded, lockOpenOrders } from './open-orders.ts'
import type { OrderItem } from './order-item.ts'
import { orderLimitsOf } from './order-limits.ts'
import type { OrderLimits } from '../../db/json-columns.ts'
import { reserveStock } from './stock.ts'

const ADDRESS_FIELD_MAX = 300
const ADDRESS_LABELS = ['full name', 'address', 'city', 'state', 'postal code', 'phone']

/**
 * Writes the order at current prices, in the caller's transaction.
 * @returns the order number, without dashes, and the products with a variant that is now sold out
 * @throws {ApiError} 422 with a sentence that names the problem, 409 when the total differs from `expectedTotal`, too few
 *   pieces are left, or the account has too much that is unpaid
 */
export async function createOrder(
  tx: Transaction,
  options: {
    tenantId: string
    user: User
    order: OrderCreation
    now: Date
    keepsAttribution?: boolean
    limits?: OrderLimits
    language?: Language | undefined
  },
): Promise<{ number: string; soldOut: string[] }> {
  const {
    tenantId,
    user,
    order,
    now,
    keepsAttribution = false,
    limits = orderLimitsOf({}),
    language,
  } = options
  const shippingAddress = checkAddress(order.shippingAddress)
  const lines = checkLines(order)
  const open = await lockOpenOrders(tx, tenantId, user.id)

  const ids = [...new Set(lines.map((line) => line.productId))]
  const found = await tx
    .select()
    .from(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.id, ids)))
  const hasChoices = order.lines !== undefined
  const resolved = toItems(
    lines,
    new Map(found.map((product) => [product.id, product])),
    await readVariants(tx, tenantId, ids),
    hasChoices,
  )
  const number = newOrderNumber()
  const created = { tenantId, number }
  const { items, soldOut, low } = await reserveStock(tx, created, resolved, { hasChoices, now })
  const pieces = items.reduce((sum, { holdsStock, quantity }) => sum + (holdsStock ? quantity : 0), 0)
  const exceeded = exceededLimit(open, pieces, limits)
  if (exceeded) throw limitExceeded(exceeded)
  const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0)
  if ((order.expectedTotal ?? total) !== total) throw totalChanged(total, items)

  await tx.insert(orders).values({
    ...created,
    userId: user.id,
    total,
    shippingAddress,
    contactEmail: user.email,
    contactPhone: readPhone(shippingAddress.phone) ?? '',
    attribution: keepsAttribution ? order.attribution : undefined,
    createdAt: now,
    language,
  })
  await tx.insert(orderItems).values(items.map((item) => ({ ...item, tenantId, orderNumber: number })))
  await recordEvents(tx, created, { actor: 'shopper', now }, [
    { kind: 'order.created', status: ORDER_STATUS.pending },
    ...lowStockEvents({ low }),
  ])
  return { number, soldOut }
}

function checkAddress(address: ShippingAddress): ShippingAddress {
  const { fullName, address: street, city, state, postalCode, phone } = address
  // A street address may come in several lines.
  const given = [fullName, joinLines(street), city, state, postalCode, phone]
  const label = ADDRESS_LABELS[given.findIndex(hasControlCharacters)]
  if (label) {
    throw new ApiError(
      422,
      `The ${label} contains an invisible character. Please type it instead of pasting it.`,
    )
  }
  const fields = given.map((text) => text.trim())
  if (fields.includes('')) throw new ApiError(422, 'All shipping information fields are required.')
  if (fields.some((text) => text.length > ADDRESS_FIELD_MAX)) {
    throw new ApiError(422, `A shipping field is longer than ${ADDRESS_FIELD_MAX} characters.`)
  }
  const [name = '', where = '', town = '', region = '', pin = '', call = ''] = fields
  return { fullName: name, address: where, city: town, state: region, postalCode: pin, phone: call }
}

/** The order's lines; without any, one line per product. */
function checkLines({ products: quantities, lines }: OrderCreation): OrderLine[] {
  const wanted = Object.entries(quantities)
  if (wanted.length === 0) throw new ApiError(422, 'The order has no products.')
  const all = lines ?? wanted.map(([productId, quantity]) => ({ productId, quantity }))
  if (all.length > ORDER_LINES_MAX || wanted.length > ORDER_LINES_MAX) {
    throw new ApiError(422, `An order may have at most ${ORDER_LINES_MAX} lines.`)
  }
  if (all.some(({ quantity }) => quantity < 1 || quantity > QUANTITY_MAX)) {
    throw new ApiError(422, `Each line of an order may have 1 to ${QUANTITY_MAX} pieces.`)
  }
  const sums = new Map<string, number>()
  for (const { productId, quantity } of all) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  const isSame = sums.size === wanted.length && wanted.every(([id, quantity]) => sums.get(id) === quantity)
  if (!isSame) throw new ApiError(422, "The order's lines do not match its products.")
  return all
}

function totalChanged(total: number, items: OrderItem[]): ApiError {
  const details: z.input<typeof totalChangedSchema> = {
    code: 'total-changed',
    total,
    lines: items.map(({ productId, quantity, price, selectedSize, selectedColor, variantId }) => ({
      productId,
      quantity,
      unitPrice: price,
      selectedSize: selectedSize ?? undefined,
      selectedColor: selectedColor ?? undefined,
      variantId: variantId ?? undefined,
    })),
  }
  return new ApiError(409, 'The total of your order has changed. Check it and order again.', {}, details)
}
