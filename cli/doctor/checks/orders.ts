import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import {
  contractOrderSchema,
  contractOrderItemSchema,
  isKeyReused,
  parseOrderRefusal,
} from '@tanabana/contract/order.ts'
import { receivedAddressesSchema } from '@tanabana/contract/delivery.ts'
import { parseRefusedQuote } from '@tanabana/contract/quote.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { ReceivedProduct } from '@tanabana/contract/product.ts'
import { sizesOf, soldOutSizesOf } from '../../../api/modules/catalogue/attributes.ts'
import { describeValue, issuesOf, property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'
import type { TestAccount } from './accounts.ts'
import { checkAfterOrder } from './after-order.ts'

const CREATE = 'POST /orders'
const LIST = 'GET /orders'
const TRACK = 'GET /orders/{orderId}'

export const ADDRESS = {
  fullName: 'Doctor Check',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  postalCode: '411001',
  phone: '+919876543210',
}

/** Capabilities of orders beyond the contract, as observed. */
export interface OrderCapabilities {
  lines: boolean | undefined
  idempotency: boolean | undefined
  expectedTotal: boolean | undefined
  shipment: boolean | undefined
  cancellation: boolean | undefined
  returns: boolean | undefined
  invoice: boolean | undefined
  taxInvoice: boolean | undefined
  /** False when an order with ad attribution is refused; whether it is stored cannot be observed. */
  attribution: false | undefined
  addresses: boolean | undefined
}

/**
 * Places orders and checks them through every call; `buyer` places some, because shops limit the unpaid orders of one
 * account. docs/requirements.md#36-order docs/requirements.md#6-roles
 */
export async function checkOrders(
  run: CheckRun,
  product: ReceivedProduct,
  { one, other, buyer }: { one: TestAccount; other: TestAccount | undefined; buyer: TestAccount },
): Promise<{ orderId: string | undefined; capabilities: OrderCapabilities }> {
  await checkRefusals(run, product, one)
  const orderId = await placeOrder(run, product, one)
  if (orderId === undefined)
    return {
      orderId,
      capabilities: {
        lines: undefined,
        idempotency: undefined,
        expectedTotal: undefined,
        attribution: undefined,
        shipment: undefined,
        cancellation: undefined,
        returns: undefined,
        invoice: undefined,
        taxInvoice: undefined,
        addresses: undefined,
      },
    }
  await checkList(run, one, orderId, product)
  if (other) await checkStrangers(run, other, orderId)
  await checkTracking(run, one, orderId)
  return {
    orderId,
    capabilities: {
      lines: await returnsSize(run, product, other ?? one),
      idempotency: await ordersOnce(run, product, other ?? one),
      expectedTotal: await checksExpectedTotal(run, product, buyer),
      attribution: await takesAttribution(run, product, one),
      ...(await checkAfterOrder(
        run,
        product,
        { one, other },
        {
          place: () => placeOrder(run, product, one),
          list: () => readOrders(run, one.token),
        },
      )),
      addresses: await keepsAddresses(run, one, other),
    },
  }
}

async function placeOrder(
  run: CheckRun,
  { id }: ReceivedProduct,
  { token }: TestAccount,
): Promise<string | undefined> {
  const body = { products: { [id]: 1 }, shippingAddress: ADDRESS }
  const created = await run.request(CREATE, '/orders', { body, token })
  if (!created) return undefined
  if (created.status >= 400) {
    const reason = property(created.json, 'error')
    const sentence = `It returns ${created.status}${typeof reason === 'string' ? ` ("${reason}")` : ''} for an order of one piece.`
    run.report('order-not-created', CREATE, sentence)
    run.checkFailure(CREATE, created)
    return undefined
  }
  const orderId = idOf(created.json)
  if (typeof orderId === 'string' && orderId !== '') return orderId
  if (typeof orderId === 'number') {
    run.report('order-id-number', CREATE, `"id" is the number ${orderId}; write it as a string.`)
    return String(orderId)
  }
  run.report('order-id-missing', CREATE, `"id" must be a string but is ${describeValue(orderId)}.`)
  return undefined
}

export function idOf(json: unknown): unknown {
  return property(property(json, 'data') ?? json, 'id')
}

async function checkRefusals(run: CheckRun, { id }: ReceivedProduct, { token }: TestAccount): Promise<void> {
  const refusals = [
    { products: { [id]: -1 }, fault: 'order-quantity', what: '-1 pieces' },
    {
      products: { 'no-such-product': 1 },
      fault: 'order-unknown-product',
      what: 'a product that does not exist',
    },
  ] as const
  for (const { products, fault, what } of refusals) {
    const response = await run.refused(CREATE, '/orders', {
      body: { products, shippingAddress: ADDRESS },
      token,
    })
    if (response && response.status < 300) run.report(fault, CREATE, `It accepts an order of ${what}.`)
    if (response && response.status >= 500) {
      run.report(
        'server-error',
        CREATE,
        `For an order of ${what} it returns ${response.status} instead of a reason.`,
      )
    }
  }
}

export async function readOrders(run: CheckRun, token: string): Promise<unknown[] | undefined> {
  const list = await run.read(LIST, '/orders', { token })
  if (list === undefined) return undefined
  if (Array.isArray(list)) return list as unknown[]
  run.report('orders-not-a-list', LIST, `It must be a list but is ${describeValue(list)}.`)
  return undefined
}

async function checkList(
  run: CheckRun,
  { token }: TestAccount,
  orderId: string,
  product: ReceivedProduct,
): Promise<void> {
  const list = await readOrders(run, token)
  if (!list) return
  const order = list.find((one) => String(property(one, 'id')) === orderId)
  if (order === undefined) {
    run.report('order-not-listed', LIST, `The order ${orderId}, just placed, is not in the account's list.`)
    for (const one of list) checkOrder(run, LIST, one)
    return
  }
  checkOrder(run, LIST, order)
  const items = property(order, 'items')
  const price = property(Array.isArray(items) ? items[0] : undefined, 'price')
  const expected = product.discountedPrice ?? product.regularPrice
  if (typeof price === 'number' && price !== expected) {
    run.report('order-price', LIST, `The piece costs ${price} in the order and ${expected} in the shop.`)
  }
}

function checkOrder(run: CheckRun, call: string, order: unknown): void {
  for (const { says } of issuesOf(contractOrderSchema, order)) run.report('order-shape', call, `${says}.`)
  const items = property(order, 'items')
  if (!Array.isArray(items) || items.length === 0) {
    run.report(
      'order-shape',
      call,
      `"items" must be a list with what was bought but is ${describeValue(items)}.`,
    )
  } else {
    for (const { says } of issuesOf(z.array(contractOrderItemSchema), items)) {
      run.report('order-shape', call, `In "items", ${says}.`)
    }
  }
  const status = property(order, 'status')
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > 4) {
    run.report('order-status', call, `"status" must be a number from 0 to 4 but is ${describeValue(status)}.`)
  }
  if (Number.isNaN(Date.parse(String(property(order, 'createdAt'))))) {
    run.report(
      'order-shape',
      call,
      `"createdAt" must be a date but is ${describeValue(property(order, 'createdAt'))}.`,
    )
  }
}

async function checkStrangers(run: CheckRun, other: TestAccount, orderId: string): Promise<void> {
  const list = await readOrders(run, other.token)
  if (list?.some((order) => String(property(order, 'id')) === orderId)) {
    run.report('orders-of-others', LIST, "An account sees another account's order in its list.")
  }
}

async function checkTracking(run: CheckRun, one: TestAccount, orderId: string): Promise<void> {
  const path = `/orders/${encodeURIComponent(orderId)}`
  const wrong = await run.refused(TRACK, path, { query: { contactInfo: 'stranger@example.com' } })
  if (wrong && wrong.status < 300)
    run.report('tracking-open', TRACK, "It shows the order for another shopper's email.")
  for (const contactInfo of [one.email, ADDRESS.phone]) {
    const response = await run.request(TRACK, path, { query: { contactInfo } })
    if (!response) continue
    if (response.status >= 300) {
      run.report(
        'tracking-failed',
        TRACK,
        `With the contact ${contactInfo} of the order it returns ${response.status}.`,
      )
    } else checkOrder(run, TRACK, property(response.json, 'data') ?? response.json)
  }
}

/** A size of the product that is not sold out. */
export function sizeOf({ attributes }: ReceivedProduct): string | undefined {
  const soldOut = soldOutSizesOf(attributes)
  return sizesOf(attributes).find((size) => !soldOut.includes(size))
}

/** Saves, lists and removes an address, which another account must not see. */
async function keepsAddresses(
  run: CheckRun,
  { token }: TestAccount,
  other: TestAccount | undefined,
): Promise<boolean> {
  const added = await run.request('POST /addresses', '/addresses', { body: ADDRESS, token })
  if (!added || added.status >= 300) return false
  const id = String(idOf(added.json))
  const path = `/addresses/${encodeURIComponent(id)}`
  const listed = await lists(token)
  const isSeenByOther = other !== undefined && (await lists(other.token))
  const removed = await run.request('DELETE /addresses/{addressId}', path, { method: 'DELETE', token })
  return listed && !isSeenByOther && removed !== undefined && removed.status < 300 && !(await lists(token))

  async function lists(as: string): Promise<boolean> {
    const response = await run.request('GET /addresses', '/addresses', { token: as })
    const read = z.safeParse(wrappedOrBare(receivedAddressesSchema), response?.json)
    return response?.status === 200 && read.success && read.data.some((one) => one.id === id)
  }
}

/** Whether the order returns the size of a line; `undefined` for a product without sizes. */
async function returnsSize(
  run: CheckRun,
  product: ReceivedProduct,
  { token }: TestAccount,
): Promise<boolean | undefined> {
  const selectedSize = sizeOf(product)
  if (selectedSize === undefined) return undefined
  // The size alone may leave a choice between variants.
  const variant = product.variants.find(
    ({ available, options }) => available && Object.values(options).includes(selectedSize),
  )
  const body = {
    products: { [product.id]: 1 },
    lines: [{ productId: product.id, quantity: 1, selectedSize, variantId: variant?.id }],
    shippingAddress: ADDRESS,
  }
  const created = await run.request(CREATE, '/orders', { body, token })
  const id = String(idOf(created?.json))
  if (!created || created.status >= 300) return false
  const order = (await readOrders(run, token))?.find((one) => String(property(one, 'id')) === id)
  const items = property(order, 'items')
  return property(Array.isArray(items) ? items[0] : undefined, 'selectedSize') === selectedSize
}

/** Whether a repeated key creates one order, and another body gets `key-reused`. */
async function ordersOnce(run: CheckRun, { id }: ReceivedProduct, { token }: TestAccount): Promise<boolean> {
  const body = { products: { [id]: 1 }, shippingAddress: ADDRESS }
  const headers = { 'idempotency-key': randomUUID() }
  const first = await run.request(CREATE, '/orders', { body, token, headers })
  const second = await run.request(CREATE, '/orders', { body, token, headers })
  const changed = { ...body, products: { [id]: 2 } }
  const other = await run.request(CREATE, '/orders', { body: changed, token, headers })
  const orderId = idOf(first?.json)
  const isOnce = orderId !== undefined && orderId === idOf(second?.json)
  return isOnce && other?.status === 422 && isKeyReused(other.json)
}

/** Whether a wrong total is refused with the current total and lines, and the right one accepted. */
async function checksExpectedTotal(
  run: CheckRun,
  product: ReceivedProduct,
  { token }: TestAccount,
): Promise<boolean> {
  const { id } = product
  const price = Math.round(100 * (product.discountedPrice ?? product.regularPrice ?? 0))
  const order = { products: { [id]: 2 }, shippingAddress: ADDRESS }
  const place = (expectedTotal: number) =>
    run.request(CREATE, '/orders', { body: { ...order, expectedTotal }, token })
  const refused = await place(2 * price + 100)
  const refusal = parseOrderRefusal(refused?.json)
  if (refused?.status !== 409 || refusal?.code !== 'total-changed') return false
  const names = refusal.lines.some(({ productId, unitPrice }) => productId === id && unitPrice === price)
  const made = await place(refusal.total)
  const discount = parseRefusedQuote(refused.json)?.discount?.amount ?? 0
  return names && refusal.total === 2 * price - discount && idOf(made?.json) !== undefined
}

async function takesAttribution(
  run: CheckRun,
  { id }: ReceivedProduct,
  { token }: TestAccount,
): Promise<false | undefined> {
  const attribution = { clickedAt: new Date().toISOString(), tags: { utm_source: 'doctor' } }
  const body = { products: { [id]: 1 }, shippingAddress: ADDRESS, attribution }
  const response = await run.request(CREATE, '/orders', { body, token })
  return response && response.status >= 400 ? false : undefined
}
