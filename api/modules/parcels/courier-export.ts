import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { readPhone } from '@tanabana/contract/phone.ts'
import { formatOrderNumber } from '../../ids.ts'
import { formatAmount } from '../../rupees.ts'
import type { PackedOrder } from './orders-to-pack.ts'

const COLUMNS = [
  ...['order', 'name', 'address', 'city', 'state', 'postal code', 'phone', 'email'],
  ...['contents', 'pieces', 'value', 'payment', 'cash to collect'],
  ...['courier', 'tracking number'],
]

/**
 * Orders for a courier's system, one row each. The last two columns are empty: filled, the file ships the orders
 * (`readParcels`).
 */
export function toCourierCsv(packed: readonly PackedOrder[]): string[] {
  return [toCsvRow(COLUMNS), ...packed.map((one) => toCsvRow(cellsOf(one)))]
}

function cellsOf({ order, cashDue }: PackedOrder): string[] {
  const { fullName, address, city, state, postalCode, phone } = order.shippingAddress
  const { items } = order
  const contents = items.map(({ productTitle, quantity }) => `${quantity} × ${productTitle}`).join('; ')
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return [
    ...[
      formatOrderNumber(order.number),
      fullName,
      address,
      city,
      state,
      postalCode,
      // Ten digits: a spreadsheet runs a cell that begins with a plus sign as a formula.
      readPhone(phone) ?? phone,
      order.contactEmail,
    ],
    ...[contents, String(pieces), formatAmount(order.total)],
    ...[cashDue > 0 ? 'COD' : 'Prepaid', formatAmount(cashDue), '', ''],
  ]
}
