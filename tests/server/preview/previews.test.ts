import { createServer, type RequestListener } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '../../../src/server/app.ts'
import { readConfig } from '../../../src/server/config.ts'

const IN_AN_HOUR = Math.floor(Date.now() / 1000 + 3600).toString(36)
const TOKEN = `${IN_AN_HOUR}.${'A'.repeat(43)}`

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A storefront whose pages name the state that they show, and whose store API responds as told. */
async function openStorefront(responses: { storeInfo?: number; preview?: number; body?: string }) {
  const { storeInfo = 200, preview = 200, body } = responses
  const api = await listen((incoming, response) => {
    const isPreview = incoming.url?.includes('/previews/') === true
    const status = isPreview ? preview : storeInfo
    if (status === 0) return void response.destroy()
    const record = JSON.stringify({ storeName: 'Asha', categories: [], capabilities: ['preview'] })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(status === 200 ? ((isPreview ? body : undefined) ?? record) : '{"error":"No."}')
  })
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-preview-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const app = createApp({
    config: readConfig({ IMAGE_CACHE_DIR: directory, STORE_API_ORIGIN: api }),
    clientDirectory: directory,
    render: (_, { shopContext }) =>
      Promise.resolve(new Response(shopContext?.preview ? 'the draft' : 'published')),
  })
  const origin = await listen(app.handle)
  return async (path: string, cookie?: string) => {
    const headers = { host: 'asha.localhost', ...(cookie !== undefined && { cookie }) }
    const { statusCode, headers: got, body } = await request(origin + path, { headers })
    return { status: statusCode, headers: got, text: await body.text() }
  }
}

test.each([
  { name: 'fails for the draft', responses: { preview: 500 } },
  { name: 'is overloaded', responses: { preview: 503 } },
  { name: 'limits the rate of calls', responses: { preview: 429 } },
  { name: 'refuses without a word on the link', responses: { preview: 401 } },
  { name: 'breaks off', responses: { preview: 0 } },
  { name: 'returns what is no store info', responses: { body: '<h1>Gateway</h1>' } },
  { name: 'fails for the store info', responses: { storeInfo: 502 } },
])('a store API that $name ends no preview', { tags: ['@req-11.37'] }, async ({ responses }) => {
  const visit = await openStorefront(responses)
  for (const response of [await visit('/terms', `preview=${TOKEN}`), await visit(`/_preview/${TOKEN}`)]) {
    expect(response.status).toBe(503)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.text).toContain('Please try again in a moment.')
  }
})

test.each([404, 410, 421])(
  'a preview has ended where the store API responds with %i',
  { tags: ['@req-11.37'] },
  async (status) => {
    const visit = await openStorefront({ preview: status })
    expect(await visit('/terms', `preview=${TOKEN}`)).toMatchObject({ status: 200, text: 'published' })
    expect(await visit(`/_preview/${TOKEN}`)).toMatchObject({
      status: 404,
      text: expect.stringContaining('This preview has ended'),
    })
  },
)

test('a draft is shown while the store API has it', { tags: ['@req-11.37'] }, async () => {
  const visit = await openStorefront({})
  expect(await visit('/terms', `preview=${TOKEN}`)).toMatchObject({ status: 200, text: 'the draft' })
  expect((await visit(`/_preview/${TOKEN}`)).status).toBe(303)
})
