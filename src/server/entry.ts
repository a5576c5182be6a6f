import type { IncomingMessage, ServerResponse } from 'node:http'

import { normalizeAddress } from '../network/client-address.ts'
import type { StorefrontConfig } from './config.ts'
import { createFeeds, isFeed } from './engines/feeds.ts'
import { IMAGE_PREFIX } from './images/image-address.ts'
import { createImages } from './images/images.ts'
import { answerLanguageChoice, chosenLanguage, LANGUAGE_PATH } from './language-choice.ts'
import { createRareLog, log } from './log.ts'
import { answerMetrics } from './metrics-answer.ts'
import { createMetrics } from './metrics.ts'
import { createOfShop, type Render } from './of-shop.ts'
import { answerPage } from './page-cache/answer-page.ts'
import { makeUnlessTrue } from './page-cache/grounds.ts'
import { createIslandPreloads } from './page-cache/island-preloads.ts'
import { createPageCache, type FoundPage } from './page-cache/page-cache.ts'
import { keyInLanguage, pageKey } from './page-cache/page-key.ts'
import { answerPurge } from './page-cache/purge.ts'
import { renderPrivatePage, renderSharedPage } from './page-cache/render-page.ts'
import { answerBusy, answerText, misdirect } from './plain-answers.ts'
import { logRequest } from './request-log.ts'
import {
  cameByHttps,
  hostHeader,
  pageHeaders,
  printablePath,
  refusalOf,
  withSingleSlashes,
  type Refusal,
} from './requests.ts'
import { STRICT_TRANSPORT } from './security-headers.ts'
import { createBound, OverloadedError } from './shed.ts'
import { createStaticFiles } from './static-files.ts'
import { createAnswers, type StoreApiCall } from './store-answers.ts'
import { tenantHost } from './tenancy.ts'
import { createTurns } from './turns.ts'
import { apiOf, type Shop } from './upstream.ts'
import { purgeInAll } from './workers.ts'

/** Where edits are told, pages need not be made anew to see them. */
const PURGED_FRESH_SECONDS = 60
const FILE = /^[^?]+\.[a-z0-9]+(?:\?|$)/i

export interface EntryOptions {
  config: StorefrontConfig
  /** The built browser files. */
  clientDirectory: string
  /** Makes a page with Astro (render.ts). */
  render: Render
}

/**
 * The HTTP entry before Astro: liveness and readiness, what is no good request, unknown hosts, static files, the page
 * cache. design §5
 */
export function createEntry({ config, clientDirectory, render }: EntryOptions) {
  const files = createStaticFiles(clientDirectory)
  const metrics = createMetrics()
  const logRarely = createRareLog()
  const renders = createBound(config.maxRenders)
  const turns = createTurns()
  const renderInTurn = <T>(work: () => Promise<T>) => renders.run(() => turns.next().then(work))
  const noteCall = (call: StoreApiCall) => {
    metrics.countCall(call)
    const { host: tenant, outcome, failure } = call
    if (outcome === 'failure')
      logRarely(tenant, 'warn', 'store API failed', { tenant, error: String(failure) })
  }
  const answers = createAnswers(config, noteCall, turns)
  const images = createImages({
    directory: config.imageDirectory,
    maxBytes: config.imageMaxBytes,
    writers: config.workers,
    secret: config.imageSecret,
    apiOf: (shop) => apiOf(shop, config),
  })
  const { localsOf, siteOf } = createOfShop({ config, images, answers })
  const pages = createPageCache({
    maxBytes: config.cacheMaxBytes,
    disk: { directory: config.cacheDirectory, maxBytes: config.cacheDiskMaxBytes },
    ...(config.purgeSecret && { freshSeconds: PURGED_FRESH_SECONDS }),
    render: (shop, key, before) =>
      makeUnlessTrue(answers, before, (heard) =>
        renderInTurn(() =>
          renderSharedPage(render, shop, key, localsOf(shop, heard), { sendsTags: config.sendsCacheTags }),
        ),
      ),
  })
  const feeds = createFeeds({ isCacheOn: config.isCacheOn, siteOf })
  const readMetrics = metrics.reader({ pages, renders })
  /** Drops the pages with these tags, and what is known from the store APIs of the shops that they name. */
  const purge = purgeInAll((tags) => {
    answers.forget(tags)
    feeds.purge(tags)
    return pages.purge(tags)
  })
  const preloads = createIslandPreloads(clientDirectory)
  let isDraining = false

  function handle(request: IncomingMessage, response: ServerResponse): void {
    try {
      answer(request, response)
    } catch (error) {
      fail(request, response, error)
    }
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now()
    const { url = '', method } = request
    const isHttps = cameByHttps(request, config.trustedProxies)
    if (isDraining) response.setHeader('connection', 'close')
    if (config.logsRequests) logRequest(request, response)

    const refusal = refusalOf(request)
    const host = tenantHost(hostHeader(request), config)
    const shop: Shop | undefined =
      host === undefined ? undefined : { host, protocol: isHttps ? 'https:' : 'http:' }
    const isFile = FILE.test(url)
    // Nothing else here reads a form: what is sent to a shared page gets that page, not one made anew for it. A file is got.
    const redirectTarget = !refusal && isRead(request) ? withSingleSlashes(url) : undefined
    const isPage =
      !refusal && redirectTarget === undefined && config.isCacheOn && (isRead(request) || !isFile)
    const key = isPage ? keyOf(request) : undefined
    const kept = shop && key !== undefined ? pages.getAtOnce(shop, key) : undefined
    if (kept) {
      countFound(kept, url, startedAt)
      return settle(request, response, answerPage(request, response, kept))
    }

    // Pages have it among their own headers: beside one that is set, all the others are written slowly.
    if (isHttps) response.setHeader('strict-transport-security', STRICT_TRANSPORT)
    if (url === '/livez') return answerText(response, 200, 'alive')
    if (url === '/readyz')
      return answerText(response, isDraining ? 503 : 200, isDraining ? 'draining' : 'ready')
    if (url === '/_cache/purge') {
      return settle(request, response, takePurge(request, response))
    }
    if (url === '/metrics') {
      const read = { token: config.metricsToken, read: readMetrics }
      return settle(request, response, answerMetrics(request, response, read))
    }
    if (refusal) return refuse(response, refusal)
    if (!shop) {
      metrics.countRequest('refused', 421)
      return settle(request, response, misdirect(response))
    }
    if (redirectTarget !== undefined) {
      metrics.countRequest('redirect', 301)
      response.setHeader('location', redirectTarget)
      return answerText(response, 301, 'This page has another address.')
    }
    if (url.startsWith(IMAGE_PREFIX)) {
      return settle(request, response, answerImage(shop, request, response))
    }
    if (isFeed(url)) return settle(request, response, feeds.answer(shop, request, response))
    if (url === LANGUAGE_PATH && method === 'POST') {
      return settle(request, response, answerLanguageChoice(request, response, { isHttps }))
    }
    if (isRead(request) && isFile && files(request, response)) {
      return metrics.countRequest('static', response.statusCode)
    }
    settle(request, response, answerShop(shop, key, request, response, startedAt))
  }

  function refuse(response: ServerResponse, { status, sentence, header }: Refusal): void {
    metrics.countRequest('refused', status)
    if (header) response.setHeader(...header)
    answerText(response, status, sentence)
  }

  function countFound({ state, page }: FoundPage, url: string, startedAt: number): void {
    metrics.latencies.observePage(url, state, (performance.now() - startedAt) / 1000)
    if (state === 'hit') metrics.hits += 1
    else metrics.countRequest(state, page.status)
  }

  async function takePurge(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await answerPurge(request, response, { secret: config.purgeSecret, purge })
    if (response.statusCode === 403)
      log('warn', 'purge refused', { address: normalizeAddress(request.socket.remoteAddress) })
  }

  async function answerImage(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await images.answer(shop, request, response)
    metrics.countRequest('image', response.statusCode)
  }

  async function answerShop(
    shop: Shop,
    key: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    startedAt: number,
  ): Promise<void> {
    const { url = '/' } = request
    if (key !== undefined) {
      const found = await pages.get(shop, key)
      countFound(found, url, startedAt)
      return answerPage(request, response, found)
    }

    // A form that was sent before its script ran gets its page again.
    const read = { url: request.url, headers: pageHeaders(request) }
    const locals = { ...localsOf(shop), chosenLanguage: chosenLanguage(request.headers.cookie) }
    const page = await renderInTurn(() => renderPrivatePage(render, read, locals, preloads))
    const found: FoundPage = { page, state: 'pass' }
    countFound(found, url, startedAt)
    return answerPage(request, response, found)
  }

  function settle(request: IncomingMessage, response: ServerResponse, work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => fail(request, response, error))
  }

  /** A failure of ours is logged and answered; it never leaves a shopper waiting, nor ends what others came for. */
  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof OverloadedError && !response.headersSent) {
      metrics.countRequest('shed', 503)
      logRarely('shed', 'warn', 'request shed', { reason: error.message })
      void answerBusy(response)
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
    else answerText(response, 500, 'Something went wrong here. Please try again.')
  }

  return {
    handle,
    noteConnection: turns.noteConnection,
    /** Readiness says no from here on, and connections are not kept. */
    beginDrain: () => {
      isDraining = true
    },
  }
}

function keyOf({ url = '', headers }: IncomingMessage): string | undefined {
  const key = pageKey(url)
  return key === undefined ? undefined : keyInLanguage(key, chosenLanguage(headers.cookie))
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}
