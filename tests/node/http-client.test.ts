import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, type ClientRequest, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type LookupFunction } from 'node:net'

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { createHttpClient } from '@tanabana/node/http-client.ts'
import { createHttpGet } from '@tanabana/node/http-get.ts'
import { ResponseTooLargeError } from '@tanabana/node/http-response.ts'

let server: Server
let requested: string[]
let address: string

beforeEach(async () => {
  requested = []
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    if (request.url === '/whole') return void response.end('whole')
    if (request.url === '/lost' && requested.length === 2) return void request.socket.resetAndDestroy()
    if (request.url === '/lost') return void response.end('found')
    if (request.url === '/repeated') {
      return void response.writeHead(200, { 'x-repeated': ['one', 'two'] }).end()
    }
    if (request.url === '/host') return void response.end(request.headers.host)
    if (request.url === '/moved') return void response.writeHead(302, { location: '/whole' }).end()
    if (request.url === '/large') return void response.writeHead(200, { 'content-length': '1001' }).write('x')
    if (request.url === '/endless') return void response.write('x'.repeat(1001))
    if (request.url === '/silent') return
    response.writeHead(200, { 'content-length': '100' })
    if (request.url === '/half-silent') return void response.write('half')
    response.write('half', () => request.socket.resetAndDestroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { connections: 1, keepAliveMs: 10_000, maxBytes: 1000 }
const plain = { headers: {}, signal: undefined }

describe.each([
  ['the client of the store API', createHttpClient],
  ['the client of the storefront', createHttpGet],
])('%s', (_name, createClient) => {
  const open = (given: LookupFunction = lookup) => createClient({ ...limits, lookup: given })

  test('a call that never arrived over an idle connection is sent once more', async () => {
    const get = open()
    await get(`${address}/whole`, plain)
    expect(String((await get(`${address}/lost`, plain)).body)).toBe('found')
    expect(requested).toEqual(['/whole', '/lost', '/lost'])
  })

  test('a repeated header is one value', async () => {
    const { headers } = await open()(`${address}/repeated`, plain)
    expect(headers['x-repeated']).toBe('one, two')
  })

  test('a response that breaks off half-way fails without a retry', async () => {
    const get = open()
    await get(`${address}/whole`, plain)
    await expect(get(`${address}/half`, plain)).rejects.toThrow()
    await get(`${address}/whole`, plain)
    expect(requested).toEqual(['/whole', '/half', '/whole'])
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
    const get = open((_name, options, callback) => lookup('localhost', options, callback))
    const { port } = secure.address() as AddressInfo
    await expect(
      get(`https://${name}:${port}/api/v1/storeInfo`, { ...plain, headers: { host: 'shop.example' } }),
    ).rejects.toThrow()
    secure.close()
    const named = new Set(hellos.flatMap((hello) => hello.match(/[a-z.]*shop\.example/g) ?? []))
    expect(hellos).not.toEqual([])
    expect([...named]).toEqual(proving)
  })

  test('a redirect is given as it came', async () => {
    expect(await open()(`${address}/moved`, plain)).toMatchObject({
      status: 302,
      headers: { location: '/whole' },
    })
    expect(requested).toEqual(['/moved'])
  })

  test.each(['/large', '/endless'])('%s is refused as too large', async (path) => {
    await expect(open()(address + path, plain)).rejects.toThrow(ResponseTooLargeError)
    await open()(`${address}/whole`, plain)
  })

  test.each(['/silent', '/half-silent'])('%s is given up in time', async (path) => {
    await expect(open()(address + path, { ...plain, signal: AbortSignal.timeout(50) })).rejects.toThrow()
  })

  test('the Host header is sent as given', async () => {
    const { body } = await open()(`${address}/host`, { ...plain, headers: { host: 'shop.example' } })
    expect(String(body)).toBe('shop.example')
  })
})

test('a POST is never sent twice', async () => {
  const send = createHttpClient(limits)
  await send(`${address}/whole`)
  await expect(send(`${address}/lost`, { method: 'POST', body: 'order' })).rejects.toThrow()
  expect(requested).toEqual(['/whole', '/lost'])
})

test.each(['ECONNRESET', 'EPIPE'])(
  'a call of the storefront over a kept connection that fails with %s is made once more',
  async (code) => {
    const get = createHttpGet({ ...limits, lookup })
    await get(`${address}/whole`, plain)
    let failures = 0
    const fail = (message: unknown) => {
      const { request } = message as { request: ClientRequest }
      failures += 1
      if (failures === 1)
        request.once('socket', (socket) => socket.destroy(Object.assign(new Error(code), { code })))
    }
    subscribe('http.client.request.created', fail)
    onTestFinished(() => void unsubscribe('http.client.request.created', fail))
    expect(String((await get(`${address}/whole`, plain)).body)).toBe('whole')
  },
)
