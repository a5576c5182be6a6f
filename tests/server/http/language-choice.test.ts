import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { handleLanguageChoice } from '../../../src/server/http/language-choice.ts'

const server = createServer((incoming, response) => {
  void handleLanguageChoice(incoming, response, { isHttps: false })
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function choose(headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo
  const response = await request(`http://127.0.0.1:${port}/language`, {
    method: 'POST',
    headers: { host: 'shop.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'language=hi',
  })
  await response.body.dump()
  return { status: response.statusCode, location: response.headers.location }
}

test('the shop’s own form sets the language and leads back to its page', async () => {
  expect(
    await choose({ origin: 'https://shop.example', referer: 'https://shop.example/products?page=2' }),
  ).toEqual({ status: 303, location: '/products?page=2' })
})

test('the form of a page without a referrer sets it, too, and leads home', async () => {
  expect(await choose({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toEqual({
    status: 303,
    location: '/',
  })
})

test.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
])('a form of another site does not: %o', async (headers) => {
  expect(await choose(headers)).toEqual({ status: 403, location: undefined })
})
