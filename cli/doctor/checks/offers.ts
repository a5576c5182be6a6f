import * as z from 'zod/mini'

import { parseOrderRefusal } from '@tanabana/contract/order.ts'
import type { ReceivedProduct } from '@tanabana/contract/product.ts'
import { quoteSchema } from '@tanabana/contract/quote.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { CheckRun } from '../check-run.ts'
import type { TestAccount } from './accounts.ts'
import { ADDRESS } from './orders.ts'
import type { ProductPage } from './products.ts'

/** A code that no shop has. */
const NO_CODE = 'DOCTOR-NO-SUCH-CODE'

/** Whether a quote says that the shop does not have a code; `undefined` without a product. */
export async function explainsUnknownCode(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  const [productId] = whole.ids
  if (productId === undefined) return undefined
  const body = { lines: [{ productId, quantity: 1 }], offerCode: NO_CODE }
  const response = await run.request('POST /quotes', '/quotes', { body })
  const quote = z.safeParse(wrappedOrBare(quoteSchema), response?.json).data
  return response?.status === 200 && quote?.offerRefusal?.reason === 'unknown'
}

/** Whether an order with such a code is refused, so that no shopper pays more than a code promised. */
export async function refusesUnknownCode(
  run: CheckRun,
  { id }: ReceivedProduct,
  { token }: TestAccount,
): Promise<boolean> {
  const body = { products: { [id]: 1 }, shippingAddress: ADDRESS, offerCode: NO_CODE }
  const response = await run.refused('POST /orders', '/orders', { body, token })
  return response?.status === 409 && parseOrderRefusal(response.json)?.code === 'offer-refused'
}
