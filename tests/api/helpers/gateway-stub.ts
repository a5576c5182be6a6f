import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createProviderCall } from '../../../api/payments/providers/provider-call.ts'

export interface GatewayCallSeen {
  method: string
  /** The host that was meant, such as `api.razorpay.com`. */
  host: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type Answer = { status: number; body: unknown } | 'hang' | 'reset' | { redirect: string }

function send(response: ServerResponse, answered: Exclude<Answer, string>): void {
  if ('redirect' in answered) {
    response.writeHead(302, { location: answered.redirect }).end()
    return
  }
  const { status, body } = answered
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/**
 * A gateway on this machine: what is meant for any https host is asked of it over HTTP, and `answer` says what it
 * answers. `requests` is what it was asked, oldest first.
 */
export async function startGatewayStub() {
  const requests: GatewayCallSeen[] = []
  let answer: (request: GatewayCallSeen) => Answer = () => ({ status: 500, body: {} })
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
      const answered = answer(request)
      if (answered === 'reset') incoming.socket.destroy()
      else if (answered !== 'hang') send(response, answered)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    port,
    call: createProviderCall((url) => url.replace(/^https:\/\//, `http://127.0.0.1:${port}/`)),
    answers(how: typeof answer) {
      requests.length = 0
      answer = how
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
