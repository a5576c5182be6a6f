import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

import { afterEach, describe, expect, test } from 'vitest'

import { isLoopbackAddress, listen, type Listener } from '@tanabana/node/listen.ts'

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1')
const loopbacks = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']

const open: Listener[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()))
})

async function listenOn(host: string | undefined, server: Server = newServer(), port = 0): Promise<Listener> {
  const listener = await listen(server, { port, host })
  open.push(listener)
  return listener
}

function newServer(): Server {
  return createServer((_request, response) => response.end('open')).on('clientError', (_error, socket) =>
    socket.end('malformed'),
  )
}

/** What a server answers to these bytes, or the code of the error that keeps them from it. */
async function send(host: string, port: number, bytes: string): Promise<string> {
  const socket = connect({ host, port })
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.end(bytes)
  try {
    await once(socket, 'close')
    return text
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

describe('a server without a host', () => {
  test('listens on both loopback addresses, and on no other', async () => {
    const { port } = await listenOn(undefined)
    for (const address of loopbacks) expect(await send(address, port, GET)).toMatch(/^HTTP\/1.1 200 .*open$/s)
    // Another address of the same machine.
    expect(await send('127.0.0.2', port, GET)).not.toContain('open')
  })

  test('handles malformed requests of both addresses', async () => {
    const { port } = await listenOn(undefined)
    for (const address of loopbacks) expect(await send(address, port, 'no request\r\n\r\n')).toBe('malformed')
  })

  test.each(loopbacks)('reports a taken port when something listens on %s', async (address) => {
    const { port } = await listenOn(address)
    await expect(listen(newServer(), { port, host: undefined })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const other = loopbacks.find((one) => one !== address)
    if (other) expect(await send(other, port, GET)).toBe('ECONNREFUSED')
  })

  test('closes after the last response on either address', async () => {
    const responses: (() => void)[] = []
    const server = createServer((_request, response) => responses.push(() => response.end('late')))
    const listener = await listen(server, { port: 0, host: undefined })
    const requested = loopbacks.map((address) => send(address, listener.port, GET))
    while (responses.length < loopbacks.length) await once(server, 'request')
    const closed = listener.close().then(() => 'closed')
    expect(await Promise.race([closed, new Promise((resolve) => setImmediate(resolve, 'open'))])).toBe('open')
    for (const received of responses) received()
    expect(await closed).toBe('closed')
    for (const text of await Promise.all(requested)) expect(text).toContain('late')
  })
})

test('a server with a host listens on that address only', async () => {
  const { port } = await listenOn('127.0.0.1')
  expect(await send('127.0.0.1', port, GET)).toContain('open')
  if (hasIpv6) expect(await send('::1', port, GET)).toBe('ECONNREFUSED')
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.5', false],
  ['203.0.113.7', false],
  ['localhost', false],
  ['', false],
])('%s is a loopback address: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected)
})
