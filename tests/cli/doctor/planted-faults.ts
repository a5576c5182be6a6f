import { gzipSync } from 'node:zlib'

import { setTimeout } from 'node:timers/promises'

import type { Capability } from '../../../contract/store-info.ts'
import type { Exchange, Plant } from './stub-api.ts'

/** A fault of a store API: how to plant it, what the doctor calls it, and what else it brings along. */
export interface PlantedFault {
  name: string
  plant: Plant
  fault: string
  call: string
  /** Faults that follow from it. */
  also?: string[]
  /** Detected only with `--write`. */
  write?: true
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the answers that are bent here have every shape
type Json = any

/** Changes the JSON of successful responses to one call. */
function bend(call: string, change: (json: Json, exchange: Exchange) => Json): Plant {
  return async (exchange) => {
    if (exchange.call !== call || exchange.original.status >= 300) return undefined
    const json: Json = await exchange.original.clone().json()
    return again(exchange.original, JSON.stringify(change(json, exchange) ?? json))
  }
}

function bendProducts(change: (product: Json, index: number) => void): Plant {
  return bend('GET /products', (page) => page.data.forEach(change))
}

function bendField(change: (field: Json) => void): Plant {
  return bend('GET /payments/fields', ({ fields }) => change(fields[1]))
}

function bendHeaders(call: string, change: (headers: Headers, exchange: Exchange) => void): Plant {
  return async (exchange) => {
    if (exchange.call !== call) return undefined
    const headers = new Headers(exchange.original.headers)
    change(headers, exchange)
    return new Response(exchange.original.status === 204 ? null : await exchange.original.clone().text(), {
      status: exchange.original.status,
      headers,
    })
  }
}

function again(response: Response, text: string, status = response.status): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(text, { status, headers })
}

/** Another response to calls that meet a condition. */
function when(call: string, isMeant: (exchange: Exchange) => boolean, response: () => Response): Plant {
  return (exchange) => (exchange.call === call && isMeant(exchange) ? response() : undefined)
}

/** The API ignores this parameter of the listing and returns the whole shop. */
function ignoring(parameter: string): Plant {
  let whole: Response | undefined
  return (exchange) => {
    if (exchange.call !== 'GET /products') return undefined
    whole ??= exchange.original.clone()
    return exchange.url.searchParams.has(parameter) ? whole.clone() : undefined
  }
}

/** Payment links show the number of the order for which they were made. */
function numberInLinks(): Plant {
  let number = ''
  return async ({ call, url, original }) => {
    if (call === 'POST /orders/{id}' && url.pathname.endsWith('/payment-link')) {
      number = url.pathname.split('/').at(-2) ?? ''
    }
    if (!call.startsWith('GET /payment-links/') || original.status >= 300) return undefined
    const order: Json = await original.clone().json()
    return again(original, JSON.stringify({ ...order, id: number }))
  }
}

/** Combines two plants for different calls. */
function both(one: Plant, other: Plant): Plant {
  return async (exchange) => (await one(exchange)) ?? other(exchange)
}

const isGuest = ({ headers }: Exchange) => headers.get('authorization') === null
const json =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status })
const LIST = 'GET /products'
const PRODUCT = 'GET /products/{id}'
const INFO = 'GET /storeInfo'
const FIELDS = 'GET /payments/fields'

/** Store info that claims only this capability. */
function claiming(word: string): Plant {
  return bend(INFO, (info) => ({ ...info, capabilities: [word] }))
}

export const READ_FAULTS: PlantedFault[] = [
  {
    name: 'a store name that is a number',
    plant: bend(INFO, (info) => ({ ...info, storeName: 7 })),
    fault: 'store-shape',
    call: INFO,
  },
  {
    name: 'a main host that is an address',
    plant: bend(INFO, (info) => ({ ...info, mainHost: 'https://shop.example/' })),
    fault: 'store-shape',
    call: INFO,
  },
  {
    name: 'a language that no page is written in',
    plant: bend(INFO, (info) => ({ ...info, language: 'fr' })),
    fault: 'store-shape',
    call: INFO,
  },
  {
    name: 'a Google tag that is none',
    plant: bend(INFO, (info) => ({ ...info, analytics: { googleTagId: 'UA-1' } })),
    fault: 'store-shape',
    call: INFO,
  },
  {
    name: 'categories as one text',
    plant: bend(INFO, (info) => ({ ...info, categories: 'Kurtas, Tops' })),
    fault: 'store-shape',
    call: INFO,
  },
  {
    name: 'store info without a company name',
    plant: bend(INFO, (info) => ({ ...info, companyName: undefined })),
    fault: 'company-missing',
    call: INFO,
  },
  {
    name: 'a policy that is no HTML text',
    plant: bend(INFO, (info) => ({ ...info, policies: { terms: { title: 'Terms' } } })),
    fault: 'policy-not-html',
    call: INFO,
  },
  {
    name: 'a policy under a name without page',
    plant: bend(INFO, (info) => ({ ...info, policies: { imprint: '<p>Us</p>' } })),
    fault: 'policy-slug',
    call: INFO,
  },
  {
    name: 'category images without default',
    plant: bend(INFO, (info) => ({ ...info, categoryImages: {} })),
    fault: 'category-images',
    call: INFO,
  },
  {
    name: 'an unknown capability',
    plant: claiming('teleport'),
    fault: 'capability-unknown',
    call: INFO,
  },
  {
    name: 'a claimed search that finds everything',
    plant: both(claiming('search'), ignoring('search')),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'sub-categories that are no lists by category',
    plant: bend(INFO, (info) => ({ ...info, subCategories: ['Silk'] })),
    fault: 'store-shape',
    call: INFO,
  },
  {
    name: 'a claimed order by country that is none',
    plant: both(
      claiming('country-sort'),
      bendProducts((product, index) => {
        product.attributes.push({ id: 'c', key: 'Country of Origin', value: [['India', 'China'][index % 2]] })
      }),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'claimed facets of attributes, of which one finds everything',
    plant: both(claiming('attribute-facets'), ignoring('fabric')),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'claimed translations that are not found in another language',
    plant: both(
      claiming('translations'),
      when(
        'GET /products',
        ({ url }) => new URL(url).searchParams.has('language'),
        () => Response.json({ data: [], count: 0 }),
      ),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a draft that any token shows',
    plant: both(
      claiming('preview'),
      when(
        `GET /previews/1vuhmo0.${'A'.repeat(43)}`,
        () => true,
        json({ storeName: 'Draft', categories: [] }),
      ),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a refund that any token sends elsewhere',
    plant: both(
      claiming('refund-details'),
      when(
        `POST /refund-links/${'A'.repeat(43)}`,
        () => true,
        json({ id: 'R1', due: 999, upiId: 'asha@okbank', refunds: [] }),
      ),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'an order that any token confirms',
    plant: both(
      claiming('cash-confirmation'),
      when(
        `POST /confirmation-links/${'A'.repeat(43)}`,
        () => true,
        json({ id: 'R1', state: 'confirmed', amount: 999, items: [], cancellable: false }),
      ),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'claimed PIN codes that are not there',
    plant: both(
      claiming('pincodes'),
      when(
        'GET /pincodes/110001',
        () => true,
        () => Response.json({ error: 'Not found' }, { status: 404 }),
      ),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'claimed variants, one of them twice',
    plant: both(
      claiming('variants'),
      bendProducts(({ variants = [] }) => variants.push(...variants)),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'HTML instead of JSON',
    plant: when(
      LIST,
      () => true,
      () => new Response('<html>Hello</html>', { headers: { 'content-type': 'text/html' } }),
    ),
    fault: 'not-json',
    call: LIST,
  },
  {
    name: 'JSON that is called text',
    plant: bendHeaders(INFO, (headers) => headers.set('content-type', 'text/plain')),
    fault: 'content-type',
    call: INFO,
  },
  {
    name: 'a redirect',
    plant: when(
      INFO,
      () => true,
      () => new Response(null, { status: 301, headers: { location: '/elsewhere' } }),
    ),
    fault: 'redirect',
    call: INFO,
  },
  {
    name: 'a listing that breaks down',
    plant: when(LIST, () => true, json({ error: 'Oh no' }, 500)),
    fault: 'server-error',
    call: LIST,
  },
  {
    name: 'broken gzip',
    plant: bendHeaders(LIST, (headers) => headers.set('content-encoding', 'gzip')),
    fault: 'broken-encoding',
    call: LIST,
  },
  {
    name: 'gzip that is cut off',
    plant: async ({ call, original }) =>
      call === LIST
        ? new Response(gzipSync(await original.clone().text()).subarray(0, 60), {
            headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
          })
        : undefined,
    fault: 'broken-encoding',
    call: LIST,
  },
  {
    name: 'errors that are not { error }',
    plant: ({ call, original }) =>
      call === PRODUCT && original.status === 404 ? again(original, '{"message":"gone"}') : undefined,
    fault: 'error-shape',
    call: PRODUCT,
  },
  {
    name: 'products under another name than data',
    plant: bend(LIST, ({ data }) => ({ products: data })),
    fault: 'products-not-a-list',
    call: LIST,
  },
  { name: 'no total', plant: bend(LIST, ({ data }) => ({ data })), fault: 'total-missing', call: LIST },
  {
    name: 'a total that is a text',
    plant: bend(LIST, ({ data, pagination }) => ({ data, count: String(pagination.total) })),
    fault: 'total-wrong',
    call: LIST,
  },
  {
    name: 'a product without id',
    plant: bendProducts((product) => {
      if (product.title.includes('top')) delete product.id
    }),
    fault: 'product-id',
    call: LIST,
  },
  {
    name: 'a product without title',
    plant: bendProducts((product) => {
      if (product.title.includes('top')) delete product.title
    }),
    fault: 'product-title',
    call: LIST,
  },
  {
    name: 'prices as text',
    plant: bendProducts((product) => {
      product.regularPrice = String(product.regularPrice)
    }),
    fault: 'product-price',
    call: LIST,
  },
  {
    name: 'a discount above the price',
    plant: bendProducts((product) => {
      product.discountedPrice = 99_999
    }),
    fault: 'product-discount',
    call: LIST,
    also: ['product-differs'],
  },
  {
    name: 'a description that is a list',
    plant: bendProducts((product) => {
      product.description = ['long']
    }),
    fault: 'product-shape',
    call: LIST,
  },
  {
    name: 'attributes without key',
    plant: bendProducts((product) => {
      product.attributes = [{ name: 'Size', value: ['S'] }]
    }),
    fault: 'product-attributes',
    call: LIST,
  },
  {
    name: 'relative pictures of a foreign host',
    plant: bendProducts((product) => {
      product.imgUrl = 'cdn/kurta.webp'
    }),
    fault: 'product-picture',
    call: LIST,
  },
  {
    name: 'pictures without https:',
    plant: bendProducts((product) => {
      product.imgUrl = '//cdn.example/kurta.webp'
    }),
    fault: 'product-picture',
    call: LIST,
  },
  {
    name: 'a date in words',
    plant: bendProducts((product) => {
      product.createdAt = 'last Diwali'
    }),
    fault: 'product-date',
    call: LIST,
  },
  {
    name: 'another price on the product page',
    plant: bend(PRODUCT, (product) => ({ ...product, regularPrice: 1 })),
    fault: 'product-differs',
    call: PRODUCT,
  },
  {
    name: '200 for a missing product',
    plant: when(
      PRODUCT,
      ({ original }) => original.status === 404,
      json({ id: 'x', title: 'X', regularPrice: 1 }),
    ),
    fault: 'missing-product-found',
    call: PRODUCT,
  },
  {
    name: '500 for an unknown id',
    plant: when(PRODUCT, ({ original }) => original.status === 404, json({ error: 'cast failed' }, 500)),
    fault: 'unknown-id-fails',
    call: PRODUCT,
  },
  {
    name: '400 for an unknown id',
    plant: when(PRODUCT, ({ original }) => original.status === 404, json({ error: 'bad id' }, 400)),
    fault: 'missing-product-status',
    call: PRODUCT,
  },
  {
    name: 'a limit that is ignored',
    plant: ignoring('limit'),
    fault: 'limit-ignored',
    call: LIST,
    also: [
      'category-ignored',
      'sub-category-ignored',
      'filter-ignored',
      'gender-ignored',
      'featured-ignored',
    ],
  },
  { name: 'a page that is ignored', plant: bendPage((first) => first), fault: 'page-ignored', call: LIST },
  {
    name: 'duplicates across pages',
    plant: bendPage((first, second) => ({ ...second, data: [first.data[1], second.data[1]] })),
    fault: 'page-duplicates',
    call: LIST,
  },
  {
    name: 'another order in each answer',
    plant: bend(LIST, (page, { url }) =>
      url.searchParams.get('limit') === '2' ? { ...page, data: page.data.toReversed() } : page,
    ),
    fault: 'order-unstable',
    call: LIST,
  },
  {
    name: 'a category filter that is ignored',
    plant: ignoring('category'),
    fault: 'category-ignored',
    call: LIST,
  },
  {
    name: 'a category filter that minds capital letters',
    plant: bend(LIST, (page, { url }) =>
      url.searchParams.get('category') === 'kurtas' ? { ...page, data: [] } : page,
    ),
    fault: 'category-case',
    call: LIST,
  },
  {
    name: 'a sub-category filter that is ignored',
    plant: ignoring('parentCategory'),
    fault: 'sub-category-ignored',
    call: LIST,
  },
  { name: 'a gender that is ignored', plant: ignoring('gender'), fault: 'gender-ignored', call: LIST },
  {
    name: 'a filter of accessories that is ignored',
    plant: ignoring('filter'),
    fault: 'filter-ignored',
    call: LIST,
  },
  {
    name: 'a featured flag that is ignored',
    plant: ignoring('featured'),
    fault: 'featured-ignored',
    call: LIST,
  },
  {
    name: 'no CORS headers',
    plant: bendHeaders(INFO, (headers) => headers.delete('access-control-allow-origin')),
    fault: 'cors-missing',
    call: INFO,
  },
  {
    name: 'a CORS wildcard with credentials',
    plant: bendHeaders(INFO, (headers) => headers.set('access-control-allow-origin', '*')),
    fault: 'cors-wildcard',
    call: INFO,
  },
  {
    name: 'CORS without credentials',
    plant: bendHeaders(INFO, (headers) => headers.delete('access-control-allow-credentials')),
    fault: 'cors-credentials',
    call: INFO,
  },
  {
    name: 'CORS for any origin',
    plant: bendHeaders(INFO, (headers, exchange) =>
      headers.set('access-control-allow-origin', exchange.headers.get('origin') ?? ''),
    ),
    fault: 'cors-any-origin',
    call: INFO,
  },
  {
    name: 'a preflight that forbids the token',
    plant: bendHeaders('OPTIONS /orders', (headers) =>
      headers.set('access-control-allow-headers', 'content-type'),
    ),
    fault: 'cors-preflight',
    call: 'OPTIONS /orders',
  },
  {
    name: 'no 401 for a missing token',
    plant: when('GET /orders', isGuest, json([])),
    fault: 'no-401',
    call: 'GET /orders',
  },
  {
    name: '403 for a missing token',
    plant: when('GET /accountInfo', isGuest, json({ error: 'Forbidden' }, 403)),
    fault: 'no-401',
    call: 'GET /accountInfo',
  },
  {
    name: 'any token taken',
    plant: when('GET /accountInfo', (exchange) => !isGuest(exchange), json({})),
    fault: 'token-unchecked',
    call: 'GET /accountInfo',
  },
  {
    name: 'cookies accepted as sign-in',
    plant: when('GET /accountInfo', ({ headers }) => headers.has('cookie'), json({})),
    fault: 'cookie-accepted',
    call: 'GET /accountInfo',
  },
  {
    name: 'tracking of invented orders',
    plant: when('GET /orders/{id}', () => true, json({ id: '1' })),
    fault: 'tracking-open',
    call: 'GET /orders/{orderId}',
  },
  {
    name: 'no list of payment fields',
    plant: bend(FIELDS, () => ({ form: [] })),
    fault: 'payment-fields',
    call: FIELDS,
  },
  {
    name: 'a payment field without name',
    plant: bendField((field) => {
      delete field.name
    }),
    fault: 'field-name',
    call: FIELDS,
  },
  {
    name: 'a payment field without type',
    plant: bendField((field) => {
      delete field.type
    }),
    fault: 'field-type',
    call: FIELDS,
  },
  {
    name: 'a payment field of unknown type',
    plant: bendField((field) => {
      field.type = 'slider'
    }),
    fault: 'field-type-unknown',
    call: FIELDS,
  },
  {
    name: 'a pattern that does not compile',
    plant: bendField((field) => {
      field.rules.pattern = '[0-9'
    }),
    fault: 'field-pattern',
    call: FIELDS,
  },
  {
    name: 'a pattern that looks ahead',
    plant: bendField((field) => {
      field.rules.pattern = '^(?=9)'
    }),
    fault: 'field-pattern',
    call: FIELDS,
  },
  {
    name: 'rules messages that are no list',
    plant: bendField((field) => {
      field.rulesMessages = 'Enter it'
    }),
    fault: 'field-shape',
    call: FIELDS,
  },
  {
    name: 'a select without options',
    plant: bend(FIELDS, ({ fields }) => {
      fields[0].options = []
    }),
    fault: 'field-options',
    call: FIELDS,
  },
  {
    name: 'a field that waits for one that is not there',
    plant: bendField((field) => {
      field.showWhenFilled = ['nobody']
    }),
    fault: 'field-show-when',
    call: FIELDS,
  },
]

/** Planted with a limit for slowness that an answer of the stub does not reach otherwise. */
export const SLOW_FAULT: Plant = async ({ call, original }) => {
  if (call !== FIELDS) return undefined
  await setTimeout(1500)
  return original
}

export const WRITE_FAULTS: PlantedFault[] = [
  {
    name: 'a registration that fails',
    plant: when('POST /users/register', () => true, json({ error: 'closed' }, 503)),
    fault: 'registration-failed',
    call: 'POST /users/register',
  },
  {
    name: 'a sign-in without token',
    plant: bend('POST /users/authorize', () => ({ user: 'Doctor' })),
    fault: 'token-missing',
    call: 'POST /users/authorize',
  },
  {
    name: 'a sign-in with any password',
    plant: when('POST /users/authorize', ({ original }) => original.status === 401, json({ token: 'x' })),
    fault: 'password-unchecked',
    call: 'POST /users/authorize',
  },
  {
    name: 'an account without names',
    plant: bend('GET /accountInfo', ({ data }) => ({ email: data.email, createdAt: data.createdAt })),
    fault: 'account-shape',
    call: 'GET /accountInfo',
  },
  {
    name: "another shopper's account",
    plant: bend('GET /accountInfo', ({ data }) => ({ ...data, email: 'else@example.com' })),
    fault: 'account-differs',
    call: 'GET /accountInfo',
  },
  {
    name: 'an order without id',
    plant: bend('POST /orders', () => ({ ok: true })),
    fault: 'order-id-missing',
    call: 'POST /orders',
    also: ['capability-broken'],
  },
  {
    name: 'a numeric order id',
    plant: bendOrders((order) => {
      order.id = 17
    }),
    fault: 'order-id-number',
    call: 'POST /orders',
    also: ['tracking-failed', 'payment-answer', 'call-refused', 'capability-broken'],
  },
  {
    name: 'an order that is refused',
    plant: when('POST /orders', ({ original }) => original.status < 300, json({ error: 'no' }, 400)),
    fault: 'order-not-created',
    call: 'POST /orders',
  },
  {
    name: 'a list without the new order',
    plant: bend('GET /orders', () => []),
    fault: 'order-not-listed',
    call: 'GET /orders',
    also: ['capability-broken'],
  },
  {
    name: 'orders that are no list',
    plant: bend('GET /orders', () => ({ orders: [] })),
    fault: 'orders-not-a-list',
    call: 'GET /orders',
    also: ['capability-broken'],
  },
  {
    name: 'a status outside 0 to 4',
    plant: bendOrders((order) => {
      order.status = 9
    }),
    fault: 'order-status',
    call: 'GET /orders',
  },
  {
    name: 'a status as text',
    plant: bendOrders((order) => {
      order.status = '0'
    }),
    fault: 'order-status',
    call: 'GET /orders',
  },
  {
    name: 'order prices as text',
    plant: bendOrders((order) => {
      for (const item of order.items ?? []) item.price = String(item.price)
    }),
    fault: 'order-shape',
    call: 'GET /orders',
  },
  {
    name: 'another price than in the shop',
    plant: bendOrders((order) => {
      for (const item of order.items ?? []) item.price = 1
    }),
    fault: 'order-price',
    call: 'GET /orders',
  },
  { name: 'orders of others visible', plant: othersOrders(), fault: 'orders-of-others', call: 'GET /orders' },
  {
    name: 'orders of -1 pieces taken',
    plant: when('POST /orders', ({ body }) => JSON.stringify(body).includes(':-1'), json({ id: 'X' }, 201)),
    fault: 'order-quantity',
    call: 'POST /orders',
  },
  {
    name: 'orders of unknown products taken',
    plant: when(
      'POST /orders',
      ({ body }) => JSON.stringify(body).includes('no-such'),
      json({ id: 'X' }, 201),
    ),
    fault: 'order-unknown-product',
    call: 'POST /orders',
  },
  {
    name: 'orders shown for any e-mail',
    plant: when('GET /orders/{id}', ({ url }) => url.search.includes('stranger'), json({ id: 'X' })),
    fault: 'tracking-open',
    call: 'GET /orders/{orderId}',
  },
  {
    name: 'orders that can not be tracked',
    plant: when('GET /orders/{id}', () => true, json({ error: 'no' }, 404)),
    fault: 'tracking-failed',
    call: 'GET /orders/{orderId}',
  },
  {
    name: 'a claimed idempotency that orders twice',
    plant: bend('POST /orders', ({ id }, { headers }) => ({
      id: headers.has('idempotency-key') ? crypto.randomUUID() : id,
    })),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed idempotency that refuses another body without the code',
    plant: when(
      'POST /orders',
      ({ original }) => original.status === 422,
      json({ error: 'Use a new key.' }, 422),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed expected total that is not minded',
    plant: both(
      claiming('expected-total'),
      when('POST /orders', ({ original }) => original.status === 409, json({ id: 'X' }, 201)),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed expected total whose refusal names no lines',
    plant: both(
      claiming('expected-total'),
      when('POST /orders', ({ original }) => original.status === 409, json({ error: 'no', total: 1 }, 409)),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'claimed variants that orders forget',
    plant: both(
      claiming('variants'),
      bendOrders((order) => {
        for (const item of order.items ?? []) delete item.variantId
      }),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed stock that is sold beyond',
    plant: both(
      claiming('stock'),
      when('POST /orders', ({ original }) => original.status === 409, json({ id: 'X' }, 201)),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed stock whose refusal names no line',
    plant: both(
      claiming('stock'),
      when('POST /orders', ({ original }) => original.status === 409, json({ error: 'no' }, 409)),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'claimed order lines that forget the size',
    plant: bendOrders((order) => {
      for (const item of order.items ?? []) delete item.selectedSize
    }),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed payment state that another account reads',
    plant: both(
      claiming('payment-state'),
      when(
        'GET /orders/{id}',
        ({ url }) => url.pathname.endsWith('/payment'),
        json({ state: 'unpaid', total: 1 }),
      ),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed payment link that shows the address',
    plant: both(claiming('payment-links'), async ({ call, original }) => {
      if (!call.startsWith('GET /payment-links/') || original.status >= 300) return undefined
      const order: Json = await original.clone().json()
      return again(original, JSON.stringify({ ...order, shippingAddress: { postalCode: '411001' } }))
    }),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed payment link that shows the order number',
    plant: both(claiming('payment-links'), numberInLinks()),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a claimed payment link that its owner cannot end',
    plant: both(
      claiming('payment-links'),
      when(
        'DELETE /orders/{id}',
        ({ url }) => url.pathname.endsWith('/payment-link'),
        json({ error: 'no' }, 404),
      ),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'claimed cash on delivery that the form does not offer',
    plant: claiming('cash-on-delivery'),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'an unknown payment action',
    plant: bend('POST /payments', (response) => ({ ...response, action: { type: 'popup' } })),
    fault: 'payment-action',
    call: 'POST /payments',
  },
  {
    name: 'a QR action without a code',
    plant: bend('POST /payments', (response) => ({ ...response, action: { type: 'qr' } })),
    fault: 'payment-action',
    call: 'POST /payments',
  },
  {
    name: 'claimed addresses that are not listed',
    plant: both(
      claiming('addresses'),
      bend('GET /addresses', () => []),
    ),
    fault: 'capability-broken',
    call: INFO,
  },
  {
    name: 'a payment without success',
    plant: bend('POST /payments', () => ({ status: 'ok' })),
    fault: 'payment-answer',
    call: 'POST /payments',
  },
  {
    name: 'a payment that opens a script',
    plant: bend('POST /payments', (response) => ({
      ...response,
      action: { type: 'deeplink', redirectUrl: 'javascript:alert(1)' },
    })),
    fault: 'payment-address',
    call: 'POST /payments',
  },
  {
    name: 'a payment form to an unknown host',
    plant: bend('POST /payments', (response) => ({
      ...response,
      action: { type: 'redirect_post', redirectUrl: 'https://evil.example/' },
    })),
    fault: 'payment-address',
    call: 'POST /payments',
  },
].map((fault) => ({ ...fault, write: true }))

/** The second page of two, made of the first one and of itself. */
function bendPage(change: (first: Json, second: Json) => Json): Plant {
  let first: Json
  return bend('GET /products', (page, { url }) => {
    if (url.searchParams.get('limit') !== '2') return page
    if (url.searchParams.get('page') === '1') first = page
    return url.searchParams.get('page') === '2' ? change(first, page) : page
  })
}

/** Changes the orders in every response that contains some. */
function bendOrders(change: (order: Json) => void): Plant {
  return async (exchange) => {
    const { call, original } = exchange
    if (!/^(GET|POST) \/orders/.test(call) || original.status >= 300) return undefined
    const content: Json = await original.clone().json()
    for (const order of [content].flat()) change(order)
    return again(original, JSON.stringify(content))
  }
}

/** A shopper without orders gets the list that another shopper got before. */
function othersOrders(): Plant {
  let seen: string | undefined
  return async ({ call, headers, original }) => {
    if (call !== 'GET /orders' || !headers.get('authorization')) return undefined
    const text = await original.clone().text()
    if (text !== '[]') seen = text
    return again(original, text === '[]' ? (seen ?? text) : text)
  }
}

/** Faults of an API that claims `AFTER_ORDER`; each with the word that the doctor names. */
export const AFTER_ORDER = [
  'shipment',
  'cancellation',
  'returns',
  'invoice',
  'quotes',
  'offers',
  'phone-check',
  'tax-invoice',
] as const

/** A fault of an API that claims the capability `word`. */
export interface CapabilityFault {
  name: string
  word: Capability
  plant: Plant
}

export const AFTER_ORDER_FAULTS: CapabilityFault[] = [
  {
    name: 'quotes at another price than the listing',
    word: 'quotes',
    plant: bend('POST /quotes', ({ lines, ...quote }) => ({
      ...quote,
      lines: lines.map((line: Json) => (line.issue ? line : { ...line, unitPrice: 100 })),
      subtotal: 100,
      total: 100,
      payable: 100,
    })),
  },
  {
    name: 'quotes that do not add up',
    word: 'quotes',
    plant: bend('POST /quotes', (quote) => ({ ...quote, total: 1 })),
  },
  {
    name: 'quotes that see nothing wrong with a product that is gone',
    word: 'quotes',
    plant: bend('POST /quotes', ({ lines, ...quote }) => ({
      ...quote,
      lines: lines.map((line: Json) => ({ ...line, issue: undefined })),
    })),
  },
  {
    name: 'quotes that caches may store',
    word: 'quotes',
    plant: bendHeaders('POST /quotes', (headers) => headers.set('cache-control', 'max-age=60')),
  },
  {
    name: 'refusals without the fresh quote',
    word: 'quotes',
    plant: async ({ call, original }) => {
      if (call !== 'POST /orders' || original.status < 400) return undefined
      const refusal: Json = await original.clone().json()
      return again(original, JSON.stringify({ ...refusal, quote: undefined }))
    },
  },
  {
    name: 'orders that may arrive later than shown',
    word: 'quotes',
    plant: when(
      'POST /orders',
      ({ body }) => (body as Json).expectedBy !== undefined,
      json({ id: '7K3M-9Q2T-X4WB' }, 201),
    ),
  },
  {
    name: 'an order to the phone "abc"',
    word: 'phone-check',
    plant: when(
      'POST /orders',
      ({ body }) => (body as Json).shippingAddress.phone === 'abc',
      json({ id: '7K3M-9Q2T-X4WB' }, 201),
    ),
  },
  {
    name: 'orders without their history',
    word: 'shipment',
    plant: bend('GET /orders', (list) => list.map((order: Json) => ({ ...order, history: [] }))),
  },
  {
    name: 'items without the id of their product',
    word: 'shipment',
    plant: bend('GET /orders', (list) =>
      list.map((order: Json) => ({
        ...order,
        items: order.items.map((item: Json) => ({ ...item, productId: undefined })),
      })),
    ),
  },
  {
    name: 'a cancellation that others may ask for',
    word: 'cancellation',
    plant: when('POST /orders/{id}', isCancellation, json({ status: 4 })),
  },
  {
    name: 'a cancellation that cancels nothing',
    word: 'cancellation',
    plant: bend('GET /orders', (list) => list.map((order: Json) => ({ ...order, status: 0 }))),
  },
  {
    name: 'a return before the delivery',
    word: 'returns',
    plant: when('POST /orders/{id}', ({ url }) => url.pathname.endsWith('/returns'), json({}, 201)),
  },
  {
    name: 'the withdrawal of a return that does not exist',
    word: 'returns',
    plant: when('POST /orders/{id}', ({ url }) => url.pathname.endsWith('/withdrawal'), json({}, 200)),
  },
  {
    name: 'a quote that does not say that a code is unknown',
    word: 'offers',
    plant: bend('POST /quotes', (quote) => ({ ...quote, offerRefusal: undefined })),
  },
  {
    name: 'an order with an unknown code that is taken',
    word: 'offers',
    plant: when(
      'POST /orders',
      ({ body }) => Object.hasOwn(Object(body), 'offerCode'),
      json({ id: 'X1' }, 201),
    ),
  },
  {
    name: 'orders without an invoice',
    word: 'invoice',
    plant: bend('GET /orders', (list) => list.map((order: Json) => ({ ...order, invoice: undefined }))),
  },
  {
    name: 'tax documents that it has no call for',
    word: 'tax-invoice',
    plant: when('POST /orders/{id}', ({ url }) => url.pathname.endsWith('/tax-documents'), json({}, 404)),
  },
  {
    name: 'a tax invoice before the dispatch',
    word: 'tax-invoice',
    plant: when('POST /orders/{id}', ({ url }) => url.pathname.endsWith('/tax-documents'), json([{}])),
  },
  {
    name: 'tax documents for anyone',
    word: 'tax-invoice',
    plant: when(
      'POST /orders/{id}',
      (exchange) => exchange.url.pathname.endsWith('/tax-documents') && isGuest(exchange),
      json([]),
    ),
  },
]

/** Capabilities of accounts and messages, and faults of an API that claims them. */
export const ACCOUNT_CALLS = [
  ...['password-reset', 'account-settings', 'email-change', 'account-data', 'contact', 'newsletter'],
] as const satisfies Capability[]

export const ACCOUNT_FAULTS: CapabilityFault[] = [
  {
    name: 'a reset that says which addresses have an account',
    word: 'password-reset',
    plant: tellingAccounts('POST /users/password-reset', (isKnown) => !isKnown),
  },
  {
    name: 'a new password for any token',
    word: 'password-reset',
    plant: when('POST /users/password', () => true, json({})),
  },
  {
    name: 'a new password without the old one',
    word: 'account-settings',
    plant: when('POST /account/password', () => true, json({})),
  },
  {
    name: 'no sign-out everywhere',
    word: 'account-settings',
    plant: when('POST /account/sign-out', () => true, json({ error: 'no' }, 404)),
  },
  {
    name: 'a change of the email that says which addresses are taken',
    word: 'email-change',
    plant: tellingAccounts('POST /account/email', (isKnown) => isKnown),
  },
  {
    name: 'data without the account',
    word: 'account-data',
    plant: bend('GET /account/data', () => ({ records: {} })),
  },
  {
    name: 'an account that any password deletes',
    word: 'account-data',
    plant: when('POST /account/erasure', ({ original }) => original.status >= 400, json({})),
  },
  {
    name: 'a contact message without a number',
    word: 'contact',
    plant: bend('POST /contact', () => ({ success: true })),
  },
  {
    name: 'a newsletter that says who reads it',
    word: 'newsletter',
    plant: secondTime('POST /newsletter'),
  },
  {
    name: 'a newsletter that any token confirms',
    word: 'newsletter',
    plant: when('POST /newsletter/confirmation', () => true, json({})),
  },
]

/** Refuses a call by whether its e-mail has an account. */
function tellingAccounts(named: string, refuses: (isKnown: boolean) => boolean): Plant {
  const known = new Set<unknown>()
  return ({ call, body, original }) => {
    const { email } = (body ?? {}) as { email?: unknown }
    if (call === 'POST /users/register') known.add(email)
    if (call !== named || original.status >= 300) return undefined
    return refuses(known.has(email)) ? json({ error: 'No.' }, 409)() : undefined
  }
}

/** Refuses a call with an e-mail that it had before. */
function secondTime(named: string): Plant {
  const seen = new Set<unknown>()
  return ({ call, body }) => {
    if (call !== named) return undefined
    const { email } = (body ?? {}) as { email?: unknown }
    if (seen.has(email)) return json({ error: 'No.' }, 409)()
    seen.add(email)
    return undefined
  }
}

function isCancellation({ url }: Exchange): boolean {
  return url.pathname.endsWith('/cancellation')
}
