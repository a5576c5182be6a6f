import type { IncomingMessage, ServerResponse } from 'node:http'

import sirv from 'sirv'

import type { StorefrontConfig } from './config.ts'
import { IMAGE_PREFIX } from './images/image-address.ts'
import { createImages } from './images/images.ts'
import { answerPage } from './page-cache/answer-page.ts'
import { createIslandPreloads } from './page-cache/island-preloads.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { pageKey } from './page-cache/page-key.ts'
import { answerPurge } from './page-cache/purge.ts'
import { renderPrivatePage, renderSharedPage } from './page-cache/render-page.ts'
import { answerText, misdirect } from './plain-answers.ts'
import { hostHeader, isReadablePath, withoutForwardedHeaders } from './requests.ts'
import { tenantHost } from './tenancy.ts'
import { apiOf, createAnswers, type Shop } from './upstream.ts'
import { purgeInAll } from './workers.ts'

/** Where edits are told, pages need not be made anew to see them. */
const PURGED_FRESH_SECONDS = 60
const URL_MAX_LENGTH = 4096
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
const FILE = /^[^?]+\.[a-z0-9]+(?:\?|$)/i

/** What the HTTP entry tells the pages beside the request. */
export type RenderLocals = Pick<App.Locals, 'isHttps' | 'answers' | 'pictureAddress'>

export type Render = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: RenderLocals,
) => Promise<void>

export interface EntryOptions {
  config: StorefrontConfig
  /** The built browser files. */
  clientDirectory: string
  /** Astro's handler. */
  render: Render
}

/**
 * The HTTP entry before Astro: liveness and readiness, what is no good request, unknown hosts, static files, the page
 * cache. design §5
 */
export function createEntry({ config, clientDirectory, render }: EntryOptions) {
  const files = sirv(clientDirectory, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cacheControl(path))
      response.setHeader('x-content-type-options', 'nosniff')
    },
  })
  const answers = createAnswers(config)
  const images = createImages({
    directory: config.imageDirectory,
    maxBytes: config.imageMaxBytes,
    secret: config.imageSecret,
    apiOf: (shop) => apiOf(shop, config),
  })
  const pages = createPageCache({
    maxBytes: config.cacheMaxBytes,
    ...(config.purgeSecret && { freshSeconds: PURGED_FRESH_SECONDS }),
    render: (shop, key) =>
      renderSharedPage(render, shop, key, localsOf(shop), { sendsTags: config.sendsCacheTags }),
  })
  /** Drops the pages with these tags, and what is known from the store APIs of the shops that they name. */
  const purge = purgeInAll((tags) => {
    answers.forget(tags)
    return pages.purge(tags)
  })
  const preloads = createIslandPreloads(clientDirectory)
  let isDraining = false

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { url = '', method = '' } = request
    if (isDraining) response.setHeader('connection', 'close')
    if (url === '/livez') return answerText(response, 200, 'alive')
    if (url === '/readyz')
      return answerText(response, isDraining ? 503 : 200, isDraining ? 'draining' : 'ready')
    if (url === '/_cache/purge') {
      return settle(response, answerPurge(request, response, { secret: config.purgeSecret, purge }))
    }
    if (!METHODS.includes(method)) return answerText(response, 405, 'This method is not answered here.')
    if (url.length > URL_MAX_LENGTH) return answerText(response, 414, 'This address is too long.')
    if (!isReadablePath(url)) return answerText(response, 400, 'This address cannot be read.')

    const host = tenantHost(hostHeader(request), config)
    if (host === undefined) return settle(response, misdirect(response))
    const shop: Shop = { host, protocol: isHttps(request) ? 'https:' : 'http:' }
    if (url.startsWith(IMAGE_PREFIX)) return settle(response, images.answer(shop, request, response))
    const key = isRead(request) && config.isCacheOn ? pageKey(url) : undefined
    const fresh = key === undefined ? undefined : pages.getFresh(shop, key)
    if (fresh) return settle(response, answerPage(request, response, fresh))
    const answer = () => settle(response, answerShop(shop, key, request, response))
    if (FILE.test(url)) files(request, response, answer)
    else answer()
  }

  async function answerShop(
    shop: Shop,
    key: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (key !== undefined) return answerPage(request, response, await pages.get(shop, key))

    request.headers = withoutForwardedHeaders(request)
    if (isRead(request)) {
      const page = await renderPrivatePage(render, request, localsOf(shop), preloads)
      return answerPage(request, response, { page, state: 'pass' })
    }
    await render(request, response, () => answerText(response, 404, 'Not found.'), localsOf(shop))
  }

  function localsOf(shop: Shop): RenderLocals {
    const pictureAddress = (src: string) => images.addressOf(shop, src)
    return { isHttps: shop.protocol === 'https:', answers, pictureAddress }
  }

  function isHttps(request: IncomingMessage): boolean {
    return (
      request.headers['x-forwarded-proto'] === 'https' &&
      config.trustedProxies.includes(request.socket.remoteAddress ?? '')
    )
  }

  return {
    handle,
    /** Readiness says no from here on, and connections are not kept. */
    beginDrain: () => {
      isDraining = true
    },
  }
}

/** A failure of ours is logged and answered; it never leaves a shopper waiting. */
function settle(response: ServerResponse, work: Promise<void> | undefined): void {
  work?.catch((error: unknown) => {
    console.error(error)
    if (response.headersSent) response.destroy()
    else answerText(response, 500, 'Something went wrong here. Please try again.')
  })
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Built files carry their content's hash in the name. */
function cacheControl(path: string): string {
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
