import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { readConfig } from '../../src/server/config.ts'
import { createEntry } from '../../src/server/entry.ts'
import type { Render } from '../../src/server/of-shop.ts'
import { upstreamClient } from '../../src/server/upstream.ts'

/** The HTTP entry before a page that shows the shop's name, over a store API that says it; the clock is ours. */
let name = 'Loom'
let renders = 0
const api = createServer((_request, response) => response.end(JSON.stringify({ name })))
let shop: Server

const portOf = (server: Server) => (server.address() as AddressInfo).port
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, resolve))

const render: Render = async (_request, { answers }) => {
  renders += 1
  if (!answers) throw new Error('The entry hands in the answers.')
  const origin = `http://127.0.0.1:${portOf(api)}`
  const client = upstreamClient({
    shop: { host: 'localhost', protocol: 'http:' },
    api: { origin, host: 'localhost', publicBase: origin },
    answers,
    purpose: 'page',
  })
  const record = await client.get('/storeInfo', z.object({ name: z.string() }))
  return new Response(record.name, {
    headers: {
      'cdn-cache-control': 'max-age=10, stale-while-revalidate=86400',
      'cache-tag': 'tenant:localhost',
    },
  })
}

beforeAll(() => listen(api))
afterAll(() => void api.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  ;[name, renders] = ['Loom', 0]
  const entry = createEntry({ config: readConfig({}), clientDirectory: import.meta.dirname, render })
  shop = createServer((asked, answer) => entry.handle(asked, answer))
  await listen(shop)
})
afterEach(() => {
  vi.useRealTimers()
  shop.close()
  shop.closeAllConnections()
})

async function ask(): Promise<string> {
  const { headers, body } = await request(`http://localhost:${portOf(shop)}/`)
  return `${String(headers['x-cache'])} ${await body.text()}`
}

function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

test('a stale page whose data are the same is fresh again without being made anew', async () => {
  expect(await ask()).toBe('miss Loom')
  for (let round = 0; round < 3; round += 1) {
    pass(11)
    expect(await ask()).toBe('stale Loom')
    await expect.poll(ask).toBe('hit Loom')
  }
  expect(renders).toBe(1)
})

test('a stale page whose data have changed is made anew', async () => {
  await ask()
  name = 'Shuttle'
  pass(11)
  expect(await ask()).toBe('stale Loom')
  await expect.poll(ask).toBe('hit Shuttle')
  expect(renders).toBe(2)
})

test('after an hour a page is made anew in any case', async () => {
  await ask()
  pass(3601)
  expect(await ask()).toBe('stale Loom')
  await expect.poll(ask).toBe('hit Loom')
  expect(renders).toBe(2)
})
