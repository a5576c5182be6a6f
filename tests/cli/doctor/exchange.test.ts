import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it } from 'vitest'

import { exchange } from '../../../cli/doctor/exchange.ts'
import { describeValue } from '../../../cli/doctor/describe.ts'

it.each(['destroy', 'resetAndDestroy'] as const)(
  'a connection that ends by %s is described in words',
  async (end) => {
    await using server = createServer((request) => request.socket[end]())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/storeInfo`)
    await expect(exchange(url, {}, 5000)).rejects.toThrow('there was no response: the connection was closed')
  },
)

it.each([
  [true, 'true'],
  [999, 'the number 999'],
  ['999', 'the string "999"'],
  [{}, 'an object'],
])('the value %j is described as %s', (value, words) => {
  expect(describeValue(value)).toBe(words)
})
