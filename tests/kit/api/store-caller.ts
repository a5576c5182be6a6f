import { request } from 'undici'

import { SHOP_HOST } from './api-process.ts'

export interface StoreResponse {
  status: number
  body: unknown
}

export interface CallOptions {
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

const PAUSE_MS = 100
/** A busy machine takes long to start a killed API. */
const TIMEOUT_MS = 300_000

/** Sends one request to the shop of the fault tests; rejects without a response. */
export async function callStore(
  port: number,
  path: string,
  options: CallOptions = {},
): Promise<StoreResponse> {
  const { body, token, headers } = options
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await request(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host: SHOP_HOST,
      connection: 'close',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body === undefined ? null : text,
  })
  const received = await response.body.text()
  return { status: response.statusCode, body: received ? JSON.parse(received) : undefined }
}

/** Retries until the result is final: by default, no response, 409 and 5xx are not. */
export async function callUntilSettled(
  portNow: () => number,
  path: string,
  options: CallOptions,
  isFinal = ({ status }: StoreResponse) => status !== 409 && status < 500,
): Promise<StoreResponse & { calls: number }> {
  const startedAt = performance.now()
  for (let calls = 1; ; calls += 1) {
    const response = await callStore(portNow(), path, options).catch(() => undefined)
    if (response && isFinal(response)) return { ...response, calls }
    if (performance.now() - startedAt > TIMEOUT_MS)
      throw new Error(`${path} was not settled in ${calls} calls.`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** A new account's token. */
export async function newShopper(port: number, host = SHOP_HOST): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const password = 'weft-and-warp'
  const person = { email, password, firstName: 'Asha', lastName: 'Rao' }
  await callStore(port, '/users/register', { body: person, headers: { host } })
  const { body } = await callStore(port, '/users/authorize', { body: { email, password }, headers: { host } })
  return textOf(body, 'token')
}

/** Tokens of new accounts, each for at most `perShopper` of `count` orders, in order. */
export async function newShoppers(
  port: number,
  count: number,
  perShopper: number,
  host?: string,
): Promise<string[]> {
  const tokens: string[] = []
  for (let from = 0; from < count; from += perShopper) tokens.push(await newShopper(port, host))
  return tokens
}

/** The id and amount in a payment response that shows a UPI link. */
export function paymentOf(response: unknown): { paymentId: string; amount: string } | undefined {
  const qr = fieldOf(fieldOf(response, 'action'), 'qr')
  if (typeof qr !== 'string') return undefined
  const link = new URL(qr).searchParams
  return { paymentId: link.get('tr') ?? '', amount: link.get('am') ?? '' }
}

/** False for a response after which an order is sent again; one that names refused lines is final. */
export function isFinalForOrder({ status, body }: StoreResponse): boolean {
  return status < 500 && (status !== 409 || textOf(body, 'code') === 'lines-refused')
}

/** The ids of a shop's products, by title. */
export async function productIds(port: number, host = SHOP_HOST): Promise<Map<string, string>> {
  const { body } = await callStore(port, '/products', { headers: { host } })
  return new Map(
    listOf(fieldOf(body, 'data')).map((product) => [textOf(product, 'title'), textOf(product, 'id')]),
  )
}

export const ADDRESS = {
  fullName: 'Asha Rao',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  postalCode: '411001',
  phone: '+919876543210',
}

export function fieldOf(value: unknown, name: string): unknown {
  return new Map(Object.entries(Object(value))).get(name)
}

export function textOf(value: unknown, name: string): string {
  return String(fieldOf(value, name))
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Runs `work` for all items, `width` concurrently. */
export async function eachAtOnce<T>(
  items: T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
    }),
  )
}
