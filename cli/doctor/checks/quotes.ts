import * as z from 'zod/mini'

import type { ReceivedProduct } from '@tanabana/contract/product.ts'
import { parseOrderRefusal } from '@tanabana/contract/order.ts'
import { parseRefusedQuote, quoteSchema, type Quote } from '@tanabana/contract/quote.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { CheckRun } from '../check-run.ts'
import type { TestAccount } from './accounts.ts'
import { ADDRESS, sizeOf } from './orders.ts'

const QUOTE = 'POST /quotes'
const CREATE = 'POST /orders'
const NO_PRODUCT = 'no-such-product'
const receivedQuote = wrappedOrBare(quoteSchema)

/** Whether a quote adds up at the listed price, names a line that can't be ordered, and is not stored by caches. */
export async function quotesOrders(
  run: CheckRun,
  products: readonly ReceivedProduct[],
): Promise<boolean | undefined> {
  const product = products.find((one) => priceOf(one) !== undefined)
  if (!product) return undefined
  const lines = [lineOf(product), { productId: NO_PRODUCT, quantity: 1 }]
  const response = await run.request(QUOTE, '/quotes', { body: { lines, postalCode: ADDRESS.postalCode } })
  const quote = z.safeParse(receivedQuote, response?.json).data
  const [first, second] = quote?.lines ?? []
  return (
    response?.status === 200 &&
    /\bno-store\b/.test(response.headers['cache-control'] ?? '') &&
    quote?.lines.length === lines.length &&
    first?.productId === product.id &&
    first.unitPrice === priceOf(product) &&
    second?.issue !== undefined &&
    addsUp(quote)
  )
}

/** Whether refused orders carry the fresh quote, and none is placed that would arrive later than it was shown. */
export async function refusesWithQuote(
  run: CheckRun,
  product: ReceivedProduct,
  { token }: TestAccount,
): Promise<boolean> {
  const line = lineOf(product)
  const place = (productId: string, more: object) => {
    const body = { products: { [productId]: 1 }, shippingAddress: ADDRESS, ...more }
    return run.request(CREATE, '/orders', { body, token })
  }
  const gone = await place(NO_PRODUCT, { lines: [{ productId: NO_PRODUCT, quantity: 1 }] })
  if (!gone || gone.status < 400 || !parseRefusedQuote(gone.json)) return false
  const body = { lines: [line], postalCode: ADDRESS.postalCode }
  const asked = await run.request(QUOTE, '/quotes', { body, token })
  const quote = z.safeParse(receivedQuote, asked?.json).data
  if (quote?.delivery?.by === undefined) return quote !== undefined
  const late = await place(product.id, { lines: [line], expectedBy: '2000-01-01' })
  const isRefused = late?.status === 409 && parseOrderRefusal(late.json)?.code === 'delivery-changed'
  return isRefused && parseRefusedQuote(late.json)?.total === quote.total
}

/** Whether an order with a phone that can't be read is refused. */
export async function refusesPhone(
  run: CheckRun,
  { id }: ReceivedProduct,
  { token }: TestAccount,
): Promise<boolean> {
  const body = { products: { [id]: 1 }, shippingAddress: { ...ADDRESS, phone: 'abc' } }
  const refused = await run.refused(CREATE, '/orders', { body, token })
  return refused?.status === 422
}

function addsUp({ lines, subtotal, discount, total, fees, payable }: Quote): boolean {
  const sum = lines.reduce((all, { unitPrice = 0, quantity }) => all + unitPrice * quantity, 0)
  return (
    subtotal === sum &&
    total === subtotal - (discount?.amount ?? 0) &&
    payable === fees.reduce((all, { amount }) => all + amount, total)
  )
}

function lineOf(product: ReceivedProduct) {
  const variant = product.variants.find(({ available }) => available)
  return {
    productId: product.id,
    quantity: 1,
    variantId: variant?.id,
    selectedSize: variant ? undefined : sizeOf(product),
  }
}

/** Paise, of the piece that `lineOf` orders. */
function priceOf(product: ReceivedProduct): number | undefined {
  const { discountedPrice, regularPrice } = product.variants.find(({ available }) => available) ?? product
  const rupees = discountedPrice ?? regularPrice
  return rupees === undefined ? undefined : Math.round(rupees * 100)
}
