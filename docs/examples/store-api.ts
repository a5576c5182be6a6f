/**
 * A complete store API in one file, with Node only: `npx node docs/examples/store-api.ts`. It stores everything in memory and
 * implements the eleven calls of the contract. Replace the maps by your database.
 */
import { randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface Account {
  email: string
  firstName: string
  lastName: string
  createdAt: string
  salt: Buffer
  hash: Buffer
}

interface Order {
  id: string
  owner: string
  status: number
  createdAt: string
  items: { productId: string; title: string; quantity: number; price: number }[]
  shippingAddress: Record<string, string>
}

/** Where the pages are: they alone may call from a browser. */
const PAGES = process.env.PAGES ?? 'http://localhost:4321'
const PORT = Number(process.env.PORT ?? 8044)

const STORE = {
  storeName: 'Loom & Thread',
  companyName: 'Loom & Thread Private Limited',
  companyAddress: '12 Weavers Lane, Jaipur 302001',
  companyEmail: 'care@loom.example',
  companyPhone: '+91 98000 00000',
  description: 'Cotton, woven by hand.',
  categories: ['Kurtas', 'Sarees'],
  policies: { terms: '<p>Terms of {{companyName}}.</p>' },
}

const products = Array.from({ length: 30 }, (_, index) => ({
  id: `p${index + 1}`,
  title: `${index % 2 === 0 ? 'Kurta' : 'Saree'} ${index + 1}`,
  description: 'Washed once, so that it keeps its size.',
  imgUrl: `http://localhost:${PORT}/pictures/p${index + 1}.svg`,
  images: [{ url: `http://localhost:${PORT}/pictures/p${index + 1}.svg` }],
  category: index % 2 === 0 ? 'Kurtas' : 'Sarees',
  parentCategory: index % 3 === 0 ? 'Silk' : 'Cotton',
  gender: 'Women',
  regularPrice: 1200 + index * 10,
  discountedPrice: index % 5 === 0 ? 999 : null,
  attributes: [
    { id: '1', key: 'Size', value: ['S', 'M', 'L'] },
    { id: '2', key: 'Color', value: ['Indigo'] },
  ],
}))

const accounts = new Map<string, Account>()
const sessions = new Map<string, Account>()
const orders = new Map<string, Order>()

/** What goes wrong on the caller's side: the sentence is shown to the shopper. */
class Refusal extends Error {
  status: number
  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

interface Call {
  query: URLSearchParams
  token: string
  body: Record<string, unknown>
  /** The last part of the path. */
  id: string
}

const calls: [method: string, path: RegExp, handler: (call: Call) => unknown][] = [
  ['GET', /^\/storeInfo$/, () => STORE],
  ['GET', /^\/products$/, listProducts],
  ['GET', /^\/products\/[^/]+$/, ({ id }) => found(products.find((product) => product.id === id))],
  ['POST', /^\/users\/register$/, register],
  ['POST', /^\/users\/authorize$/, authorize],
  ['GET', /^\/accountInfo$/, showAccount],
  ['GET', /^\/orders$/, listOrders],
  ['GET', /^\/orders\/[^/]+$/, trackOrder],
  ['POST', /^\/orders$/, placeOrder],
  ['GET', /^\/payments\/fields$/, paymentFields],
  ['POST', /^\/payments$/, startPayment],
]

function listProducts({ query }: Call) {
  const page = wholeNumber(query.get('page'), 1)
  const limit = Math.min(wholeNumber(query.get('limit'), 12), 100)
  const asked = (name: string) => query.get(name)?.toLowerCase()
  // `filter` lists several: the category Accessories asks so. docs/requirements.md#73-listing-parameters
  const listed = asked('filter')?.split(',')
  const matching = products.filter(
    (product) =>
      (!listed || listed.includes(product.category.toLowerCase())) &&
      (asked('featured') !== 'true' || product.discountedPrice !== null) &&
      (!asked('category') || product.category.toLowerCase() === asked('category')) &&
      (!asked('parentCategory') || product.parentCategory.toLowerCase() === asked('parentCategory')) &&
      (!asked('gender') || product.gender.toLowerCase() === asked('gender')),
  )
  return {
    data: matching.slice((page - 1) * limit, page * limit),
    pagination: { total: matching.length, page, limit },
  }
}

function wholeNumber(text: string | null, fallback: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : fallback
}

function register({ body }: Call) {
  const email = text(body.email).trim().toLowerCase()
  const password = text(body.password)
  if (!email.includes('@') || password.length < 8)
    throw new Refusal(400, 'An e-mail and 8 characters, please.')
  if (accounts.has(email)) throw new Refusal(409, 'There is an account with this e-mail.')
  const salt = randomBytes(16)
  const { firstName, lastName } = { firstName: text(body.firstName), lastName: text(body.lastName) }
  const createdAt = new Date().toISOString()
  accounts.set(email, { email, firstName, lastName, createdAt, salt, hash: scryptSync(password, salt, 32) })
  return { email }
}

function authorize({ body }: Call) {
  const account = accounts.get(text(body.email).trim().toLowerCase())
  const isRight = account && timingSafeEqual(account.hash, scryptSync(text(body.password), account.salt, 32))
  if (!isRight) throw new Refusal(401, 'Email or password is wrong.')
  const token = randomBytes(32).toString('base64url')
  sessions.set(token, account)
  return { token }
}

/** By the bearer token alone, never by a cookie: a page of another origin could send that. */
function signedIn({ token }: Call): Account {
  const account = sessions.get(token)
  if (!account) throw new Refusal(401, 'Please sign in.')
  return account
}

function showAccount(call: Call) {
  const { firstName, lastName, email, createdAt } = signedIn(call)
  return { data: { firstName, lastName, email, createdAt } }
}

/** Prices are the store's own, never the caller's. */
function placeOrder(call: Call) {
  const owner = signedIn(call).email
  const wanted = Object.entries(Object(call.body.products) as Record<string, unknown>)
  if (wanted.length === 0) throw new Refusal(400, 'The order is empty.')
  const items = wanted.map(([productId, quantity]) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) throw new Refusal(400, `There is no product ${productId}.`)
    if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > 99)
      throw new Refusal(400, 'Quantities are from 1 to 99.')
    const price = product.discountedPrice ?? product.regularPrice
    return { productId, title: product.title, quantity: Number(quantity), price }
  })
  const shippingAddress = Object(call.body.shippingAddress) as Record<string, string>
  const id = randomUUID()
  orders.set(id, { id, owner, status: 0, createdAt: new Date().toISOString(), items, shippingAddress })
  return { id }
}

function listOrders(call: Call) {
  const { email } = signedIn(call)
  return [...orders.values()].filter(({ owner }) => owner === email)
}

/** A wrong number and a wrong contact are told the same. */
function trackOrder({ id, query }: Call) {
  const order = orders.get(id)
  const contact = query.get('contactInfo')?.trim().toLowerCase() ?? ''
  const isOwn = order && [order.owner, order.shippingAddress.phone].includes(contact)
  if (!isOwn) throw new Refusal(404, 'No order with this number and contact.')
  return order
}

function paymentFields(call: Call) {
  signedIn(call)
  return [
    { name: 'payer', label: 'Name on the account', type: 'text', rules: { required: true, maxLength: 60 } },
  ]
}

function startPayment(call: Call) {
  const order = orders.get(text(call.body.orderId))
  if (order?.owner !== signedIn(call).email) throw new Refusal(404, 'There is no such order.')
  const total = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const link = `upi://pay?pa=loom@bank&pn=${encodeURIComponent(STORE.storeName)}&am=${total.toFixed(2)}&cu=INR`
  return { success: true, action: { type: 'qr', qr: link } }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal(404, 'There is nothing at this address.')
  return value
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', PAGES)
  if (request.headers.origin === PAGES) {
    response.setHeader('access-control-allow-origin', PAGES)
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('vary', 'origin')
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'GET, POST')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    response.writeHead(204).end()
    return
  }
  if (url.pathname.startsWith('/pictures/')) {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><path fill="#b08" d="M0 0h4v5H0z"/></svg>',
    )
    return
  }
  try {
    const path = url.pathname.replace(/^\/api\/v1/, '')
    const call = calls.find(([method, pattern]) => method === request.method && pattern.test(path))
    if (!call) throw new Refusal(404, 'There is nothing at this address.')
    const given = {
      query: url.searchParams,
      token: request.headers.authorization?.replace(/^Bearer /, '') ?? '',
      body: request.method === 'POST' ? await readBody(request) : {},
      id: decodeURIComponent(path.split('/').at(-1) ?? ''),
    }
    send(response, 200, call[2](given))
  } catch (error) {
    if (error instanceof Refusal) {
      send(response, error.status, { error: error.message })
      return
    }
    console.error(error)
    send(response, 500, { error: 'Something went wrong here.' })
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let json = ''
  for await (const part of request.setEncoding('utf8')) {
    json += String(part)
    if (json.length > 64 * 1024) throw new Refusal(413, 'This is too much.')
  }
  try {
    return Object(JSON.parse(json)) as Record<string, unknown>
  } catch {
    throw new Refusal(400, 'The body is no JSON.')
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

createServer((request, response) => void respond(request, response)).listen(PORT, () => {
  console.log(`The store API listens on http://localhost:${PORT}/api/v1`)
})
