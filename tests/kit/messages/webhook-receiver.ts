import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  body: string
}

type Respond = (response: ServerResponse, webhook: ReceivedWebhook) => void

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/**
 * A merchant's program of this machine. `respond` decides on each webhook, by default with 204. It can be stopped, and
 * started again on its port.
 */
export async function startWebhookReceiver() {
  const receiver = {
    received: [] as ReceivedWebhook[],
    respond: ((response) => void response.writeHead(204).end()) as Respond,
    url: '',
    stop,
    start: () => listen(port),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const webhook = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      receiver.received.push(webhook)
      receiver.respond(response, webhook)
    })
  })
  await listen(0)
  const { port } = server.address() as AddressInfo
  receiver.url = `http://127.0.0.1:${port}/webhooks`

  async function listen(atPort: number): Promise<void> {
    await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve))
  }

  async function stop(): Promise<void> {
    const isClosed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await isClosed
  }
  return receiver
}
