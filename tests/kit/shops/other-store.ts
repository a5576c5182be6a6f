import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A store API that shares no code with ours. Where responses have two readings, it uses the other one (bare objects,
 * `count`, a `fields` list). It serves a shop on every host and can simulate each fault of a server.
 * docs/requirements.md#104-two-readings-of-responses
 */

/** `slow` responds correctly, but later than a page waits for its sections. */
export type Fault =
  'refuse' | 'hang' | 'slow' | 'error' | 'html' | 'truncated' | 'wrong-types' | 'empty' | 'unauthorized'

export interface Call {
  method: string
  /** Below `/api/v1`, with its query. */
  path: string
  /** The Host header. */
  host: string
  authorization: string
  idempotencyKey: string
  body: unknown
}

/** State of the shop of one host; each host has its own, so that tests do not affect each other. */
interface ShopState {
  faults: Map<string, Fault>
  calls: Call[]
  record: Record<string, unknown>
  products?: OtherProduct[]
  /** Custom responses by `METHOD /path`. */
  responses: Map<string, CustomResponse>
  /** Wraps every response that may be bare in `{ data }`, and returns payment fields as a bare list. */
  isWrapped: boolean
}

interface CustomResponse {
  status: number
  body: unknown
}

/** A product as this API sends it: the fields of the contract and those that a test adds. */
export type OtherProduct = Record<string, unknown> & { id: string }

export interface OtherStore {
  port: number
  /** Calls to all hosts, oldest first. */
  calls: Call[]
  /** Makes paths below `/api/v1` with this prefix fail on every host; without `fault`, they work again. */
  fail(pathPrefix: string, fault?: Fault): void
  /** Overrides fields in the store info of every shop. */
  changeStore(fields: Record<string, unknown>): void
  /** Restores the initial state. */
  reset(): void
  stop(): Promise<void>
}

/** Body of `POST /_control`, for other processes; `GET /_control?host=` returns the host's calls. */
export interface Control {
  host: string
  fail?: { pathPrefix: string; fault: Fault | null }
  store?: Record<string, unknown>
  products?: OtherProduct[]
  /** `call` is `METHOD /path`. */
  stubResponse?: CustomResponse & { call: string }
  isWrapped?: boolean
}

const SLOW_MS = 700
const TOKEN = 'plain-token'
/** The token of a payment link of the only order. */
export const PAYMENT_LINK = 'plain-link'
/** Token of the link of its refund. */
export const REFUND_LINK = 'plain-refund'
/** Token of the link that confirms it. */
export const CONFIRMATION_LINK = 'plain-confirmation'
const PRODUCTS = 30

const plainProducts: OtherProduct[] = Array.from({ length: PRODUCTS }, (_, index) => ({
  id: `plain-${index + 1}`,
  title: `Plain Shirt ${index + 1}`,
  description: 'A shirt of plain cotton.',
  imgUrl: '',
  category: 'Shirts',
  parentCategory: index % 2 === 0 ? 'Casual' : 'Formal',
  regularPrice: 1000 + index,
  discountedPrice: index % 3 === 0 ? 900 : null,
  createdAt: '2026-01-15T10:00:00.000Z',
  images: [],
  attributes: [
    { id: 'a', key: 'SIZES', value: ['M', 'L'], metricUnit: null },
    { id: 'b', key: 'Colours', value: ['White'], metricUnit: null },
  ],
}))

const startRecord = {
  storeName: 'Plain Store',
  companyName: 'Plain Company',
  companyAddress: '1 Plain Road',
  companyEmail: 'care@plain.example',
  companyPhone: '+910000000000',
  categories: ['Shirts', 'Men', 'Women', 'Fourth'],
}

const paymentFields = {
  fields: [
    {
      name: 'fullName',
      label: 'Full name',
      type: 'text',
      rules: { required: true },
      rulesMessages: ['Name, please'],
    },
    { name: 'phone', label: 'Phone', type: 'tel', rules: { required: true } },
  ],
}

const order = {
  id: 'PLAIN-ORDER-1',
  status: 0,
  createdAt: '2026-01-20T10:00:00.000Z',
  items: [{ id: 'i1', productTitle: 'Plain Shirt 1', quantity: 2, price: 900 }],
  shippingAddress: { address: '1 Plain Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
}

/** Changes one host's shop of the other store on this port. */
export async function controlShop(port: number, control: Control): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/_control`, { method: 'POST', body: JSON.stringify(control) })
}

export async function startOtherStore(port = 0): Promise<OtherStore> {
  const everywhere = newShop(startRecord)
  const shops = new Map<string, ShopState>()

  const server = createServer((request, response) => {
    void handle(request, response)
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request
    response.setHeader('access-control-allow-origin', headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-allow-headers', 'authorization, content-type, idempotency-key')
    if (method === 'OPTIONS') return void response.writeHead(204).end()

    const url = new URL(request.url ?? '/', 'http://store.invalid')
    const body = await readBody(request)
    if (url.pathname === '/_control') {
      control(url, body, response)
      return
    }

    const path = url.pathname.replace(/^\/api\/v1/, '')
    const host = headers.host ?? ''
    const shop = shopOf(host)
    const call: Call = {
      method,
      path: path + url.search,
      host,
      authorization: headers.authorization ?? '',
      idempotencyKey: String(headers['idempotency-key'] ?? ''),
      body,
    }
    everywhere.calls.push(call)
    shop.calls.push(call)
    const fault = [...shop.faults, ...everywhere.faults].find(([prefix]) => path.startsWith(prefix))?.[1]
    if (fault && fault !== 'slow') {
      failWith(fault, response)
      return
    }
    response.setHeader('content-type', 'application/json')
    const own = shop.responses.get(`${method} ${path}`)
    if (own) {
      if (fault) await slowness()
      return void response.writeHead(own.status).end(JSON.stringify(own.body))
    }
    const stubResponse = respondTo(shop, method, path, url.searchParams, headers.authorization, body)
    const isWrapped = shop.isWrapped && stubResponse !== undefined && path !== '/products'
    const text = JSON.stringify(
      isWrapped ? wrap(stubResponse) : (stubResponse ?? { error: 'There is nothing here.' }),
    )
    // The response is built before the delay, from the state at the request.
    if (fault) await slowness()
    response.writeHead(stubResponse === undefined ? 404 : 200).end(text)
  }

  /** Ignores the port: browsers send one, the storefront does not. */
  function shopOf(hostHeader: string): ShopState {
    const host = hostHeader.replace(/:\d+$/, '')
    const knownPaths = shops.get(host) ?? newShop({})
    shops.set(host, knownPaths)
    return knownPaths
  }

  function control(url: URL, body: unknown, response: ServerResponse): void {
    if (body === undefined) {
      response.end(JSON.stringify(shopOf(url.searchParams.get('host') ?? '').calls))
      return
    }
    const { host, fail, store, products, stubResponse, isWrapped } = body as Control
    const shop = shopOf(host)
    if (stubResponse) shop.responses.set(stubResponse.call, stubResponse)
    shop.isWrapped = isWrapped ?? shop.isWrapped
    if (fail) setFault(shop, fail.pathPrefix, fail.fault ?? undefined)
    if (store) shop.record = { ...shop.record, ...store }
    if (products) shop.products = products
    response.end('{}')
  }

  function respondTo(
    { record, products = plainProducts }: ShopState,
    method: string,
    path: string,
    query: URLSearchParams,
    authorization: string | undefined,
    body: unknown,
  ): unknown {
    switch (`${method} ${path}`) {
      case 'GET /storeInfo':
        return { ...everywhere.record, ...record }
      case 'GET /products':
        return productPage(
          products.map((product) => inLanguage(product, query)),
          query,
        )
      case 'POST /users/authorize':
        return { token: TOKEN }
      case 'POST /users/register':
        return {}
      case 'GET /accountInfo':
        return {
          firstName: 'Asha',
          lastName: 'Rao',
          email: 'asha@example.com',
          createdAt: '2025-03-09T00:00:00.000Z',
        }
      case 'GET /orders':
        return authorization === `Bearer ${TOKEN}` ? [order] : []
      case 'POST /orders':
        return { id: order.id, received: body }
      case 'GET /payments/fields':
        return paymentFields
      case 'POST /payments':
      case `POST /payment-links/${PAYMENT_LINK}/payments`:
        return { success: true }
      case `GET /refund-links/${REFUND_LINK}`:
        return { id: order.id, due: 1800, refunds: [] }
      case `GET /confirmation-links/${CONFIRMATION_LINK}`:
        return {
          ...{ id: order.id, state: 'open', amount: 1800, cancellable: true },
          items: [{ productTitle: 'Plain Shirt 1', choice: 'Size M', quantity: 2 }],
        }
      case `GET /payment-links/${PAYMENT_LINK}`:
        return {
          ...order,
          id: 'PL41-NK7X',
          firstName: 'Asha',
          payment: { state: 'unpaid', total: 1800 },
          ...paymentFields,
        }
    }
    if (path === `/orders/${order.id}`)
      return query.get('contactInfo') === 'asha@example.com' ? order : undefined
    if (path.startsWith('/products/'))
      return products
        .map((product) => inLanguage(product, query))
        .find(({ id }) => id === path.slice('/products/'.length))
    return undefined
  }

  await listen(server, port)
  return {
    port: (server.address() as AddressInfo).port,
    calls: everywhere.calls,
    fail: (pathPrefix, fault) => setFault(everywhere, pathPrefix, fault),
    changeStore: (fields) => {
      everywhere.record = { ...everywhere.record, ...fields }
    },
    reset: () => {
      shops.clear()
      everywhere.faults.clear()
      everywhere.calls.length = 0
      everywhere.record = startRecord
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function newShop(record: Record<string, unknown>): ShopState {
  return { faults: new Map(), calls: [], record, responses: new Map(), isWrapped: false }
}

function wrap(stubResponse: unknown): unknown {
  return { data: stubResponse === paymentFields ? paymentFields.fields : stubResponse }
}

function setFault({ faults }: ShopState, pathPrefix: string, fault: Fault | undefined): void {
  if (fault) faults.set(pathPrefix, fault)
  else faults.delete(pathPrefix)
}

/** The product with the texts that a test gives it in the language of the call, as `texts`. */
function inLanguage({ texts, ...product }: OtherProduct, query: URLSearchParams): OtherProduct {
  const own = (texts as Record<string, object> | undefined)?.[query.get('language') ?? '']
  return { ...product, ...own }
}

function productPage(products: OtherProduct[], query: URLSearchParams) {
  const page = Number(query.get('page'))
  const limit = Number(query.get('limit'))
  const parentCategory = query.get('parentCategory')
  const category = query.get('category')
  const found = products.filter(
    (product) =>
      (!parentCategory || product.parentCategory === parentCategory) &&
      (!category || String(product.category).toLowerCase() === category.toLowerCase()) &&
      !query.has('featured'),
  )
  return { data: found.slice((page - 1) * limit, page * limit), count: found.length }
}

function slowness(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SLOW_MS))
}

function failWith(fault: Exclude<Fault, 'slow'>, response: ServerResponse): void {
  switch (fault) {
    case 'refuse':
      response.socket?.destroy()
      return
    case 'hang':
      return
    case 'error':
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":"The database is asleep."}')
      return
    case 'unauthorized':
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Sign in again."}')
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Welcome to nginx</h1>')
      return
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"plain-1","tit')
      return
    case 'wrong-types':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":null,"products":{},"fields":7,"token":[],"success":"yes"}')
      return
    case 'empty':
      response.writeHead(200).end()
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text ? JSON.parse(text) : undefined
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
}
