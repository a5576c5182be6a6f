import type { Page } from 'playwright/test'

import { approveUpiPayment } from '../../kit/shops/start-demo-stack.ts'
import { newShopper, shops, type Shopper } from '../fixtures.ts'
import { haveToken, type StoredLine } from './shopper.ts'

/** The shop on `localhost`, the one name that Node itself finds. */
export const [demoShop] = shops

const ADDRESS = {
  fullName: 'Asha Rao',
  address: '14 Loom Street',
  city: 'Varanasi',
  state: 'Uttar Pradesh',
  postalCode: '221001',
  phone: '+919876543210',
}

export interface DemoOrder {
  orderId: string
  /** Rupees. */
  total: number
  shopper: Shopper
}

async function call(path: string, body?: unknown, token?: string, language = 'en') {
  const response = await fetch(`${demoShop.apiOrigin}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': language,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

/** A new shopper with a token, and a garment of several sizes as a card puts it into the cart: without one. */
export async function haveGarment() {
  const shopper = newShopper()
  await call('/users/register', { ...shopper, firstName: 'Asha', lastName: 'Rao' })
  const { token } = await call('/users/authorize', shopper)
  return { garment: await findGarment(), shopper, token: token as string }
}

/** A cart line of the demo shop that lacks nothing. */
export async function demoLine(): Promise<StoredLine> {
  const { firstSize, ...garment } = await findGarment()
  return { ...garment, quantity: 1, selectedSize: firstSize }
}

async function findGarment() {
  const { data } = await call('/products?limit=100')
  const valuesOf = (product: DemoProduct, keys: RegExp) =>
    product.attributes.find(({ key }) => keys.test(key))?.value ?? []
  const product = (data as DemoProduct[]).find((one) => valuesOf(one, /^sizes?$/i).length > 1)
  if (!product) throw new Error('The demo shop has no garment of several sizes.')
  const { id, title: name, regularPrice, discountedPrice } = product
  const [firstSize = ''] = valuesOf(product, /^sizes?$/i)
  const [selectedColor] = valuesOf(product, /^(colors?|colours)$/i)
  return { id, name, image: '', price: discountedPrice ?? regularPrice, selectedColor, firstSize }
}

interface DemoProduct {
  id: string
  title: string
  regularPrice: number
  discountedPrice?: number
  attributes: { key: string; value: string[] }[]
}

/** Chooses how the shopper pays for the order; a UPI payment is approved in the sandbox. */
export async function payFor({ orderId, shopper }: DemoOrder, method: 'upi-qr' | 'cash-on-delivery') {
  const { token } = await call('/users/authorize', shopper)
  await call('/payments', { orderId, fields: { method, phone: ADDRESS.phone } }, token)
  if (method === 'upi-qr') await approveUpiPayment(demoShop.apiOrigin, orderId)
}

/** The address of a new payment link of the shopper's order. */
export async function paymentLinkOf({ orderId, shopper }: DemoOrder): Promise<string> {
  const { token } = await call('/users/authorize', shopper)
  const link = await call(`/orders/${orderId}/payment-link`, {}, token)
  return `${demoShop.origin}/pay/${link.data?.token ?? link.token}`
}

interface OrderOptions {
  language?: 'en' | 'hi'
  offerCode?: string
  /** What is ordered, instead of two pieces of a product without a size. */
  line?: StoredLine
}

/** A new shopper with a Pending order, made over the API; this browser is signed in. */
export async function haveOrder(
  page: Page,
  { language = 'en', offerCode, line }: OrderOptions = {},
): Promise<DemoOrder> {
  const shopper = newShopper()
  await call('/users/register', { ...shopper, firstName: 'Asha', lastName: 'Rao' })
  const { token } = await call('/users/authorize', shopper)
  const ordered = line ?? (await findPieces())
  const { id, price, quantity, selectedSize, selectedColor } = ordered
  const lines = line && [{ productId: id, quantity, selectedSize, selectedColor }]
  const { id: orderId } = await call(
    '/orders',
    { products: { [id]: quantity }, lines, shippingAddress: ADDRESS, offerCode },
    token,
    language,
  )
  await page.context().addCookies([{ name: 'language', value: language, url: demoShop.origin }])
  await haveToken(page, demoShop.origin, token)
  return { orderId, shopper, total: price * quantity }
}

async function findPieces(): Promise<StoredLine> {
  const { data } = await call('/products?limit=1')
  const { id, title: name, discountedPrice, regularPrice } = (data as [DemoProduct])[0]
  return { id, name, image: '', price: discountedPrice ?? regularPrice, quantity: 2 }
}
