import type { IncomingMessage, ServerResponse } from 'node:http'

import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import type { StorefrontConfig } from './config.ts'
import type { HostRules } from './http/host-rules.ts'
import { chosenLanguage, keepLanguage, splitLanguagePrefix } from './http/language-choice.ts'
import { pageHeaders } from './http/requests.ts'
import { sendBusy, sendRedirect } from './http/responses.ts'
import type { Shop } from './http/tenancy.ts'
import { type Previews, previewToken } from './preview/previews.ts'
import type { Metrics } from './observability/metrics.ts'
import { type CacheEntry, toCacheEntry } from './page-cache/cache-entry.ts'
import { pageKey, type PageKey } from './page-cache/cache-key.ts'
import type { FoundPage, PageCache } from './page-cache/page-cache.ts'
import { type EdgeOptions, sendEntry } from './page-cache/send-entry.ts'
import type { RenderLimit } from './rendering/render-limit.ts'
import { type PageRequest, type Render, renderPage } from './rendering/render-page.ts'
import type { Preview, ShopContext } from './rendering/shop-context.ts'

interface PagesOptions {
  config: Pick<StorefrontConfig, 'isCacheOn' | keyof EdgeOptions>
  cache: PageCache
  hosts: HostRules
  metrics: Metrics
  render: Render
  renderLimit: RenderLimit
  /** Awaited before a render, so that renders start one by one. */
  yieldRender: () => Promise<void>
  openContext: (shop: Shop) => ShopContext
  previews: Previews
  /** The `Link` header of a page's HTML. */
  preloadsOf: (html: string) => string | undefined
}

/** A page to render, without its shop. */
interface RenderOptions extends Omit<PageRequest, 'locals'> {
  locals: Omit<PageRequest['locals'], 'shopContext'>
  scope: CacheEntry['scope']
  /** True when the page varies by `Accept`. */
  varies?: boolean
  preview?: Preview | undefined
}

/** Serves the pages of all shops: shared ones from the page cache, those of one shopper rendered for each request. */
export function createPages({ config, cache, hosts, metrics, ...rendering }: PagesOptions) {
  const { render, renderLimit, yieldRender, openContext, previews, preloadsOf } = rendering

  /** Synchronous for a fresh page. */
  function serve(shop: Shop, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    if (config.isCacheOn && hosts.mainOrigin(shop)) return moveToMainHost(shop, request, response)
    const token = previewToken(request.headers.cookie)
    if (token === undefined) return servePublished(shop, request, response)
    return serveFound(token)

    async function serveFound(token: string): Promise<void> {
      const found = await previews.find(shop, token)
      if (found.status === 'ready') return servePreview(shop, request, response, found.preview)
      if (found.status === 'ended') return servePublished(shop, request, response)
      // The published page would pass for the draft.
      await sendBusy(response)
      metrics.countRequest('bypass', response.statusCode)
    }
  }

  /** Synchronous for a fresh page. */
  function servePublished(
    shop: Shop,
    request: IncomingMessage,
    response: ServerResponse,
  ): void | Promise<void> {
    const startedAt = performance.now()
    const { url, language: addressed } = splitLanguagePrefix(request.url ?? '/')
    const chosen = chosenLanguage(request.headers.cookie)
    const language = addressed ?? chosen
    const key = pageKey(shop, url, {
      language,
      isAddressed: addressed !== undefined,
      accept: request.headers.accept,
    })
    // Pages of one shopper have one address each.
    if (!key && addressed) {
      // A cookie may hold the shopper's choice: keep it.
      if (!chosen) keepLanguage(response, addressed, { isHttps: shop.protocol === 'https:' })
      return redirect(shop, response, localRedirect(url, 301))
    }
    const fresh = key && cache.getFresh(key)
    if (fresh) return send(request, response, { entry: fresh, state: 'hit' }, startedAt)
    const found = key ? findShared(shop, key) : renderPrivate(shop, request, language)
    return found.then((page) =>
      hosts.mainOrigin(shop)
        ? moveToMainHost(shop, request, response)
        : send(request, response, page, startedAt),
    )
  }

  /** Renders the draft for its editor; no cache stores it. docs/requirements.md#1137-preview */
  async function servePreview(
    shop: Shop,
    request: IncomingMessage,
    response: ServerResponse,
    preview: Preview,
  ): Promise<void> {
    const startedAt = performance.now()
    const { url, language: addressed } = splitLanguagePrefix(request.url ?? '/')
    const language = addressed ?? chosenLanguage(request.headers.cookie)
    const entry = await renderEntry(shop, {
      url,
      headers: pageHeaders(request),
      locals: { chosenLanguage: language, isLanguageAddressed: addressed !== undefined },
      scope: 'private',
      preview,
    })
    return send(request, response, { entry, state: 'bypass' }, startedAt)
  }

  /** Renders from host and key alone, so that a shared page cannot contain data of one shopper. */
  function findShared(shop: Shop, key: PageKey): Promise<FoundPage> {
    const { url, language, isAddressed, hasMarkdown, isMarkdown, listing } = key
    const isChosen = language !== undefined && !isAddressed
    return cache.get(key, () =>
      renderEntry(shop, {
        url,
        headers: { host: shop.host },
        locals: {
          chosenLanguage: language,
          isLanguageAddressed: isAddressed,
          isMarkdown,
          requestedListing: listing,
        },
        // Caches that ignore `Vary` would send Markdown to browsers.
        scope: isChosen || isMarkdown ? 'private' : 'public',
        varies: hasMarkdown,
      }),
    )
  }

  async function renderPrivate(
    shop: Shop,
    request: IncomingMessage,
    language: PageKey['language'],
  ): Promise<FoundPage> {
    const entry = await renderEntry(shop, {
      url: request.url ?? '/',
      headers: pageHeaders(request),
      locals: { chosenLanguage: language },
      scope: 'private',
    })
    return { entry, state: 'bypass' }
  }

  function renderEntry(
    shop: Shop,
    { url, headers, locals, scope, varies = false, preview }: RenderOptions,
  ): Promise<CacheEntry> {
    return renderLimit.run(async () => {
      await yieldRender()
      const context = openContext(shop)
      // A draft decides on no rule of the host, which holds for every shopper.
      const shopContext = preview ? { ...context, preview, updateHostRules: undefined } : context
      const rendered = await renderPage(render, { url, headers, locals: { ...locals, shopContext } })
      const preloads = preloadsOf(rendered.html)
      if (preloads !== undefined) rendered.headers.set('link', preloads)
      if (varies) rendered.headers.set('vary', 'accept')
      if (preview) rendered.headers.set('x-robots-tag', 'noindex')
      return toCacheEntry(preview ? { ...rendered, policy: undefined } : rendered, scope)
    })
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    found: FoundPage,
    startedAt: number,
  ): void | Promise<void> {
    metrics.latencies.observePage(request.url ?? '/', found.state, (performance.now() - startedAt) / 1000)
    if (found.state === 'hit') metrics.hits += 1
    else metrics.countRequest(found.state, found.entry.status)
    return sendEntry(request, response, found, config)
  }

  /** Redirects to the address at the shop's main host; a form is not sent there again. */
  function moveToMainHost(
    shop: Shop,
    { url = '/', method }: IncomingMessage,
    response: ServerResponse,
  ): void {
    const status = method === 'POST' ? 303 : 301
    redirect(shop, response, localRedirect(url, status, hosts.mainOrigin(shop)))
  }

  function redirect({ host, protocol }: Shop, response: ServerResponse, target: Response): void {
    if (protocol === 'https:') response.setHeader('strict-transport-security', hosts.strictTransport(host))
    sendRedirect(response, target)
    metrics.countRequest('redirect', response.statusCode)
  }

  return { serve }
}
