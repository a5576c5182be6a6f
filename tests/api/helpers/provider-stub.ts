import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createProviderCall } from '../../../api/payment-providers/provider-call.ts'

export interface ReceivedRequest {
  method: string
  /** The requested host, such as `api.razorpay.com`. */
  host: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type StubResponse = { status: number; body: unknown } | 'hang' | 'reset' | { redirect: string }

function send(response: ServerResponse, stubbed: Exclude<StubResponse, string>): void {
  if ('redirect' in stubbed) {
    response.writeHead(302, { location: stubbed.redirect }).end()
    return
  }
  const { status, body } = stubbed
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/**
 * A payment provider on this machine: receives the requests to any https host over HTTP, and responds with the result
 * of the function given to `respond`. `requests` lists the received requests, oldest first.
 */
export async function startProviderStub() {
  const requests: ReceivedRequest[] = []
  let handler: (request: ReceivedRequest) => StubResponse = () => ({ status: 500, body: {} })
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const [, host = '', ...path] = (incoming.url ?? '').split('/')
      const request = {
        method: incoming.method ?? '',
        host,
        path: `/${path.join('/')}`,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      requests.push(request)
      const stubbed = handler(request)
      if (stubbed === 'reset') incoming.socket.destroy()
      else if (stubbed !== 'hang') send(response, stubbed)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    port,
    call: createProviderCall((url) => url.replace(/^https:\/\//, `http://127.0.0.1:${port}/`)),
    respond(how: typeof handler) {
      requests.length = 0
      handler = how
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
