import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import type { Fault } from './faults.ts'

export interface FaultyApi {
  port: number
  /** Connections to the target of a redirect, which the storefront must not follow. */
  strays: number
  /** Sets the current fault, `undefined` for none. Closes open connections. */
  setFault(fault: Fault | undefined): Promise<void>
  fault(): Fault | undefined
  stop(): Promise<void>
}

const DELAY_MS = 30_000
const BYTE_EVERY_MS = 1000
const BIG_BYTES = 50 * 1024 * 1024
let largeResponse: Buffer | undefined
/** A TLS alert: handshake failure. */
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28])
const GARBAGE = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919 + 13) % 256))
const JSON_TYPE = 'application/json'

/** A proxy in front of a store API that simulates one fault at a time. */
export async function startFaultyApi(target: number): Promise<FaultyApi> {
  const sockets = new Set<Socket>()
  let fault: Fault | undefined

  const elsewhere = createServer((socket) => {
    api.strays += 1
    socket.destroy()
  })
  const server = createServer((caller) => {
    record(caller)
    serve(caller)
  })

  function record(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }

  function serve(caller: Socket): void {
    switch (fault) {
      case 'accept and hang':
        caller.resume()
        return
      case '30 s delay': {
        caller.pause()
        const timer = setTimeout(() => forward(caller), DELAY_MS)
        caller.once('close', () => clearTimeout(timer))
        return
      }
      case '1 byte/s':
        return forward(caller, (stubResponse) => trickle(caller, stubResponse))
      case 'reset mid-body':
        return forward(caller, (stubResponse) => {
          const head = stubResponse.indexOf('\r\n\r\n') + 4
          caller.write(stubResponse.subarray(0, head + (stubResponse.length - head) / 2), () =>
            caller.resetAndDestroy(),
          )
        })
      case 'half-close':
        caller.once('data', () => caller.end())
        return
      case 'dropped answer':
        return forward(caller, () => caller.destroy())
      case 'TLS failure':
        caller.once('data', () => caller.end(TLS_ALERT))
        return
      case 'garbage':
        caller.once('data', () => caller.end(GARBAGE))
        return
      case undefined:
      case 'refused':
      case 'DNS failure':
        return forward(caller)
      default: {
        const stubResponse = madeUp(fault, (elsewhere.address() as AddressInfo).port)
        caller.once('data', () => caller.end(stubResponse))
      }
    }
  }

  /** Forwards the bytes; `answered` receives the complete response instead of the caller. */
  function forward(caller: Socket, answered?: (stubResponse: Buffer) => void): void {
    const upstream = connect(target, '127.0.0.1')
    record(upstream)
    caller.pipe(upstream)
    caller.on('close', () => upstream.destroy())
    if (!answered) {
      upstream.pipe(caller)
      upstream.on('close', () => caller.destroy())
      return
    }
    let parts = Buffer.alloc(0)
    upstream.on('data', (part) => {
      parts = Buffer.concat([parts, part])
      if (isWhole(parts)) answered(parts)
    })
  }

  function listen(port: number): Promise<void> {
    return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  }

  const api: FaultyApi = {
    port: 0,
    strays: 0,
    async setFault(next) {
      const wasRefused = fault === 'refused'
      fault = next
      for (const socket of sockets) socket.destroy()
      if (next === 'refused' && !wasRefused) await new Promise((resolve) => server.close(resolve))
      if (next !== 'refused' && wasRefused) await listen(api.port)
    },
    fault: () => fault,
    async stop() {
      for (const socket of sockets) socket.destroy()
      elsewhere.close()
      if (fault !== 'refused') await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  await listen(0)
  api.port = (server.address() as AddressInfo).port
  return api
}

/** Whether the HTTP response is complete. */
function isWhole(stubResponse: Buffer): boolean {
  const head = stubResponse.indexOf('\r\n\r\n')
  if (head === -1) return false
  const text = stubResponse.subarray(0, head).toString('latin1')
  const length = /content-length: *(\d+)/i.exec(text)?.[1]
  if (length !== undefined) return stubResponse.length >= head + 4 + Number(length)
  return stubResponse.subarray(-5).toString('latin1') === '0\r\n\r\n'
}

function trickle(caller: Socket, stubResponse: Buffer): void {
  let sent = 0
  const timer = setInterval(() => {
    caller.write(stubResponse.subarray(sent, sent + 1))
    sent += 1
    if (sent === stubResponse.length) caller.end()
  }, BYTE_EVERY_MS)
  caller.once('close', () => clearInterval(timer))
}

function madeUp(fault: Fault, elsewhere: number): Buffer {
  switch (fault) {
    case '500':
      return stubResponse('500 Internal Server Error', JSON_TYPE, '{"error":"The database is asleep."}')
    case '502':
      return stubResponse('502 Bad Gateway', 'text/html', '<html><h1>502 Bad Gateway</h1></html>')
    case '503':
      return stubResponse('503 Service Unavailable', 'text/html', '', 'retry-after: 30\r\n')
    case '429':
      return stubResponse('429 Too Many Requests', JSON_TYPE, '{"error":"Slow down."}', 'retry-after: 30\r\n')
    case 'empty 200':
      return stubResponse('200 OK', JSON_TYPE, '')
    case 'HTML 200':
      return stubResponse('200 OK', 'text/html', '<!doctype html><h1>Welcome to nginx</h1>')
    case 'truncated JSON':
      return stubResponse('200 OK', JSON_TYPE, '{"data":[{"id":"plain-1","tit')
    case 'wrong types':
      return stubResponse(
        '200 OK',
        JSON_TYPE,
        '{"data":null,"products":{},"fields":7,"token":[],"success":"yes"}',
      )
    case '50 MB body':
      return (largeResponse ??= stubResponse('200 OK', JSON_TYPE, `{"data":"${'x'.repeat(BIG_BYTES)}"}`))
    case 'redirect elsewhere':
      return stubResponse('302 Found', JSON_TYPE, '{}', `location: http://127.0.0.1:${elsewhere}/\r\n`)
    default:
      throw new Error(`${fault} has no answer.`)
  }
}

function stubResponse(status: string, type: string, body: string, headers = ''): Buffer {
  return Buffer.from(
    `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}connection: close\r\n\r\n${body}`,
  )
}
