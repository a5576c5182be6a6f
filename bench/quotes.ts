import { withTenant, type Database } from '../api/db/index.ts'
import { writeProducts } from '../api/modules/catalogue/write.ts'
import { replacePincodes } from '../api/modules/delivery/pincodes.ts'
import { putTenant } from '../api/modules/tenants/write.ts'
import { SHOP_HOST, SHOP_ID, startApiProcess } from '../tests/kit/api/api-process.ts'
import { MANY_ORDERS } from '../tests/kit/api/many-orders.ts'
import {
  ADDRESS,
  callStore,
  eachAtOnce,
  newShopper,
  productIds,
  type CallOptions,
} from '../tests/kit/api/store-caller.ts'
import { fixed, median, percentile, printTable, verdict } from '../tests/kit/table.ts'

const LINES = 10
const VARIANTS = 6
const PINCODES = 1000
const WARM_UP = 20
const ALONE_MS = 20
const AT_ONCE = 8
const AT_ONCE_MS = 60

interface Measured {
  call: string
  width: number
  taken: number[]
  targetMs?: number
}

/**
 * Times quotes of 10 lines in an API process of its own on PGlite, alone and 8 at once, beside the look-up of a PIN code and
 * the order of the same lines. False when a call fails. docs/requirements.md#1129-quotes
 */
export async function benchQuotes(count: number): Promise<boolean> {
  const api = await startApiProcess(undefined, { prepare: writeShop })
  try {
    const { port } = api
    const token = await newShopper(port)
    const ids = [...(await productIds(port)).entries()].filter(([title]) => title.startsWith('Quoted'))
    const lines = ids.map(([, productId]) => ({ productId, quantity: 1, selectedSize: 'S3' }))
    const request = { lines, postalCode: ADDRESS.postalCode, phone: ADDRESS.phone }
    const quote = { path: '/quotes', options: { body: request, token }, status: 200 }
    const order = {
      path: '/orders',
      options: {
        token,
        body: {
          lines,
          products: Object.fromEntries(lines.map(({ productId }) => [productId, 1])),
          shippingAddress: ADDRESS,
        },
      },
      status: 201,
    }
    const lookUp = { path: `/pincodes/${ADDRESS.postalCode}`, options: {}, status: 200 }
    const time = (call: TimedCall, width: number, times = count) => timeCalls(port, call, width, times)
    for (const call of [lookUp, quote, order]) await time(call, 1, WARM_UP)
    const measured: Measured[] = [
      { call: 'GET /pincodes/{code}, the baseline', width: 1, taken: await time(lookUp, 1) },
      { call: 'POST /quotes', width: 1, taken: await time(quote, 1), targetMs: ALONE_MS },
      { call: 'POST /quotes', width: AT_ONCE, taken: await time(quote, AT_ONCE), targetMs: AT_ONCE_MS },
      { call: 'POST /orders', width: 1, taken: await time(order, 1) },
    ]
    printTable(
      `Quotes and orders of ${LINES} lines on PGlite, ${count} calls each, in ms`,
      measured.map(({ call, width, taken, targetMs }) => ({
        call,
        'at once': width,
        p50: fixed(median(taken)),
        p95: fixed(percentile(taken, 0.95)),
        ...(targetMs !== undefined && {
          'target p95': targetMs,
          '': verdict(percentile(taken, 0.95) <= targetMs),
        }),
      })),
    )
    return true
  } finally {
    await api.stop()
  }
}

interface TimedCall {
  path: string
  options: CallOptions
  status: number
}

/** Milliseconds of each call. */
async function timeCalls(
  port: number,
  { path, options, status }: TimedCall,
  width: number,
  times: number,
): Promise<number[]> {
  const taken: number[] = []
  await eachAtOnce(
    Array.from({ length: times }, (_, index) => index),
    width,
    async () => {
      const startedAt = performance.now()
      const response = await callStore(port, path, options)
      taken.push(performance.now() - startedAt)
      if (response.status !== status) throw new Error(`${path} answered ${response.status}.`)
    },
  )
  return taken
}

async function writeShop(db: Database): Promise<void> {
  await putTenant(db, {
    id: SHOP_ID,
    hosts: [SHOP_HOST],
    record: {
      storeName: 'Quotes',
      categories: ['Kurtas'],
      capabilities: ['order-lines', 'variants', 'stock', 'pincodes', 'quotes', 'cash-on-delivery'],
    },
    payee: { upiId: 'quotes@bank', name: 'Quotes' },
    orderLimits: MANY_ORDERS,
  })
  const sizes = Array.from({ length: VARIANTS }, (_, index) => `S${index}`)
  const products = Array.from({ length: LINES }, (_, index) => ({
    key: `quoted-${index}`,
    title: `Quoted ${index}`,
    description: 'Handloom cotton. '.repeat(100),
    category: 'Kurtas',
    parentCategory: 'Ethnic',
    gender: 'Women' as const,
    regularPrice: 1499,
    imgUrl: '',
    images: [],
    attributes: [{ key: 'Fabric', value: ['Cotton'] }],
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.map((Size) => ({ options: { Size }, regularPrice: 1499, stock: 1_000_000, images: [] })),
  }))
  await withTenant(db, SHOP_ID, async (tx) => {
    await writeProducts(tx, SHOP_ID, products)
    await replacePincodes(
      tx,
      SHOP_ID,
      Array.from({ length: PINCODES }, (_, index) => ({
        code: String(411001 + index),
        city: 'Pune',
        state: 'Maharashtra',
        serviceable: true,
        deliveryDays: 4,
        cashOnDelivery: true,
      })),
    )
  })
}
