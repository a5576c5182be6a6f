import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { createUpstreamCache } from '../../../src/server/upstream/upstream-cache.ts'
import { upstreamClient } from '../../../src/server/upstream/upstream.ts'

const SAID: Record<string, { status: number; body?: string }> = {
  '/marked': { status: 200, body: '\uFEFF{"name":"Kurta"}' },
  '/hindi': { status: 200, body: '{"name":"कुर्ता"}' },
  '/created': { status: 201, body: '{"name":"Kurta"}' },
  '/empty': { status: 204 },
  '/gone': { status: 410, body: '{"error":"Not sold any more."}' },
  '/moved': { status: 302, body: '{"name":"Kurta"}' },
}
let version = 1
const sent: number[] = []
const api = createServer(({ url = '', headers }, response) => {
  if (url === '/api/v1/tagged') {
    const etag = `"v${version}"`
    const status = headers['if-none-match'] === etag ? 304 : 200
    sent.push(status)
    response.writeHead(status, { etag }).end(status === 304 ? undefined : `{"name":"Kurta ${version}"}`)
    return
  }
  const { status = 404, body } = SAID[url.replace('/api/v1', '')] ?? {}
  response.writeHead(status).end(body)
})

beforeAll(() => new Promise<void>((resolve) => api.listen(0, resolve)))
afterAll(() => {
  api.closeAllConnections()
  api.close()
})

function ask(
  path: string,
  { cached } = createUpstreamCache({ isCacheOn: false }),
): Promise<{ name: string }> {
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const client = upstreamClient({
    shop: { host: 'shop.example', protocol: 'https:' },
    api: { origin, host: 'shop.example', publicBase: origin },
    responses: cached,
    purpose: 'page',
  })
  return client.get(path, z.object({ name: z.string() }))
}

test.each([
  ['/marked', 'Kurta'],
  ['/hindi', 'कुर्ता'],
  ['/created', 'Kurta'],
])('the answer to %s is read', async (path, name) => {
  expect(await ask(path)).toEqual({ name })
})

test('a response without a body violates the contract', async () => {
  await expect(ask('/empty')).rejects.toThrow('/empty returned a body that does not match the contract')
})

test.each([
  ['/gone', 410],
  ['/moved', 302],
])('the answer to %s is a failure with its status', async (path, status) => {
  await expect(ask(path)).rejects.toMatchObject({ status })
})

test('a response that the store API has not changed is neither sent nor parsed again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const cache = createUpstreamCache({ isCacheOn: true })
  const first = await ask('/tagged', cache)
  vi.advanceTimersByTime(6000)
  expect(await ask('/tagged', cache)).toBe(first)
  await vi.waitFor(() => expect(sent).toEqual([200, 304]))
  version = 2
  vi.advanceTimersByTime(6000)
  await vi.waitFor(async () => expect(await ask('/tagged', cache)).toEqual({ name: 'Kurta 2' }))
  expect(sent).toEqual([200, 304, 200])
  vi.useRealTimers()
})
