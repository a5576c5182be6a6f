import { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createHttpCaller } from '../../src/network/http-caller.ts'

let server: Server
let asked: string[]
let address: string

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/whole') return void response.end('whole')
    if (request.url === '/lost' && asked.length === 2) return void request.socket.resetAndDestroy()
    if (request.url === '/lost') return void response.end('found')
    response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.resetAndDestroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const caller = () => createHttpCaller({ connections: 1, idleMs: 10_000, maxBytes: 1000, lookup })
const plain = { headers: {}, signal: undefined }

test('a call that never arrived over a kept connection is made once more', async () => {
  const call = caller()
  await call(`${address}/whole`, plain)
  expect(String((await call(`${address}/lost`, plain)).body)).toBe('found')
  expect(asked).toEqual(['/whole', '/lost', '/lost'])
})

test('an answer that breaks off half-way fails, and nothing is asked again behind its back', async () => {
  const call = caller()
  await call(`${address}/whole`, plain)
  await expect(call(`${address}/half`, plain)).rejects.toThrow()
  await call(`${address}/whole`, plain)
  expect(asked).toEqual(['/whole', '/half', '/whole'])
})

test.each([
  ['api.shop.example', ['api.shop.example']],
  ['127.0.0.1', []],
  ['[::1]', []],
])('over https %s is asked to prove that it is itself, whatever Host is sent', async (name, proving) => {
  const hellos: string[] = []
  const secure = createTcpServer((socket) => {
    socket.once('data', (hello) => {
      hellos.push(hello.toString('latin1'))
      socket.destroy()
    })
  })
  secure.listen(0)
  await once(secure, 'listening')
  const call = createHttpCaller({
    connections: 1,
    idleMs: 10_000,
    maxBytes: 1000,
    lookup: (_name, options, callback) => lookup('localhost', options, callback),
  })
  const { port } = secure.address() as AddressInfo
  await expect(
    call(`https://${name}:${port}/api/v1/storeInfo`, {
      headers: { host: 'shop.example' },
      signal: undefined,
    }),
  ).rejects.toThrow()
  secure.close()
  expect(hellos).toHaveLength(1)
  expect(hellos[0]?.match(/[a-z.]*shop\.example/g) ?? []).toEqual(proving)
})
