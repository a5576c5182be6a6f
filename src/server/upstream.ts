import { createHash } from 'node:crypto'
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

import type * as z from 'zod/mini'

import { API_VERSION } from '../lib/constants.ts'
import { StatusError } from '../lib/errors.ts'
import { isLocalHost, storeApiBase } from '../lib/store-api/address.ts'
import { createClient, type Query, type StoreClient } from '../lib/store-api/client.ts'
import type { StorefrontConfig } from './config.ts'
import { createHttpGet, type GetRequest } from '../network/http-get.ts'
import type { HttpResponse } from '../network/http-response.ts'
import { traces } from '../network/traces.ts'
import type { AnswerSource, KeptAnswer } from './store-answers.ts'

/** How long a page waits for one answer; without one it stands on fallbacks. */
const DEADLINE_MS = 950
/** A section that follows its page waits longer: skeletons stand in. With the record before it, 3 s in all. */
const SECTION_DEADLINE_MS = 1900
/** A call may outlive who waits for it: its answer serves whoever asks next. */
const ANSWER_MS = 4000
const ANSWER_MAX_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 64

/** Names below localhost are this machine by definition (RFC 6761), whatever the resolver knows of them. */
export const lookupShop: LookupFunction = (hostname, options, callback) =>
  lookup(isLocalHost(hostname) ? 'localhost' : hostname, options, callback)

const send = createHttpGet({
  connections: CONNECTIONS,
  keepAliveMs: 30_000,
  maxBytes: ANSWER_MAX_BYTES,
  lookup: lookupShop,
})

/** Without the mark that some servers put before their text. */
const utf8 = new TextDecoder()

export interface Shop {
  /** The page's host name without port, as `tenantHost` gives it. */
  host: string
  protocol: 'http:' | 'https:'
}

/** A shop's store API: where the server calls it, the Host that a call carries, where browsers find it. design §3 */
export interface ShopApi {
  origin: string
  host: string
  publicBase: string
}

export function apiOf(shop: Shop, config: StorefrontConfig): ShopApi {
  const publicBase = storeApiBase({ protocol: shop.protocol, hostname: shop.host }, config.localApiPort)
  return {
    origin: config.storeApiOrigin ?? new URL(publicBase).origin,
    host: ['localhost', '127.0.0.1'].includes(shop.host) ? config.defaultTenantHost : shop.host,
    publicBase,
  }
}

/** `send` in a client span, the parent of the API's own span, when this process is traced. */
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
    (answer) => {
      const { status } = answer
      span.end({
        name: 'GET store API',
        attributes: { ...attributes, 'http.response.status_code': status },
        hasFailed: status >= 500,
      })
      return answer
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
  answers: AnswerSource
  purpose: 'page' | 'section'
}

/**
 * The store API's client for a page of one shop, or for a section of it. The call carries the shop's host as `Host`:
 * `fetch` would drop it without a word. Never a shopper's token: shared pages must not see
 * one. A page gives up before its call does, whose answer then serves the next one. design §3, §5
 */
export function upstreamClient({ shop, api, answers, purpose }: UpstreamOptions): StoreClient {
  /** `onAnswer` gets what the API said, before it is read. */
  const createCaller = (onAnswer: (body: Buffer) => void = () => undefined) =>
    createClient({
      base: `${api.origin}/api/${API_VERSION}`,
      publicBase: api.publicBase,
      deadlineMs: ANSWER_MS,
      fetch: async (url, init) => {
        const { status, body } = await sendTraced(url, {
          headers: { ...Object.fromEntries(new Headers(init.headers)), host: api.host },
          signal: init.signal ?? undefined,
        })
        onAnswer(body)
        return { ok: status >= 200 && status < 300, status, text: async () => utf8.decode(body) }
      },
    })

  async function ask<T extends z.ZodMiniType>(path: string, schema: T, query: Query): Promise<KeptAnswer> {
    let said: Buffer = Buffer.alloc(0)
    const outcome = await createCaller((body) => (said = body))
      .get(path, schema, query)
      .then(asRead, asRefused)
    const digest = createHash('sha256').update(outcome.status).update(said).digest('base64')
    return { ...outcome, digest, bytes: said.length }
  }

  const deadlineMs = purpose === 'page' ? DEADLINE_MS : SECTION_DEADLINE_MS

  async function get<T extends z.ZodMiniType>(
    path: string,
    schema: T,
    query: Query = {},
  ): Promise<z.output<T>> {
    const key = `${shop.host} ${path} ${JSON.stringify(query)}`
    let isAsked = false
    const askFor = () => {
      isAsked = true
      return ask(path, schema, query)
    }
    const answer = await answers.get(key, askFor, deadlineMs)
    // Answers come in crowds; what was known already leads on at once.
    if (isAsked) await answers.turn()
    if (answer.status === 'refused') throw answer.error
    // One path and query is always read by one schema.
    return answer.value as z.output<T>
  }

  return { ...createCaller(), get }
}

function asRead(value: unknown) {
  return { status: 'read' as const, value }
}

/** A failure of the API itself is none of its answers, and neither is a redirect or a plea for patience. */
function asRefused(error: unknown) {
  if (error instanceof StatusError && isRefusal(error.status)) return { status: 'refused' as const, error }
  throw error
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
