import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

import type * as z from 'zod/mini'

import { createClient, type Query, type StoreClient } from '../../lib/api-client/client.ts'
import { StatusError } from '../../lib/api-client/errors.ts'
import { API_VERSION } from '@tanabana/contract/constants.ts'
import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { createHttpGet, type GetRequest } from '@tanabana/node/http-get.ts'
import type { HttpResponse } from '@tanabana/node/http-response.ts'
import { traces } from '@tanabana/node/traces.ts'
import type { Shop, ShopApi } from '../http/tenancy.ts'
import type { UpstreamCache, UpstreamResponse, UpstreamResult, UpstreamSource } from './upstream-cache.ts'

/**
 * How long a page waits for one response before it uses fallbacks. A section that follows its page waits longer: with
 * the store info before it, 3 s in all.
 */
const DEADLINES_MS = { page: 950, section: 1900 }
/** A call may outlive the page that waits for it; its response is cached for the next one. */
const RESPONSE_MS = 4000
const RESPONSE_MAX_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 64

/** Names below localhost are this machine by definition (RFC 6761), whatever the resolver knows of them. */
export const lookupShop: LookupFunction = (hostname, options, callback) =>
  lookup(isLocalHost(hostname) ? 'localhost' : hostname, options, callback)

const send = createHttpGet({
  connections: CONNECTIONS,
  keepAliveMs: 30_000,
  maxBytes: RESPONSE_MAX_BYTES,
  lookup: lookupShop,
})

/** Strips a byte order mark. */
const utf8 = new TextDecoder()

/** Sends in a client span, the parent of the API's own span, when this process is traced. */
function sendTraced(url: string, request: GetRequest): Promise<HttpResponse> {
  const span = traces()?.start('client')
  if (!span) return send(url, request)
  const path = new URL(url).pathname
  const attributes = {
    'http.request.method': 'GET',
    'url.path': path,
    'tanabana.tenant': request.headers.host,
  }
  return send(url, { ...request, headers: { ...request.headers, traceparent: span.traceparent } }).then(
    (response) => {
      const { status } = response
      span.end({
        name: 'GET store API',
        attributes: { ...attributes, 'http.response.status_code': status },
        hasFailed: status >= 500,
      })
      return response
    },
    (error: unknown) => {
      span.end({
        name: 'GET store API',
        attributes: { ...attributes, 'error.type': String(error) },
        hasFailed: true,
      })
      throw error
    },
  )
}

interface UpstreamOptions {
  shop: Shop
  api: ShopApi
  responses: UpstreamSource
  purpose: 'page' | 'section'
}

/**
 * Returns the store API's client for a page of one shop, or for a section of it. A call carries the shop's host as
 * `Host`, which `fetch` would drop, and never a shopper's token: shared pages must not see one. A page stops waiting
 * before its call times out; the response is cached for the next page.
 */
export function upstreamClient({ shop, api, responses, purpose }: UpstreamOptions): StoreClient {
  const createCaller = (etag?: string, onResponse: (response: HttpResponse) => void = () => undefined) =>
    createClient({
      base: `${api.origin}/api/${API_VERSION}`,
      publicBase: api.publicBase,
      deadlineMs: RESPONSE_MS,
      fetch: async (url, init) => {
        const response = await sendTraced(url, {
          headers: {
            ...Object.fromEntries(new Headers(init.headers)),
            host: api.host,
            ...(etag !== undefined && { 'if-none-match': etag }),
          },
          signal: init.signal ?? undefined,
        })
        onResponse(response)
        const { status, body } = response
        return { ok: status >= 200 && status < 300, status, text: () => Promise.resolve(utf8.decode(body)) }
      },
    })

  /** A response that the API has not changed since `former` is not sent and parsed again. */
  async function load(
    path: string,
    schema: z.ZodMiniType,
    query: Query,
    former: UpstreamResponse | undefined,
  ): Promise<UpstreamResponse> {
    let received: HttpResponse | undefined
    const caller = createCaller(former?.etag, (response) => (received = response))
    try {
      const result = await caller.get(path, schema, query).then(toValue, toRefusal)
      return { result, bytes: received?.body.length ?? 0, etag: received?.headers.etag }
    } catch (error) {
      if (former?.etag !== undefined && received?.status === 304) return former
      throw error
    }
  }

  async function get<T extends z.ZodMiniType>(
    path: string,
    schema: T,
    query: Query = {},
  ): Promise<z.output<T>> {
    const key = {
      tenant: shop.host,
      path,
      id: `${shop.host} ${path} ${JSON.stringify(query)}`,
      category: typeof query.category === 'string' ? query.category : undefined,
    }
    const { result } = await responses.get(
      key,
      (former) => load(path, schema, query, former),
      DEADLINES_MS[purpose],
    )
    if (result.status === 'refused') {
      const { status, serverMessage, body } = result.refusal
      throw new StatusError(status, serverMessage, body)
    }
    // One path and query is always read by one schema.
    return result.value as z.output<T>
  }

  return { ...createCaller(), get }
}

interface ClientsOptions extends Pick<UpstreamOptions, 'shop' | 'api'> {
  responses: UpstreamCache
  /** A preview reads past the cache. */
  preview?: object
}

/**
 * Creates the clients of one shop. Built pages create their own, because their error classes are not those of the
 * HTTP entry.
 */
export function openClients({ shop, api, responses, preview }: ClientsOptions) {
  const upstream = { shop, api, responses: preview ? responses.uncached : responses.cached }
  return {
    page: upstreamClient({ ...upstream, purpose: 'page' }),
    section: upstreamClient({ ...upstream, purpose: 'section' }),
    /** For reading the whole catalogue; its responses are not cached. */
    catalogue: upstreamClient({ ...upstream, responses: responses.uncached, purpose: 'section' }),
  }
}

function toValue(value: unknown): UpstreamResult {
  return { status: 'read', value }
}

/** 4xx is a response to store; a failure of the API, a redirect and a rate limit are not. */
function toRefusal(error: unknown): UpstreamResult {
  if (!(error instanceof StatusError) || !isRefusal(error.status)) throw error
  const { status, serverMessage, body } = error
  return { status: 'refused', refusal: { status, serverMessage, body } }
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
