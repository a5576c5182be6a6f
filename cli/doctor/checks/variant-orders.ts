import { QUANTITY_MAX } from '@tanabana/contract/constants.ts'
import { parseOrderRefusal } from '@tanabana/contract/order.ts'
import type { ReceivedProduct, ReceivedVariant } from '@tanabana/contract/product.ts'
import { property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'
import type { TestAccount } from './accounts.ts'
import { ADDRESS, idOf, readOrders } from './orders.ts'

const CREATE = 'POST /orders'

interface Choice {
  product: ReceivedProduct
  variant: ReceivedVariant
}

/** Whether an order of a variant returns the variant's id; `undefined` when no product has variants on sale. */
export async function ordersVariant(
  run: CheckRun,
  products: readonly ReceivedProduct[],
  { token }: TestAccount,
): Promise<boolean | undefined> {
  const choices = choicesOf(products)
  // A shop's last pieces stay for its shoppers.
  const choice = choices.find(({ variant }) => typeof variant.stock !== 'number') ?? choices[0]
  if (!choice) return undefined
  const created = await run.request(CREATE, '/orders', { body: orderOf(choice, 1), token })
  if (!created || created.status >= 300) return false
  const id = String(idOf(created.json))
  const order = (await readOrders(run, token))?.find((one) => String(property(one, 'id')) === id)
  const items = property(order, 'items')
  return property(Array.isArray(items) ? items[0] : undefined, 'variantId') === choice.variant.id
}

/**
 * Whether an order of one piece more than are left is refused with its line; `undefined` when no variant tells its
 * stock. A correct API creates no order. The earlier orders of the check may have taken the last piece.
 */
export async function refusesBeyondStock(
  run: CheckRun,
  products: readonly ReceivedProduct[],
  { token }: TestAccount,
): Promise<boolean | undefined> {
  for (const choice of choicesOf(products)) {
    const { stock } = choice.variant
    if (typeof stock !== 'number' || stock < 1 || stock >= QUANTITY_MAX) continue
    const refused = await run.request(CREATE, '/orders', { body: orderOf(choice, stock + 1), token })
    const refusal = parseOrderRefusal(refused?.json)
    if (refused?.status !== 409 || refusal?.code !== 'lines-refused') return false
    return refusal.problems.some(({ code, productId, line }) => {
      return (
        (code === 'not-enough-stock' || code === 'sold-out') && productId === choice.product.id && line === 0
      )
    })
  }
  return undefined
}

function choicesOf(products: readonly ReceivedProduct[]): Choice[] {
  return products.flatMap((product) =>
    product.variants.filter(({ available }) => available).map((variant) => ({ product, variant })),
  )
}

function orderOf({ product: { id }, variant }: Choice, quantity: number) {
  return {
    products: { [id]: quantity },
    lines: [{ productId: id, quantity, variantId: variant.id }],
    shippingAddress: ADDRESS,
  }
}
