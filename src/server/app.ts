import type { IncomingMessage, ServerResponse } from 'node:http'

import { tenantTagsOf } from '@tanabana/contract/cache-tags.ts'
import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { normalizeAddress } from '@tanabana/node/client-address.ts'
import type { StorefrontConfig } from './config.ts'
import { createFeeds, isFeed } from './feeds/feeds.ts'
import { createHostRules } from './http/host-rules.ts'
import {
  chosenLanguage,
  handleLanguageChoice,
  LANGUAGE_PATH,
  splitLanguagePrefix,
} from './http/language-choice.ts'
import {
  checkRequest,
  pageHeaders,
  printablePath,
  protocolOf,
  resolveShop,
  withSingleSlashes,
  type Refusal,
} from './http/requests.ts'
import { sendBusy, sendMisdirected, sendRedirect, sendText } from './http/responses.ts'
import { createStaticFiles, readFiles } from './http/static-files.ts'
import { apiOf, type Shop } from './http/tenancy.ts'
import { createTenants } from './http/tenant.ts'
import { IMAGE_PREFIX } from './images/image-address.ts'
import { createImages } from './images/images.ts'
import { createRareLog, log, logRequest } from './observability/log.ts'
import { createMetrics, handleMetrics, type RequestKind } from './observability/metrics.ts'
import { type CacheEntry, toCacheEntry } from './page-cache/cache-entry.ts'
import { pageKey, type PageKey } from './page-cache/cache-key.ts'
import { createPageCache, type FoundPage } from './page-cache/page-cache.ts'
import { handlePurge } from './page-cache/purge.ts'
import { sendEntry } from './page-cache/send-entry.ts'
import { createIslandPreloads } from './rendering/page-scripts.ts'
import {
  watchEventLoopDelay,
  createRenderLimit,
  OverloadedError,
  createYieldQueue,
} from './rendering/render-limit.ts'
import { type PageRequest, type Render, type RenderLocals, renderPage } from './rendering/render-page.ts'
import { createUpstreamCache, type StoreApiCall } from './upstream/upstream-cache.ts'

/** Pages stay fresh longer where edits are purged. */
const PURGED_FRESH_SECONDS = 60

const FILE = /^[^?]+\.[a-z0-9]+(?:\?|$)/i

interface WantedPage extends Pick<PageRequest, 'url' | 'headers'> {
  language: RenderLocals['chosenLanguage']
  isAddressed?: boolean
  listing?: RenderLocals['requestedListing']
  scope: CacheEntry['scope']
}

interface Endpoint {
  respond: () => Promise<void> | void
  /** Label in the metrics. */
  kind?: RequestKind
}

export interface AppOptions {
  config: StorefrontConfig
  /** The built browser files. */
  clientDirectory: string
  render: Render
}

/** Creates the request handler of the storefront, with its caches. */
export function createApp({ config, clientDirectory, render }: AppOptions) {
  const metrics = createMetrics()
  const logRarely = createRareLog()
  const renderLimit = createRenderLimit(config.maxRenders, watchEventLoopDelay())
  const yieldRender = createYieldQueue()
  const responses = createUpstreamCache({ isCacheOn: config.isCacheOn, onCall: countCall, yieldRender })
  const images = createImages({
    directory: config.imageDirectory,
    maxBytes: config.imageMaxBytes,
    secret: config.imageSecret,
    apiOf: (shop) => apiOf(shop, config),
  })
  const hosts = createHostRules(config)
  const openTenant = createTenants({ config, responses, images, hosts })
  const files = readFiles(clientDirectory)
  const findFile = createStaticFiles(files)
  const preloadsOf = createIslandPreloads(files)
  const feeds = createFeeds({ isCacheOn: config.isCacheOn, openTenant })
  const pageCache = createPageCache({
    isOn: config.isCacheOn,
    maxBytes: config.cacheMaxBytes,
    minFreshSeconds: config.purgeSecret === undefined ? 0 : PURGED_FRESH_SECONDS,
    onStaleIfError: ({ tenant }, error) =>
      logRarely(`${tenant} stale`, 'warn', 'stale page served', { tenant, error }),
  })
  /** Invalidates pages, responses and hosts by tag, and all feeds of the tenant: a feed contains every product. */
  const invalidate = (tags: readonly string[]): number => {
    responses.invalidate(tags)
    feeds.invalidate(tags.flatMap(tenantTagsOf))
    hosts.invalidate(tags)
    return pageCache.invalidate(tags)
  }
  const readMetrics = metrics.reader({ pages: pageCache, renders: renderLimit })
  let isDraining = false

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isDraining) response.setHeader('connection', 'close')
    if (config.logsRequests) logRequest(request, response)
    try {
      route(request, response)?.catch((error: unknown) => fail(request, response, error))
    } catch (error) {
      fail(request, response, error)
    }
  }

  /** Synchronous for a fresh page: a promise would cost a tenth of its throughput. */
  function route(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const protocol = protocolOf(request, config.trustedProxies)
    if (protocol === undefined)
      logRarely('protocol', 'warn', 'forwarded protocol unreadable', {
        header: request.headers['x-forwarded-proto'],
      })
    const shop = resolveShop(request, config, protocol ?? 'http:')
    const endpoint = findEndpoint(request, response, shop)
    if (endpoint || !shop) {
      // Pages set this among their own headers, because `setHeader` slows `writeHead` down.
      if (protocol === 'https:')
        response.setHeader('strict-transport-security', hosts.strictTransport(shop?.host))
      return runEndpoint(response, endpoint ?? { kind: 'refused', respond: () => sendMisdirected(response) })
    }
    if (config.isCacheOn && hosts.mainOrigin(shop)) return moveToMainHost(request, response, shop)
    const startedAt = performance.now()
    const { url, language: addressed } = splitLanguagePrefix(request.url ?? '/')
    const language = addressed ?? chosenLanguage(request.headers.cookie)
    const key = pageKey(shop, url, language, addressed !== undefined)
    // Pages of one shopper have one address each.
    if (!key && addressed)
      return runEndpoint(response, {
        kind: 'redirect',
        respond: () => sendRedirect(response, localRedirect(url, 301)),
      })
    const fresh = key && pageCache.getFresh(key)
    if (fresh) return sendPage(request, response, { entry: fresh, state: 'hit' }, startedAt)
    const found = key ? findShared(shop, key) : renderPrivate(shop, request, language)
    return found.then((page) =>
      hosts.mainOrigin(shop)
        ? moveToMainHost(request, response, shop)
        : sendPage(request, response, page, startedAt),
    )
  }

  /** Redirects to the same address at the shop's main host; a form is not sent there again. */
  function moveToMainHost(request: IncomingMessage, response: ServerResponse, shop: Shop): Promise<void> {
    const { url = '/', method } = request
    const status = method === 'POST' ? 303 : 301
    const target = localRedirect(url, status, hosts.mainOrigin(shop))
    if (shop.protocol === 'https:')
      response.setHeader('strict-transport-security', hosts.strictTransport(shop.host))
    return runEndpoint(response, { kind: 'redirect', respond: () => sendRedirect(response, target) })
  }

  async function runEndpoint(response: ServerResponse, { respond, kind }: Endpoint): Promise<void> {
    await respond()
    if (kind) metrics.countRequest(kind, response.statusCode)
  }

  function sendPage(
    request: IncomingMessage,
    response: ServerResponse,
    found: FoundPage,
    startedAt: number,
  ): void | Promise<void> {
    metrics.latencies.observePage(request.url ?? '/', found.state, (performance.now() - startedAt) / 1000)
    if (found.state === 'hit') metrics.hits += 1
    else metrics.countRequest(found.state, found.entry.status)
    return sendEntry(request, response, found, config.sendsCacheTags)
  }

  /** Returns the endpoint of a request that is not for a page. */
  function findEndpoint(
    request: IncomingMessage,
    response: ServerResponse,
    shop: Shop | undefined,
  ): Endpoint | undefined {
    const { url = '', method } = request
    if (url === '/livez') return { respond: () => sendText(response, 200, 'alive') }
    if (url === '/readyz') {
      const [status, text] = isDraining ? [503, 'draining'] : [200, 'ready']
      return { respond: () => sendText(response, status, text) }
    }
    if (url === '/_cache/purge') return { respond: () => servePurge(request, response) }
    if (url === '/metrics') {
      return {
        respond: () => handleMetrics(request, response, { token: config.metricsToken, read: readMetrics }),
      }
    }
    const refusal = checkRequest(request)
    if (refusal) return { kind: 'refused', respond: () => refuse(response, refusal) }
    if (!shop) return undefined
    const isRead = method === 'GET' || method === 'HEAD'
    const singleSlashes = isRead ? withSingleSlashes(url) : undefined
    if (singleSlashes !== undefined)
      return { kind: 'redirect', respond: () => sendRedirect(response, localRedirect(singleSlashes, 301)) }
    if (url.startsWith(IMAGE_PREFIX))
      return { kind: 'image', respond: () => images.serve(shop, request, response) }
    if (isFeed(url)) return { respond: () => feeds.serve(shop, request, response) }
    if (url === LANGUAGE_PATH && method === 'POST') {
      const isHttps = shop.protocol === 'https:'
      return { respond: () => handleLanguageChoice(request, response, { isHttps }) }
    }
    const send = isRead && FILE.test(url) ? findFile(request) : undefined
    return send && { kind: 'static', respond: () => send(response) }
  }

  /** Renders from host and key alone, so that a shared page cannot contain data of one shopper. */
  function findShared(shop: Shop, key: PageKey): Promise<FoundPage> {
    const { url, language, isAddressed, listing } = key
    const scope = language === undefined || isAddressed ? 'public' : 'private'
    const headers = { host: shop.host }
    return pageCache.get(key, () =>
      renderEntry(shop, { url, headers, language, isAddressed, listing, scope }),
    )
  }

  async function renderPrivate(
    shop: Shop,
    request: IncomingMessage,
    language: WantedPage['language'],
  ): Promise<FoundPage> {
    const { url = '/' } = request
    const wanted: WantedPage = { url, headers: pageHeaders(request), language, scope: 'private' }
    return { entry: await renderEntry(shop, wanted), state: 'bypass' }
  }

  function renderEntry(
    shop: Shop,
    { url, headers, language, isAddressed, listing, scope }: WantedPage,
  ): Promise<CacheEntry> {
    return renderLimit.run(async () => {
      await yieldRender()
      const locals = {
        tenant: openTenant(shop),
        chosenLanguage: language,
        isLanguageAddressed: isAddressed,
        requestedListing: listing,
      }
      const rendered = await renderPage(render, { url, headers, locals })
      const preloads = preloadsOf(rendered.html)
      if (preloads !== undefined) rendered.headers.set('link', preloads)
      return toCacheEntry(rendered, scope)
    })
  }

  async function servePurge(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await handlePurge(request, response, { secret: config.purgeSecret, purge: invalidate })
    if (response.statusCode === 403)
      log('warn', 'purge refused', { address: normalizeAddress(request.socket.remoteAddress) })
  }

  function refuse(response: ServerResponse, { status, sentence, header }: Refusal): void {
    if (header) response.setHeader(...header)
    sendText(response, status, sentence)
  }

  function countCall(call: StoreApiCall): void {
    metrics.countCall(call)
    const { host: tenant, outcome, failure } = call
    if (outcome === 'failure')
      logRarely(tenant, 'warn', 'store API failed', { tenant, error: String(failure) })
  }

  /** Sends 503 under overload, else 500 with a log line; nothing for an aborted request. */
  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (request.errored) return
    if (error instanceof OverloadedError && !response.headersSent) {
      metrics.countRequest('shed', 503)
      logRarely('shed', 'warn', 'request shed', { reason: error.message })
      void sendBusy(response)
      return
    }
    metrics.countRequest('failure', 500)
    log('error', 'failure', {
      method: request.method,
      tenant: request.headers.host,
      path: printablePath(request.url ?? ''),
      error,
    })
    if (response.headersSent) response.destroy()
    else sendText(response, 500, 'Something went wrong here. Please try again.')
  }

  return {
    handle,
    /** Makes `/readyz` respond with 503 and closes each connection after its response. */
    beginDrain: () => {
      isDraining = true
    },
  }
}
