import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { createGrounds } from '../../../src/server/page-cache/grounds.ts'
import { createAnswers } from '../../../src/server/store-answers.ts'
import { upstreamClient } from '../../../src/server/upstream.ts'

/** What a store API says by path; `undefined` for no answer at all. */
let said: Record<string, string | undefined> = {}
const api = createServer(({ url = '' }, response) => {
  const answer = said[url.replace('/api/v1', '')]
  if (answer !== undefined) response.end(answer)
})
const schema = z.object({ name: z.string() })

beforeAll(() => new Promise<void>((resolve) => api.listen(0, resolve)))
afterAll(() => {
  api.closeAllConnections()
  api.close()
})
beforeEach(() => {
  said = { '/storeInfo': '{"name":"Shop"}', '/products': '{"name":"Kurta"}', '/broken': 'no JSON' }
})

/** A page that asks for these, one of an API that is asked anew each time. */
async function pageOf(...paths: string[]) {
  const grounds = createGrounds(createAnswers({ isCacheOn: false }))
  const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const upstream = {
    shop: { host: 'shop.example', protocol: 'https:' as const },
    api: { origin, host: 'shop.example', publicBase: origin },
    purpose: 'page' as const,
  }
  const client = upstreamClient({ ...upstream, answers: grounds.answers })
  const catalogue = upstreamClient({ ...upstream, answers: grounds.answers.unkept })
  await Promise.allSettled(paths.map((path) => client.get(path, schema)))
  return { grounds, catalogue }
}

test('a page is still true while the API says the same', async () => {
  const { grounds } = await pageOf('/storeInfo', '/products')
  expect(await grounds.hold()).toBe(true)
  expect(await grounds.hold()).toBe(true)
})

test.each(['/storeInfo', '/products'])('a page is not true any more when %s changes', async (path) => {
  const { grounds } = await pageOf('/storeInfo', '/products')
  said[path] = '{"name":"Another"}'
  expect(await grounds.hold()).toBe(false)
})

test('a page that stands on a fallback is to be made anew, even if the API says the same', async () => {
  const { grounds } = await pageOf('/storeInfo', '/broken')
  expect(await grounds.hold()).toBe(false)
})

test('so is a page whose answer came too late for it', async () => {
  said['/products'] = undefined
  const { grounds } = await pageOf('/storeInfo', '/products')
  said['/products'] = '{"name":"Kurta"}'
  expect(await grounds.hold()).toBe(false)
})

test('and one that read what is not kept', async () => {
  const { grounds, catalogue } = await pageOf('/storeInfo')
  await catalogue.get('/products', schema)
  expect(await grounds.hold()).toBe(false)
})

test('nobody knows while the API is silent', async () => {
  const { grounds } = await pageOf('/storeInfo')
  said = {}
  await expect(grounds.hold()).rejects.toThrow('No answer in time from /storeInfo')
})
