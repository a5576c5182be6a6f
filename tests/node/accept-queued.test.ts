import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { acceptQueued } from '@tanabana/node/listen.ts'

const CLIENTS = 100
const WORK_MS = 3

test('a client in the accept queue gets its response before the server closes', async () => {
  const server = createServer((_, response) => {
    const until = performance.now() + WORK_MS
    while (performance.now() < until);
    response.end()
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const calls = Array.from({ length: CLIENTS }, async () => {
    const [received] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage]
    received.resume()
    return received.statusCode
  })
  await Promise.race(calls)
  await acceptQueued(server, 60_000)
  server.close()
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')).toEqual([])
})

test('resolves at once without connections, and after the limit with an endless crowd', async () => {
  const server = createServer((_, response) => void response.end()).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await acceptQueued(server, 60_000)

  let isOver = false
  const crowd = async () => {
    while (!isOver) {
      const [apiResponse] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage]
      apiResponse.resume()
      await once(apiResponse, 'end')
    }
  }
  const knocking = Promise.all(Array.from({ length: 20 }, crowd))
  await acceptQueued(server, 200)
  isOver = true
  await knocking
  server.close()
})
