import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import {
  contractOrderSchema,
  contractOrderItemSchema,
  isKeyReused,
  parseOrderRefusal,
} from '../../../src/lib/contract/order.ts'
import type { ReceivedProduct } from '../../../src/lib/contract/product.ts'
import { sizesOf, soldOutSizesOf } from '../../../api/modules/catalogue/attributes.ts'
import { describeValue, issuesOf, property } from '../describe.ts'
import type { Visit } from '../visit.ts'
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
  /** False when an order with ad attribution is refused; whether it is stored cannot be observed. */
  attribution: false | undefined
}

/** Places an order and checks it through every call. docs/requirements.md#36-order docs/requirements.md#6-roles */
export async function checkOrders(
  visit: Visit,
  product: ReceivedProduct,
  one: TestAccount,
  other: TestAccount | undefined,
): Promise<{ orderId: string | undefined; capabilities: OrderCapabilities }> {
  await checkRefusals(visit, product, one)
  const orderId = await placeOrder(visit, product, one)
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
      },
    }
  await checkList(visit, one, orderId, product)
  if (other) await checkStrangers(visit, other, orderId)
  await checkTracking(visit, one, orderId)
  return {
    orderId,
    capabilities: {
      lines: await returnsSize(visit, product, one),
      idempotency: await ordersOnce(visit, product, one),
      expectedTotal: await checksExpectedTotal(visit, product, one),
      attribution: await takesAttribution(visit, product, one),
      ...(await checkAfterOrder(
        visit,
        product,
        { one, other },
        {
          place: () => placeOrder(visit, product, one),
          list: () => readOrders(visit, one.token),
        },
      )),
    },
  }
}

async function placeOrder(
  visit: Visit,
  { id }: ReceivedProduct,
  { token }: TestAccount,
): Promise<string | undefined> {
  const body = { products: { [id]: 1 }, shippingAddress: ADDRESS }
  const created = await visit.request(CREATE, '/orders', { body, token })
  if (!created) return undefined
  if (created.status >= 400) {
    const reason = property(created.json, 'error')
    const sentence = `It returns ${created.status}${typeof reason === 'string' ? ` ("${reason}")` : ''} for an order of one piece.`
    visit.report('order-not-created', CREATE, sentence)
    visit.checkFailure(CREATE, created)
    return undefined
  }
  const orderId = idOf(created.json)
  if (typeof orderId === 'string' && orderId !== '') return orderId
  if (typeof orderId === 'number') {
    visit.report('order-id-number', CREATE, `"id" is the number ${orderId}; write it as a string.`)
    return String(orderId)
  }
  visit.report('order-id-missing', CREATE, `"id" must be a string but is ${describeValue(orderId)}.`)
  return undefined
}

export function idOf(json: unknown): unknown {
  return property(property(json, 'data') ?? json, 'id')
}

async function checkRefusals(visit: Visit, { id }: ReceivedProduct, { token }: TestAccount): Promise<void> {
  const refusals = [
    { products: { [id]: -1 }, fault: 'order-quantity', what: '-1 pieces' },
    {
      products: { 'no-such-product': 1 },
      fault: 'order-unknown-product',
      what: 'a product that does not exist',
    },
  ] as const
  for (const { products, fault, what } of refusals) {
    const response = await visit.refused(CREATE, '/orders', {
      body: { products, shippingAddress: ADDRESS },
      token,
    })
    if (response && response.status < 300) visit.report(fault, CREATE, `It accepts an order of ${what}.`)
    if (response && response.status >= 500) {
      visit.report(
        'server-error',
        CREATE,
        `For an order of ${what} it returns ${response.status} instead of a reason.`,
      )
    }
  }
}

export async function readOrders(visit: Visit, token: string): Promise<unknown[] | undefined> {
  const list = await visit.read(LIST, '/orders', { token })
  if (list === undefined) return undefined
  if (Array.isArray(list)) return list as unknown[]
  visit.report('orders-not-a-list', LIST, `It must be a list but is ${describeValue(list)}.`)
  return undefined
}

async function checkList(
  visit: Visit,
  { token }: TestAccount,
  orderId: string,
  product: ReceivedProduct,
): Promise<void> {
  const list = await readOrders(visit, token)
  if (!list) return
  const order = list.find((one) => String(property(one, 'id')) === orderId)
  if (order === undefined) {
    visit.report('order-not-listed', LIST, `The order ${orderId}, just placed, is not in the account's list.`)
    for (const one of list) checkOrder(visit, LIST, one)
    return
  }
  checkOrder(visit, LIST, order)
  const items = property(order, 'items')
  const price = property(Array.isArray(items) ? items[0] : undefined, 'price')
  const expected = product.discountedPrice ?? product.regularPrice
  if (typeof price === 'number' && price !== expected) {
    visit.report('order-price', LIST, `The piece costs ${price} in the order and ${expected} in the shop.`)
  }
}

function checkOrder(visit: Visit, call: string, order: unknown): void {
  for (const { says } of issuesOf(contractOrderSchema, order)) visit.report('order-shape', call, `${says}.`)
  const items = property(order, 'items')
  if (!Array.isArray(items) || items.length === 0) {
    visit.report(
      'order-shape',
      call,
      `"items" must be a list with what was bought but is ${describeValue(items)}.`,
    )
  } else {
    for (const { says } of issuesOf(z.array(contractOrderItemSchema), items)) {
      visit.report('order-shape', call, `In "items", ${says}.`)
    }
  }
  const status = property(order, 'status')
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > 4) {
    visit.report(
      'order-status',
      call,
      `"status" must be a number from 0 to 4 but is ${describeValue(status)}.`,
    )
  }
  if (Number.isNaN(Date.parse(String(property(order, 'createdAt'))))) {
    visit.report(
      'order-shape',
      call,
      `"createdAt" must be a date but is ${describeValue(property(order, 'createdAt'))}.`,
    )
  }
}

async function checkStrangers(visit: Visit, other: TestAccount, orderId: string): Promise<void> {
  const list = await readOrders(visit, other.token)
  if (list?.some((order) => String(property(order, 'id')) === orderId)) {
    visit.report('orders-of-others', LIST, "An account sees another account's order in its list.")
  }
}

async function checkTracking(visit: Visit, one: TestAccount, orderId: string): Promise<void> {
  const path = `/orders/${encodeURIComponent(orderId)}`
  const wrong = await visit.refused(TRACK, path, { query: { contactInfo: 'stranger@example.com' } })
  if (wrong && wrong.status < 300)
    visit.report('tracking-open', TRACK, "It shows the order for another shopper's email.")
  for (const contactInfo of [one.email, ADDRESS.phone]) {
    const response = await visit.request(TRACK, path, { query: { contactInfo } })
    if (!response) continue
    if (response.status >= 300) {
      visit.report(
        'tracking-failed',
        TRACK,
        `With the contact ${contactInfo} of the order it returns ${response.status}.`,
      )
    } else checkOrder(visit, TRACK, property(response.json, 'data') ?? response.json)
  }
}

/** A size of the product that is not sold out. */
export function sizeOf({ attributes }: ReceivedProduct): string | undefined {
  const soldOut = soldOutSizesOf(attributes)
  return sizesOf(attributes).find((size) => !soldOut.includes(size))
}

/** Whether the order returns the size of a line; `undefined` for a product without sizes. */
async function returnsSize(
  visit: Visit,
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
  const created = await visit.request(CREATE, '/orders', { body, token })
  const id = String(idOf(created?.json))
  if (!created || created.status >= 300) return false
  const order = (await readOrders(visit, token))?.find((one) => String(property(one, 'id')) === id)
  const items = property(order, 'items')
  return property(Array.isArray(items) ? items[0] : undefined, 'selectedSize') === selectedSize
}

/** Whether a repeated key creates one order, and another body gets `key-reused`. */
async function ordersOnce(visit: Visit, { id }: ReceivedProduct, { token }: TestAccount): Promise<boolean> {
  const body = { products: { [id]: 1 }, shippingAddress: ADDRESS }
  const headers = { 'idempotency-key': randomUUID() }
  const first = await visit.request(CREATE, '/orders', { body, token, headers })
  const second = await visit.request(CREATE, '/orders', { body, token, headers })
  const changed = { ...body, products: { [id]: 2 } }
  const other = await visit.request(CREATE, '/orders', { body: changed, token, headers })
  const orderId = idOf(first?.json)
  const isOnce = orderId !== undefined && orderId === idOf(second?.json)
  return isOnce && other?.status === 422 && isKeyReused(other.json)
}

/** Whether a wrong total is refused with the current total and lines, and the right one accepted. */
async function checksExpectedTotal(
  visit: Visit,
  product: ReceivedProduct,
  { token }: TestAccount,
): Promise<boolean> {
  const { id } = product
  const price = Math.round(100 * (product.discountedPrice ?? product.regularPrice ?? 0))
  const order = { products: { [id]: 2 }, shippingAddress: ADDRESS }
  const place = (expectedTotal: number) =>
    visit.request(CREATE, '/orders', { body: { ...order, expectedTotal }, token })
  const refused = await place(2 * price + 100)
  const refusal = parseOrderRefusal(refused?.json)
  if (refused?.status !== 409 || refusal?.code !== 'total-changed') return false
  const names = refusal.lines.some(({ productId, unitPrice }) => productId === id && unitPrice === price)
  const made = await place(refusal.total)
  return names && refusal.total === 2 * price && idOf(made?.json) !== undefined
}

async function takesAttribution(
  visit: Visit,
  { id }: ReceivedProduct,
  { token }: TestAccount,
): Promise<false | undefined> {
  const attribution = { clickedAt: new Date().toISOString(), tags: { utm_source: 'doctor' } }
  const body = { products: { [id]: 1 }, shippingAddress: ADDRESS, attribution }
  const response = await visit.request(CREATE, '/orders', { body, token })
  return response && response.status >= 400 ? false : undefined
}
