import { defineMiddleware } from 'astro:middleware'

import { FIRST_LANGUAGE, readLanguage } from './lib/schemas/language.ts'
import { storeFailureText } from './lib/domain/store-failure.ts'
import { answerPassing } from './server/answers.ts'
import { readConfig } from './server/config.ts'

import { chosenLanguage } from './server/language-choice.ts'
import { renderIn } from './server/languages.ts'
import { isSection, loadBy, pageDeadline } from './server/load.ts'
import { createRareLog, log } from './server/log.ts'
import { misdirectedResponse, missingResponse } from './server/pages.ts'
import { printablePath } from './server/requests.ts'
import { secureResponse } from './server/security-headers.ts'
import { createAnswers } from './server/store-answers.ts'
import { findStore } from './server/stores.ts'
import { siteOrigin, tenantHost } from './server/tenancy.ts'
import { apiOf, upstreamClient, type Shop } from './server/upstream.ts'

const config = readConfig(process.env)
const logRarely = createRareLog()
/** For `astro dev`, which has no HTTP entry. */
const ownAnswers = createAnswers(config)

/** Tenant, API client and store record into `Astro.locals`; 421 for a host without a shop; security headers. */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, request, url, routePattern } = context
  // Astro's own endpoints serve no shop. By their route, because an address has many spellings.
  if (routePattern.startsWith('/_')) return missingResponse()
  const host = tenantHost(request.headers.get('host'), config)
  if (host === undefined) return misdirectedResponse()

  const shop: Shop = { host, protocol: locals.isHttps || url.protocol === 'https:' ? 'https:' : 'http:' }
  const answers = locals.answers ?? ownAnswers
  const upstream = { shop, api: apiOf(shop, config), answers }
  const deadline = pageDeadline(url)
  const loaded = await loadBy(deadline, findStore(upstreamClient({ ...upstream, purpose: 'page' })))
  const client = upstreamClient({ ...upstream, purpose: isSection(url) ? 'section' : 'page' })
  const catalogue = upstreamClient({ ...upstream, answers: answers.unkept, purpose: 'section' })
  const found = loaded.status === 'ready' ? loaded.value : undefined
  if (found?.status === 'unknown') return misdirectedResponse()
  if (found?.status === 'failed') {
    logRarely(host, 'warn', 'shop without its record', { tenant: host, error: String(found.reason) })
  }

  const store = found?.status === 'ready' ? found.store : undefined
  const origin = siteOrigin(shop, config.port)
  const pictureUrl = (src: string) => {
    const address = locals.pictureAddress?.(src)
    return address ? origin + address(1280) : src
  }
  // `astro dev` has no HTTP entry that would say so.
  const chosen = locals.chosenLanguage ?? chosenLanguage(request.headers.get('cookie') ?? undefined)
  const language = chosen ?? readLanguage(store?.language) ?? FIRST_LANGUAGE
  Object.assign(locals, {
    shop,
    language,
    origin,
    pictureUrl,
    client,
    catalogue,
    store,
    deadline,
    isStoreLate: loaded.status === 'late',
  })
  if (found?.status === 'failed') locals.storeFailure = storeFailureText(found.reason)
  const response = await renderIn(language, next).catch((error: unknown) => {
    log('error', 'page failed', { tenant: host, path: printablePath(url.pathname), error })
    // Without a body: Astro answers with the page for it.
    return new Response(null, { status: 500 })
  })
  response.headers.set('content-language', language)
  // A page that stands on fallbacks is no page to keep.
  if (!store || response.status !== 200) context.cache.set(false)
  if (!store && !response.headers.has('cache-control')) answerPassing(response)
  // `astro dev` writes no policy, and its own scripts would pass none.
  if (import.meta.env.DEV) return response
  return secureResponse(response, {
    path: url.pathname,
    isHttps: shop.protocol === 'https:',
    apiOrigin: new URL(client.publicBase).origin,
    store,
  })
})
