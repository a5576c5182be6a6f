import { defineMiddleware } from 'astro:middleware'

import { inLanguage } from './lib/api-client/products.ts'
import { parseListingQuery, supportedQuery } from './lib/catalogue/listing-query.ts'
import { withSearchFilters } from './lib/catalogue/search-filters.ts'
import { readTranslations } from '@tanabana/contract/translations.ts'
import { shopLanguage } from './lib/seo/language-addresses.ts'
import { storeFailureText } from './lib/shop/shop-text.ts'
import { createDevContexts } from './server/dev-contexts.ts'
import { chosenLanguage } from './server/http/language-choice.ts'
import { printablePath } from './server/http/requests.ts'
import { misdirectedResponse, missingResponse } from './server/http/responses.ts'
import { secureResponse } from './server/http/security-headers.ts'
import { createRareLog, log } from './server/observability/log.ts'
import { renderIn, withoutOwnSentences } from './server/rendering/languages.ts'
import { findStore, isSection, loadBy, pageDeadline } from './server/upstream/page-data.ts'
import { openClients } from './server/upstream/upstream.ts'

const logRarely = createRareLog()
const openDevContext = import.meta.env.DEV ? createDevContexts() : undefined

/** Sets `Astro.locals` and the security headers; responds with 421 for a host without a shop. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, request, url, routePattern } = context
  // Astro's own endpoints serve no shop. By their route, because an address has many spellings.
  if (routePattern.startsWith('/_')) return missingResponse()
  const shopContext = locals.shopContext ?? openDevContext?.(request)
  if (!shopContext) return misdirectedResponse()

  const { shop, origin, pictures } = shopContext
  const clients = openClients(shopContext)
  const deadline = pageDeadline(url)
  const { preview } = shopContext
  const loaded = await loadBy(
    deadline,
    preview ? Promise.resolve({ status: 'ready' as const, store: preview.store }) : findStore(clients.page),
  )
  const client = isSection(url) ? clients.section : clients.page
  const found = loaded.status === 'ready' ? loaded.value : undefined
  if (found?.status === 'unknown') return misdirectedResponse()
  if (found?.status === 'failed') {
    logRarely(shop.host, 'warn', 'store info failed', {
      tenant: shop.host,
      error: String(found.reason),
    })
    locals.storeFailure = storeFailureText(found.reason)
  }

  const store = found?.status === 'ready' ? found.store : undefined
  // The HTTP entry redirects: it has the address with all of its parameters.
  if (store && shopContext.updateHostRules?.(store)) return missingResponse()
  const chosen = import.meta.env.DEV
    ? chosenLanguage(request.headers.get('cookie') ?? undefined)
    : locals.chosenLanguage
  const language = chosen ?? shopLanguage(store)
  const translations = withoutOwnSentences(readTranslations(store?.translations, language))
  // In the shop's first language, the texts are those of the plain contract.
  const isTranslated = store?.capabilities.includes('translations') && language !== shopLanguage(store)
  const requested = locals.requestedListing ?? parseListingQuery(url.searchParams)
  const capabilities = store?.capabilities ?? []
  const supported = supportedQuery(requested, capabilities)
  Object.assign(locals, {
    shop,
    language,
    translations,
    origin,
    pictureAddress: pictures.ofWidth,
    pictureInShape: pictures.inShape,
    pictureUrl: pictures.absolute,
    client: isTranslated ? inLanguage(client, language) : client,
    catalogue: clients.catalogue,
    store,
    listing: { requested, query: withSearchFilters(supported, capabilities) },
    deadline,
    isStorePending: loaded.status === 'pending',
  })
  const response = await renderIn(language, next, translations?.texts).catch((error: unknown) => {
    log('error', 'page failed', { tenant: shop.host, path: printablePath(url.pathname), error })
    // Without a body, Astro responds with its 500 page.
    return new Response(null, { status: 500 })
  })
  response.headers.set('content-language', language)
  // A page with fallbacks is not stored.
  if (!store) {
    locals.cachePolicy = undefined
    locals.isIncomplete = true
  }
  // The content security policy would block the scripts of `astro dev`.
  if (import.meta.env.DEV) return response
  return secureResponse(response, {
    path: url.pathname,
    policy: locals.pagePolicies?.get(routePattern),
    isHttps: shop.protocol === 'https:',
    apiOrigin: new URL(client.publicBase).origin,
    store,
  })
})
