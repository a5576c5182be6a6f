import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { handlePurge } from '../../../src/server/page-cache/purge.ts'

const SECRET = 'the secret of this test'

let server: Server

beforeAll(async () => {
  server = createServer((incoming, response) => {
    void handlePurge(incoming, response, { secret: SECRET, purge: (tags) => tags.length })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function purge(body: Buffer | Readable): Promise<{ status: number; text: string }> {
  const { port } = server.address() as AddressInfo
  const response = await request(`http://127.0.0.1:${port}/_cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body,
  })
  return { status: response.statusCode, text: await response.body.text() }
}

function* inChunks(count: number): Generator<Buffer> {
  for (let chunk = 0; chunk < count; chunk += 1) yield Buffer.alloc(16 * 1024, ' ')
}

test('a body of 64 KB is read', async () => {
  const tags = JSON.stringify({ tags: ['tenant:shop.example'] })
  expect(await purge(Buffer.from(tags.padEnd(64 * 1024)))).toEqual({ status: 200, text: '1 pages purged\n' })
})

test.each([
  ['with a content length', () => Buffer.alloc(64 * 1024 + 1, ' ')],
  ['of several megabytes', () => Buffer.alloc(8 * 1024 * 1024, ' ')],
  ['in chunks', () => Readable.from(inChunks(200))],
])('a larger body %s gets 413', async (_name, body) => {
  expect(await purge(body())).toEqual({ status: 413, text: 'The body is larger than 64 KB.\n' })
})

test('a tag is decoded across chunks', async () => {
  const bytes = Buffer.from('{"tags":["tenant:साड़ी.example"]}')
  const split = bytes.indexOf(Buffer.from('ड')) + 1
  async function* halves() {
    yield bytes.subarray(0, split)
    await new Promise((resolve) => setImmediate(resolve))
    yield bytes.subarray(split)
  }
  expect((await purge(Readable.from(halves()))).status).toBe(200)
})
