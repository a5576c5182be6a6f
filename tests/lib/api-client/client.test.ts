import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { NoResponseError, StatusError, InvalidResponseError } from '../../../src/lib/api-client/errors.ts'
import { createClient, type ClientOptions } from '../../../src/lib/api-client/client.ts'

const responseSchema = z.object({ id: z.string() })

function clientOf(
  response: (url: string, init: RequestInit) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  return createClient({
    base: 'https://api.shop.example/api/v1',
    fetch: async (url, init) => response(url, init),
    deadlineMs: 1000,
    ...options,
  })
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call', () => {
  test('goes to the base address with the query parameters that have a value', async () => {
    const urls: string[] = []
    const client = clientOf((url) => {
      urls.push(url)
      return Response.json({ id: '1' })
    })
    await client.get('/products', responseSchema, {
      page: 2,
      category: '',
      parentCategory: undefined,
      filter: 'a,b c',
    })
    expect(urls).toEqual(['https://api.shop.example/api/v1/products?page=2&filter=a%2Cb+c'])
  })

  test('carries the bearer token, credentials and JSON', { tags: ['@req-7.1'] }, async () => {
    let sent: RequestInit = {}
    const client = clientOf(
      (_, init) => {
        sent = init
        return Response.json({ id: '1' })
      },
      { token: () => 'secret' },
    )
    await client.post('/orders', responseSchema, { a: 1 }, { 'idempotency-key': 'k' })
    const headers = new Headers(sent.headers)
    expect(headers.get('authorization')).toBe('Bearer secret')
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('idempotency-key')).toBe('k')
    expect(sent).toMatchObject({ method: 'POST', body: '{"a":1}', credentials: 'include', redirect: 'error' })
  })

  test('of a guest carries no authorization', { tags: ['@req-7.1'] }, async () => {
    let sent: RequestInit = {}
    const client = clientOf((_, init) => {
      sent = init
      return Response.json({ id: '1' })
    })
    await client.get('/x', responseSchema)
    expect(new Headers(sent.headers).has('authorization')).toBe(false)
  })
})

describe('a failure', () => {
  test('without a response is reported', async () => {
    const client = clientOf(() => Promise.reject(new TypeError('connection refused')))
    expect(await failure(client.get('/x', responseSchema))).toBeInstanceOf(NoResponseError)
  })

  test('of a server that never responds comes at the deadline', async () => {
    const client = clientOf(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        }),
      { deadlineMs: 20 },
    )
    expect(await failure(client.get('/x', responseSchema))).toBeInstanceOf(NoResponseError)
  })

  test("carries the status and the server's error field", async () => {
    const client = clientOf(() => Response.json({ error: 'Out of stock.' }, { status: 422 }))
    const error = await failure(client.get('/x', responseSchema))
    expect(error).toBeInstanceOf(StatusError)
    expect(error).toMatchObject({ status: 422, serverMessage: 'Out of stock.' })
  })

  test('with an HTML page instead of JSON keeps its status', async () => {
    const client = clientOf(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await failure(client.get('/x', responseSchema))).toMatchObject({
      status: 502,
      serverMessage: undefined,
    })
  })

  test.each(['', '<html></html>', '{"id":', '{"id":1}', 'null', '[]'])(
    'the answer %j is unreadable',
    async (body) => {
      const client = clientOf(() => new Response(body))
      expect(await failure(client.get('/x', responseSchema))).toBeInstanceOf(InvalidResponseError)
    },
  )

  test('of status 401 calls onUnauthorized', { tags: ['@req-4.1', '@req-8.10', '@req-10.21'] }, async () => {
    let reported = 0
    const client = clientOf(() => new Response('{}', { status: 401 }), {
      onUnauthorized: () => (reported += 1),
    })
    await failure(client.get('/x', responseSchema))
    expect(reported).toBe(1)
  })
})
