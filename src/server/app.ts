import type { IncomingMessage, ServerResponse } from 'node:http'

import { tenantTagsOf } from '@tanabana/contract/cache-tags.ts'
import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import type { StorefrontConfig } from './config.ts'
import { createFailures } from './failures.ts'
import { createFeeds, isFeed } from './feeds/feeds.ts'
import { createHostRules } from './http/host-rules.ts'
import { handleLanguageChoice, isLanguageChoice } from './http/language-choice.ts'
import { findRefusal, isRead, protocolOf, resolveShop, withSingleSlashes } from './http/requests.ts'
import { sendMisdirected, sendRedirect, sendText } from './http/responses.ts'
import { createStaticFiles, readFiles } from './http/static-files.ts'
import { apiOf, type Shop } from './http/tenancy.ts'
import { IMAGE_PREFIX } from './images/image-address.ts'
import { createImages } from './images/images.ts'
import { logRequest } from './observability/log.ts'
import { createMetrics, handleMetrics, type RequestKind } from './observability/metrics.ts'
import { handleVitals, isVitalsReport } from './vitals/web-vitals.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { createPurgeContact } from './page-cache/purge-contact.ts'
import { handlePurge } from './page-cache/purge.ts'
import { createPages } from './pages.ts'
import { createIslandPreloads } from './rendering/page-scripts.ts'
import { createRenderLimit, createYieldQueue, watchEventLoopDelay } from './rendering/render-limit.ts'
import { createPreviews, isPreviewAddress } from './preview/previews.ts'
import type { Render } from './rendering/render-page.ts'
import { createShopContexts } from './rendering/shop-context.ts'
import { createUpstreamCache } from './upstream/upstream-cache.ts'

/** Pages stay fresh longer where edits are purged. */
const PURGED_FRESH_SECONDS = 60

type Send = (response: ServerResponse) => Promise<void> | void

/** Finds the response to a request, `undefined` when the request is not for it; the first of a list counts. */
interface Endpoint<Arguments extends unknown[] = []> {
  find: (request: IncomingMessage, ...rest: Arguments) => Send | undefined
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
  const purgeContact = createPurgeContact()
  const { trustedSince } = purgeContact
  const responses = createUpstreamCache({
    isCacheOn,
    trustedSince,
    onCall: failures.reportCall,
    yieldRender,
  })
  const images = createImages({
    directory: config.imageDirectory,
    maxBytes: config.imageMaxBytes,
    secret: config.imageSecret,
    apiOf: (shop) => apiOf(shop, config),
  })
  const openContext = createShopContexts({ config, responses, images, hosts })
  const previews = createPreviews(openContext)
  const feeds = createFeeds({ isCacheOn, sendsCacheTags: config.sendsCacheTags, openContext })
  const cache = createPageCache({
    isOn: isCacheOn,
    maxBytes: config.cacheMaxBytes,
    minFreshSeconds: config.purgeSecret === undefined ? 0 : PURGED_FRESH_SECONDS,
    trustedSince,
    onStaleIfError: failures.reportStale,
  })
  const pages = createPages({
    config,
    cache,
    hosts,
    metrics,
    render,
    renderLimit,
    yieldRender,
    openContext,
    previews,
    preloadsOf: createIslandPreloads(files),
  })
  const readMetrics = metrics.reader({ pages: cache, renders: renderLimit })
  /** Invalidates pages, responses and hosts by tag, and all feeds of the tenant: a feed contains every product. */
  const purge = (tags: readonly string[]): number => {
    if (tags.length === 0) purgeContact.recordHeartbeat()
    responses.invalidate(tags)
    feeds.invalidate(tags.flatMap(tenantTagsOf))
    hosts.invalidate(tags)
    return cache.invalidate(tags)
  }

  /** On every host. */
  const endpoints: Endpoint[] = [
    { find: at('/livez', (_, response) => sendText(response, 200, 'alive')) },
    { find: at('/readyz', (_, response) => sendReadiness(response)) },
    {
      find: at('/_cache/purge', (request, response) =>
        handlePurge(request, response, { secret: config.purgeSecret, purge }),
      ),
    },
    {
      find: at('/metrics', (request, response) =>
        handleMetrics(request, response, { token: config.metricsToken, read: readMetrics }),
      ),
    },
    { kind: 'refused', find: findRefusal },
  ]

  /** On the hosts of shops. */
  const shopEndpoints: Endpoint<[Shop]>[] = [
    {
      kind: 'redirect',
      find: (request) => {
        const url = isRead(request) ? withSingleSlashes(request.url ?? '') : undefined
        return url === undefined ? undefined : (response) => sendRedirect(response, localRedirect(url, 301))
      },
    },
    {
      kind: 'image',
      find: (request, shop) =>
        request.url?.startsWith(IMAGE_PREFIX)
          ? (response) => images.serve(shop, request, response)
          : undefined,
    },
    {
      find: (request, shop) =>
        isFeed(request.url ?? '') ? (response) => feeds.serve(shop, request, response) : undefined,
    },
    {
      find: (request, { protocol }) =>
        isLanguageChoice(request)
          ? (response) => handleLanguageChoice(request, response, { isHttps: protocol === 'https:' })
          : undefined,
    },
    {
      find: (request, shop) =>
        isVitalsReport(request)
          ? (response) =>
              handleVitals(request, response, { context: openContext(shop), latencies: metrics.latencies })
          : undefined,
    },
    {
      find: (request, shop) =>
        isPreviewAddress(request.url ?? '')
          ? (response) => previews.handle(shop, request, response)
          : undefined,
    },
    { kind: 'static', find: (request) => (isRead(request) ? findFile(request) : undefined) },
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
    for (const { find, kind } of endpoints) {
      const send = find(request)
      if (send) return run(send, kind)
    }
    if (!shop) return run(sendMisdirected, 'refused')
    for (const { find, kind } of shopEndpoints) {
      const send = find(request, shop)
      if (send) return run(send, kind)
    }
    return pages.serve(shop, request, response)

    async function run(send: Send, kind: RequestKind | undefined): Promise<void> {
      // Pages set this among their own headers, because `setHeader` slows `writeHead` down.
      if (protocol === 'https:')
        response.setHeader('strict-transport-security', hosts.strictTransport(shop?.host))
      await send(response)
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

/** Finds the requests of one address. */
function at(
  path: string,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Endpoint['find'] {
  return (request) => (request.url === path ? (response) => handle(request, response) : undefined)
}
