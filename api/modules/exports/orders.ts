import { toIndianIso } from '@tanabana/contract/dates.ts'
import { formatAmount } from '../../rupees.ts'
import type { Read } from '../catalogue/stored-products.ts'
import { adTags, createMoneyLookup, describeOrder, formatOptions } from '../orders/describe-order.ts'
import { readOrderPage, type ItemRow, type OrderPlace } from '../orders/read.ts'
import type { Permission } from '../staff/permissions.ts'

type Order = ReturnType<typeof describeOrder>

export interface OrderColumn {
  name: string
  /** Without it, a member of staff gets a file without the column. */
  needs?: Permission
  cell: (order: Order, item: ItemRow) => string
}

const money = (name: string, cell: OrderColumn['cell']): OrderColumn => ({
  ...{ name, needs: 'takings.read', cell },
})
const person = (name: string, cell: OrderColumn['cell']): OrderColumn => ({
  ...{ name, needs: 'customers.read', cell },
})

/** The columns of exported orders, a row for each item. */
export const ORDER_COLUMNS: readonly OrderColumn[] = [
  { name: 'order', cell: ({ id }) => id },
  { name: 'status', cell: ({ status }) => status },
  { name: 'ordered', cell: ({ createdAt }) => isoText(createdAt) },
  { name: 'paid', cell: ({ paidAt }) => isoText(paidAt) },
  person('name', ({ shippingAddress }) => shippingAddress.fullName),
  person('address', ({ shippingAddress }) => shippingAddress.address),
  person('city', ({ shippingAddress }) => shippingAddress.city),
  person('state', ({ shippingAddress }) => shippingAddress.state),
  person('postal code', ({ shippingAddress }) => shippingAddress.postalCode),
  person('phone', ({ shippingAddress }) => shippingAddress.phone),
  person('email', ({ email }) => email),
  { name: 'payment', cell: ({ payment }) => payment },
  money('refund due', ({ refundDue }) => (refundDue > 0 ? refundDue.toFixed(2) : '')),
  { name: 'product id', cell: (_, { productId }) => productId },
  { name: 'product', cell: (_, { productTitle }) => productTitle },
  { name: 'size', cell: (_, { selectedSize }) => selectedSize ?? '' },
  { name: 'colour', cell: (_, { selectedColor }) => selectedColor ?? '' },
  { name: 'quantity', cell: (_, { quantity }) => String(quantity) },
  money('price', (_, { price }) => formatAmount(price)),
  money('line total', (_, { price, quantity }) => formatAmount(price * quantity)),
  money('order total', ({ total }) => total.toFixed(2)),
  person('ad clicked', ({ attribution }) => isoText(attribution?.clickedAt)),
  person('ad tags', ({ attribution }) => adTags(attribution)),
  { name: 'options', cell: (_, { variantOptions }) => (variantOptions ? formatOptions(variantOptions) : '') },
  { name: 'sku', cell: (_, { sku }) => sku ?? '' },
  money('line discount', (_, { discount }) => (discount > 0 ? formatAmount(discount) : '')),
  // The code, else the shop's words.
  money('offer', ({ discount }) => discount?.code ?? discount?.label ?? ''),
]

/**
 * The orders of a shop with their rows, newest first. Reads each page in a short transaction: every order appears once and
 * complete, orders placed after the start do not appear.
 */
export async function* exportedOrders(
  read: Read,
  tenantId: string,
  { status, columns = ORDER_COLUMNS }: { status?: number | undefined; columns?: readonly OrderColumn[] },
): AsyncGenerator<{ order: Order; rows: string[][] }> {
  let after: OrderPlace | undefined
  do {
    const { page, money } = await read(async (tx) => {
      const page = await readOrderPage(tx, tenantId, { status, after })
      return { page, money: await createMoneyLookup(tx, tenantId, page.orders) }
    })
    for (const found of page.orders) {
      const order = describeOrder(found, money(found))
      yield { order, rows: found.items.map((item) => columns.map(({ cell }) => cell(order, item))) }
    }
    after = page.last
  } while (after)
}

function isoText(moment: string | null | undefined): string {
  return moment ? toIndianIso(moment) : ''
}
