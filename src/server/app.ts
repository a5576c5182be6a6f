import type { IncomingMessage, ServerResponse } from 'node:http'

import { tenantTagsOf } from '@tanabana/contract/cache-tags.ts'
import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import type { StorefrontConfig } from './config.ts'
import { createFailures } from './failures.ts'
import { createFeeds, isFeed } from './feeds/feeds.ts'
import { createHostRules } from './http/host-rules.ts'
import { handleLanguageChoice, isLanguageChoice } from './http/language-choice.ts'
import { checkRequest, isRead, protocolOf, refuse, resolveShop, withSingleSlashes } from './http/requests.ts'
import { sendMisdirected, sendRedirect, sendText } from './http/responses.ts'
import { createStaticFiles, readFiles } from './http/static-files.ts'
import { apiOf, type Shop } from './http/tenancy.ts'
import { IMAGE_PREFIX } from './images/image-address.ts'
import { createImages } from './images/images.ts'
import { logRequest } from './observability/log.ts'
import { createMetrics, handleMetrics, type RequestKind } from './observability/metrics.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { handlePurge } from './page-cache/purge.ts'
import { createPages } from './pages.ts'
import { createIslandPreloads } from './rendering/page-scripts.ts'
import { createRenderLimit, createYieldQueue, watchEventLoopDelay } from './rendering/render-limit.ts'
import type { Render } from './rendering/render-page.ts'
import { createShopContexts } from './rendering/shop-context.ts'
import { createUpstreamCache } from './upstream/upstream-cache.ts'

/** Pages stay fresh longer where edits are purged. */
const PURGED_FRESH_SECONDS = 60

/** Handles the requests that it matches; the first match of a list counts. */
interface Endpoint<Arguments extends unknown[] = []> {
  match: (request: IncomingMessage) => boolean
  handle: (request: IncomingMessage, response: ServerResponse, ...rest: Arguments) => Promise<void> | void
  /** Label in the metrics; without one, the response is not counted. */
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
  const { isCacheOn } = config
  let isDraining = false

  const metrics = createMetrics()
  const failures = createFailures(metrics)
  const renderLimit = createRenderLimit(config.maxRenders, watchEventLoopDelay())
  const yieldRender = createYieldQueue()
  const files = readFiles(clientDirectory)
  const findFile = createStaticFiles(files)
  const hosts = createHostRules(config)
  const responses = createUpstreamCache({ isCacheOn, onCall: failures.reportCall, yieldRender })
  const images = createImages({
    directory: config.imageDirectory,
    maxBytes: config.imageMaxBytes,
    secret: config.imageSecret,
    apiOf: (shop) => apiOf(shop, config),
  })
  const openContext = createShopContexts({ config, responses, images, hosts })
  const feeds = createFeeds({ isCacheOn, openContext })
  const cache = createPageCache({
    isOn: isCacheOn,
    maxBytes: config.cacheMaxBytes,
    minFreshSeconds: config.purgeSecret === undefined ? 0 : PURGED_FRESH_SECONDS,
    onStaleIfError: failures.reportStale,
  })
  const pages = createPages({
    ...{ config, cache, hosts, metrics, render, renderLimit, yieldRender, openContext },
    preloadsOf: createIslandPreloads(files),
  })
  const readMetrics = metrics.reader({ pages: cache, renders: renderLimit })
  /** Invalidates pages, responses and hosts by tag, and all feeds of the tenant: a feed contains every product. */
  const purge = (tags: readonly string[]): number => {
    responses.invalidate(tags)
    feeds.invalidate(tags.flatMap(tenantTagsOf))
    hosts.invalidate(tags)
    return cache.invalidate(tags)
  }

  /** On every host. */
  const endpoints: Endpoint[] = [
    { match: isAt('/livez'), handle: (_, response) => sendText(response, 200, 'alive') },
    { match: isAt('/readyz'), handle: (_, response) => sendReadiness(response) },
    {
      match: isAt('/_cache/purge'),
      handle: (request, response) => handlePurge(request, response, { secret: config.purgeSecret, purge }),
    },
    {
      match: isAt('/metrics'),
      handle: (request, response) =>
        handleMetrics(request, response, { token: config.metricsToken, read: readMetrics }),
    },
    {
      kind: 'refused',
      match: (request) => checkRequest(request) !== undefined,
      handle: refuse,
    },
  ]

  /** On the hosts of shops. */
  const shopEndpoints: Endpoint<[Shop]>[] = [
    {
      kind: 'redirect',
      match: (request) => isRead(request) && withSingleSlashes(request.url ?? '') !== undefined,
      handle: ({ url = '' }, response) =>
        sendRedirect(response, localRedirect(withSingleSlashes(url) ?? url, 301)),
    },
    {
      kind: 'image',
      match: ({ url }) => url?.startsWith(IMAGE_PREFIX) === true,
      handle: (request, response, shop) => images.serve(shop, request, response),
    },
    {
      match: ({ url = '' }) => isFeed(url),
      handle: (request, response, shop) => feeds.serve(shop, request, response),
    },
    {
      match: isLanguageChoice,
      handle: (request, response, { protocol }) =>
        handleLanguageChoice(request, response, { isHttps: protocol === 'https:' }),
    },
    {
      kind: 'static',
      match: (request) => isRead(request) && findFile(request) !== undefined,
      handle: (request, response) => findFile(request)?.(response),
    },
  ]

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isDraining) response.setHeader('connection', 'close')
    if (config.logsRequests) logRequest(request, response)
    try {
      respond(request, response)?.catch((error: unknown) => failures.handle(request, response, error))
    } catch (error) {
      failures.handle(request, response, error)
    }
  }

  /** Synchronous for a fresh page: a promise would cost a tenth of its throughput. */
  function respond(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const protocol = protocolOf(request, config.trustedProxies)
    if (protocol === undefined) failures.reportProtocol(request)
    const shop = resolveShop(request, config, protocol ?? 'http:')
    const endpoint = endpoints.find(({ match }) => match(request))
    if (endpoint) return run(endpoint.kind, () => endpoint.handle(request, response))
    if (!shop) return run('refused', () => sendMisdirected(response))
    const shopEndpoint = shopEndpoints.find(({ match }) => match(request))
    if (shopEndpoint) return run(shopEndpoint.kind, () => shopEndpoint.handle(request, response, shop))
    return pages.serve(shop, request, response)

    async function run(kind: RequestKind | undefined, handle: () => Promise<void> | void): Promise<void> {
      // Pages set this among their own headers, because `setHeader` slows `writeHead` down.
      if (protocol === 'https:')
        response.setHeader('strict-transport-security', hosts.strictTransport(shop?.host))
      await handle()
      if (kind) metrics.countRequest(kind, response.statusCode)
    }
  }

  function sendReadiness(response: ServerResponse): void {
    if (isDraining) sendText(response, 503, 'draining')
    else sendText(response, 200, 'ready')
  }

  return {
    handle,
    /** Makes `/readyz` respond with 503 and closes each connection after its response. */
    beginDrain: () => {
      isDraining = true
    },
  }
}

function isAt(path: string): Endpoint['match'] {
  return ({ url }) => url === path
}
