import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  body: string
}

type Respond = (response: ServerResponse, webhook: ReceivedWebhook) => void

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** A merchant's program of this machine. `respond` decides on each webhook, by default with 204. */
export async function startWebhookReceiver() {
  const receiver = {
    received: [] as ReceivedWebhook[],
    respond: ((response) => void response.writeHead(204).end()) as Respond,
    url: '',
    close,
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`

  function close(): void {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}
