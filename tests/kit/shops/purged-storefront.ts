import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
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
  /** Number of purges without tags. */
  heartbeats: number
  response: PurgeResponse
  close(): void
}

/** A storefront that only takes purges. */
export async function startPurgedStorefront(
  response: PurgeResponse = { status: 200 },
  onPurge: () => void = () => undefined,
): Promise<PurgedStorefront> {
  const server = createServer((request, reply) => {
    const take = (body: unknown) => {
      onPurge()
      if (JSON.stringify(body) === '{"tags":[]}') storefront.heartbeats += 1
      else storefront.purges.push({ authorization: request.headers.authorization, body })
      const { response: current } = storefront
      if (current !== 'silent') reply.writeHead(current.status, current.headers).end()
    }
    // A killed API breaks off its request.
    json(request).then(take, () => undefined)
  })
  const storefront: PurgedStorefront = { ...(await listen(server)), purges: [], heartbeats: 0, response }
  return storefront
}

/** An edge cache that only takes purges. */
export async function startPurgedEdge(status = 200, onPurge: () => void = () => undefined) {
  const purges: { method: string | undefined; authorization: string | undefined; keys: string }[] = []
  const server = createServer((request, reply) => {
    onPurge()
    const { authorization, 'surrogate-key': keys } = request.headers
    purges.push({ method: request.method, authorization, keys: String(keys) })
    reply.writeHead(status).end()
  })
  return { ...(await listen(server)), purges }
}

async function listen(server: Server): Promise<{ origin: string; close: () => void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
