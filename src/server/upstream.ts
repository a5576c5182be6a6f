import { lookup } from 'node:dns'

import { Agent, request } from 'undici'

import { isLocalHost, storeApiBase } from '../lib/store-api/address.ts'
import { createClient, type StoreClient } from '../lib/store-api/client.ts'
import { API_VERSION } from '../lib/constants.ts'
import type { StorefrontConfig } from './config.ts'

/** Twice this, a shop's record and then its products, must leave a page within 3 s. */
const DEADLINE_MS = 1300
const ANSWER_MAX_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 64

/** Names below localhost are this machine by definition (RFC 6761), whatever the resolver knows of them. */
const agent = new Agent({
  connections: CONNECTIONS,
  keepAliveTimeout: 30_000,
  maxResponseSize: ANSWER_MAX_BYTES,
  connect: {
    timeout: DEADLINE_MS,
    lookup: (hostname, options, callback) =>
      lookup(isLocalHost(hostname) ? 'localhost' : hostname, options, callback),
  },
})

export interface Shop {
  /** The page's host name without port, as `tenantHost` gives it. */
  host: string
  protocol: 'http:' | 'https:'
}

/**
 * The store API's client for pages of one shop. The call carries the shop's host as `Host`: `fetch` would drop it
 * without a word, `undici.request` sends it. Never a shopper's token: shared pages must not see one. design §3
 */
export function upstreamClient(shop: Shop, config: StorefrontConfig): StoreClient {
  const publicBase = storeApiBase({ protocol: shop.protocol, hostname: shop.host }, config.localApiPort)
  const base = config.storeApiOrigin ? `${config.storeApiOrigin}/api/${API_VERSION}` : publicBase
  const host = ['localhost', '127.0.0.1'].includes(shop.host) ? config.defaultTenantHost : shop.host
  return createClient({
    base,
    publicBase,
    deadlineMs: DEADLINE_MS,
    fetch: async (url, init) => {
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method: init.method === 'POST' ? 'POST' : 'GET',
        headers: { ...Object.fromEntries(new Headers(init.headers)), host },
        signal: init.signal ?? undefined,
      })
      return new Response(bodyAllowed(statusCode) ? await body.text() : await discard(body), {
        status: statusCode,
      })
    },
  })
}

function bodyAllowed(status: number): boolean {
  return ![204, 205, 304].includes(status)
}

async function discard(body: { dump(): Promise<void> }): Promise<null> {
  await body.dump()
  return null
}
