import fc from 'fast-check'

import { ADDRESS } from '../../kit/api/store.ts'

/** What exists in the shop, so that generated calls get past the first check as well. */
export interface Known {
  productId: string
  foreignProductId: string
  orderId: string
  email: string
  password: string
  token: string
  foreignToken: string
}

export interface FuzzedCall {
  /** As the OpenAPI document names it, or a call that it leaves out. */
  operation: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const HOSTILE_TEXTS = [
  ...[
    "'",
    '"',
    '\\',
    '%',
    '_',
    '\0',
    '\ud800',
    '\u2028',
    '\u202e',
    '💥',
    '',
    ' ',
    '\t\r\n',
    '+',
    '&a=b',
    '%00',
    '%E0%A4%A',
  ],
  ...[
    "' or '1'='1",
    "'; drop table orders; --",
    "' union select 1 --",
    '$1',
    '$$',
    '1; select pg_sleep(9)',
    '{"$gt":""}',
  ],
  ...['../../etc/passwd', '..%2f..%2f', '//evil.example', '<script>alert(1)</script>', '{{7*7}}', '\r\nx: 1'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-1',
    '0',
    '1e309',
    '9'.repeat(40),
  ],
  ...[
    'x'.repeat(300),
    'x'.repeat(3500),
    '9'.repeat(1000),
    '٣',
    'İ',
    'ß',
    'कपड़ा',
    '\u0000\uffff',
    '1.5',
    'true',
    '[]',
  ],
]

const hostileText = fc.oneof(
  { arbitrary: fc.constantFrom(...HOSTILE_TEXTS), weight: 3 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 2 },
  { arbitrary: fc.string({ maxLength: 40 }), weight: 1 },
  // What PostgreSQL can't hold.
  { arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udc00y'), weight: 1 },
)

const hostileValue = fc.oneof(
  { arbitrary: hostileText, weight: 3 },
  {
    arbitrary: fc.constantFrom(null, true, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), [], {}, [[]], [null]),
    weight: 2,
  },
  { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 1 },
)

/** JSON of the right shape, with some of its parts exchanged, left out or added. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const remembered = Array.isArray(value)
    ? fc.tuple(...value.map(mutated)).map((parts): unknown => parts)
    : typeof value === 'object' && value !== null
      ? fc
          .tuple(
            fc.record(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mutated(part)])), {
              requiredKeys: [],
            }),
            fc.option(fc.dictionary(hostileText, hostileValue, { maxKeys: 2 }), { freq: 5 }),
            fc.boolean(),
          )
          .map(([some, more, isWhole]) => ({ ...(isWhole ? value : {}), ...some, ...more }))
      : fc.constant(value)
  return fc.oneof({ arbitrary: remembered, weight: 9 }, { arbitrary: hostileValue, weight: 1 })
}

/** JSON that is right but for one of its texts, so that the text comes as far as any. */
function withOneHostileText(right: unknown): fc.Arbitrary<string> {
  let texts = 0
  JSON.stringify(right, (_key, part: unknown) => {
    if (typeof part === 'string') texts += 1
    return part
  })
  return fc.tuple(fc.nat({ max: Math.max(texts - 1, 0) }), hostileText).map(([chosen, text]) => {
    let index = -1
    return JSON.stringify(right, (_key, part: unknown) => {
      if (typeof part === 'string') index += 1
      return typeof part === 'string' && index === chosen ? text : part
    })
  })
}

function bodyFrom(right: unknown): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: withOneHostileText(right), weight: 6 },
    { arbitrary: fc.constant(JSON.stringify(right)), weight: 3 },
    {
      arbitrary: mutated(right).map((value) => (value === undefined ? '' : JSON.stringify(value))),
      weight: 8,
    },
    { arbitrary: fc.json(), weight: 1 },
    { arbitrary: hostileText, weight: 1 },
    {
      arbitrary: fc.constantFrom(
        '',
        '{',
        '['.repeat(5000),
        'x'.repeat(70_000),
        JSON.stringify({ a: 'x'.repeat(60_000) }),
      ),
      weight: 1,
    },
  )
}

function pathPart(...right: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...right), weight: 2 },
    { arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())), weight: 3 },
    { arbitrary: fc.constantFrom('%E0%A4%A', '%', '%2e%2e%2f', 'a/b', '..;', '%00'), weight: 1 },
  )
}

function queryOf(right: Record<string, string[]>): fc.Arbitrary<string> {
  const names = [...Object.keys(right), 'unknown', '__proto__']
  const valuesOf = new Map(Object.entries(right))
  const pair = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .oneof(fc.constantFrom(...(valuesOf.get(name) ?? ['1'])), hostileText)
        .map((value) => `${name}=${encodeURIComponent(value.toWellFormed())}`),
    )
  return fc
    .array(
      fc.oneof(
        { arbitrary: pair, weight: 9 },
        { arbitrary: fc.constantFrom('&&', '=', '%', 'a[]=1'), weight: 1 },
      ),
      {
        maxLength: 5,
      },
    )
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json,text/html',
  'x',
]

/** Calls of every operation: right ones, nearly right ones and nonsense. */
export function fuzzedCalls(known: Known): fc.Arbitrary<FuzzedCall> {
  const filters = {
    gender: ['Men', 'women'],
    filter: ['Accessories,Personal Care,Home,null,Unisex'],
    category: ['kurtas'],
  }
  const address = { ...ADDRESS }
  const form = { method: 'card', phone: '+919876543210', email: known.email }
  const account = { email: known.email, password: known.password, firstName: 'Asha', lastName: 'Rao' }
  const lines = [{ productId: known.productId, quantity: 2, selectedSize: 'S', selectedColor: 'Red' }]
  const none = fc.constant('')
  const operations: {
    operation: string
    path: fc.Arbitrary<string>
    body?: fc.Arbitrary<string>
    isForm?: boolean
  }[] = [
    { operation: 'GET /storeInfo', path: queryOf({}).map((query) => `/storeInfo${query}`) },
    {
      operation: 'GET /products',
      path: queryOf({
        page: ['1', '2'],
        limit: ['1', '100'],
        parentCategory: ['Ethnic'],
        featured: ['true'],
        ...filters,
      }).map((query) => `/products${query}`),
    },
    {
      operation: 'GET /suggestions',
      path: queryOf({ search: ['kurt', 'साड'] }).map((query) => `/suggestions${query}`),
    },
    { operation: 'GET /subCategories', path: queryOf(filters).map((query) => `/subCategories${query}`) },
    {
      operation: 'GET /products/{id}',
      path: pathPart(known.productId, known.foreignProductId).map((part) => `/products/${part}`),
    },
    { operation: 'POST /users/register', path: fc.constant('/users/register'), body: bodyFrom(account) },
    {
      operation: 'POST /users/authorize',
      path: fc.constant('/users/authorize'),
      body: bodyFrom({ email: account.email, password: 'wrong' }),
    },
    { operation: 'POST /users/logout', path: fc.constant('/users/logout'), body: bodyFrom({}) },
    { operation: 'GET /accountInfo', path: queryOf({}).map((query) => `/accountInfo${query}`) },
    {
      operation: 'POST /orders',
      path: fc.constant('/orders'),
      body: bodyFrom({ products: { [known.productId]: 2 }, shippingAddress: address, lines }),
    },
    { operation: 'GET /orders', path: queryOf({}).map((query) => `/orders${query}`) },
    {
      operation: 'GET /orders/{orderId}',
      path: fc
        .tuple(pathPart(known.orderId), queryOf({ contactInfo: [known.email] }))
        .map(([part, query]) => `/orders/${part}${query}`),
    },
    { operation: 'GET /payments/fields', path: none.map(() => '/payments/fields') },
    {
      operation: 'POST /payments',
      path: fc.constant('/payments'),
      body: bodyFrom({ orderId: known.orderId, fields: form }),
    },
    {
      operation: 'POST /payments/callback/sandbox',
      path: fc.constant('/payments/callback/sandbox'),
      body: bodyFrom({ eventId: '1' }),
    },
    {
      operation: 'POST /payments/return/sandbox',
      path: fc.constant('/payments/return/sandbox'),
      body: hostileText.map((text) => `paymentId=${text}`),
      isForm: true,
    },
    {
      operation: 'POST /payments/relay',
      path: fc.constant('/payments/relay'),
      body: hostileText.map((text) => `type=sandbox&url=${text}&data[amount]=${text}`),
      isForm: true,
    },
  ]
  return fc.constantFrom(...operations).chain(({ operation, path, body = none, isForm = false }) => {
    const right = operation.split(' ')[0] ?? ''
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    return fc
      .record({
        method: fc.oneof(
          { arbitrary: fc.constant(right), weight: 14 },
          { arbitrary: fc.constantFrom(...METHODS), weight: 1 },
        ),
        path,
        type: fc.oneof(
          { arbitrary: fc.constant(type), weight: 14 },
          { arbitrary: fc.constantFrom(...TYPES), weight: 1 },
        ),
        body,
        token: fc.oneof(
          { arbitrary: fc.constant(operation === 'POST /users/logout' ? '' : known.token), weight: 6 },
          { arbitrary: fc.constantFrom('', known.foreignToken, 'A'.repeat(43)), weight: 1 },
        ),
        extra: fc.oneof(
          { arbitrary: fc.constant({}), weight: 5 },
          {
            arbitrary: fc.constantFrom<Record<string, string>>(
              { 'idempotency-key': 'one-key' },
              { 'idempotency-key': 'x'.repeat(300) },
              { 'idempotency-key': "' or 1=1 --" },
              { 'x-forwarded-for': "'; --" },
              { accept: 'text/html' },
              { 'content-encoding': 'gzip' },
              { origin: 'null' },
              { cookie: 'auth_token=%' },
              { range: 'bytes=0-' },
              { 'x-http-method-override': 'DELETE' },
            ),
            weight: 1,
          },
        ),
      })
      .map(({ method, path: called, type: sent, body: written, token, extra }) => ({
        operation,
        method,
        path: called,
        headers: {
          ...(['GET', 'HEAD'].includes(method) ? {} : { 'content-type': sent }),
          // Signing in with a token would end that token for the calls after it.
          ...(token && operation !== 'POST /users/authorize' ? { authorization: `Bearer ${token}` } : {}),
          ...extra,
        },
        ...(['GET', 'HEAD'].includes(method) ? {} : { body: written }),
      }))
  })
}
