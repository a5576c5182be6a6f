import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Purge {
  authorization: string | undefined
  body: unknown
}

/** How a storefront responds to purges; one that is silent never does. */
type PurgeResponse = { status: number; headers?: Record<string, string> } | 'silent'

export interface PurgedStorefront {
  origin: string
  /** Purges that it was asked for, oldest first. */
  purges: Purge[]
  response: PurgeResponse
  close(): void
}

/** A storefront that only takes purges. */
export async function startPurgedStorefront(
  response: PurgeResponse = { status: 200 },
): Promise<PurgedStorefront> {
  const server = createServer((request, reply) => {
    const take = (body: unknown) => {
      storefront.purges.push({ authorization: request.headers.authorization, body })
      const { response: current } = storefront
      if (current !== 'silent') reply.writeHead(current.status, current.headers).end()
    }
    // A killed API breaks off its request.
    json(request).then(take, () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const storefront: PurgedStorefront = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    purges: [],
    response,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return storefront
}
