import { defineMiddleware } from 'astro:middleware'

import { storeFailureText } from './lib/domain/store-failure.ts'
import { readConfig } from './server/config.ts'
import { misdirectedResponse } from './server/pages.ts'
import { secureResponse } from './server/security-headers.ts'
import { createStoreFinder } from './server/stores.ts'
import { tenantHost } from './server/tenancy.ts'
import { upstreamClient, type Shop } from './server/upstream.ts'

const config = readConfig(process.env)
/** For `astro dev`, which has no HTTP entry. */
const ownStores = createStoreFinder(config)

/** Tenant, API client and store record into `Astro.locals`; 421 for a host without a shop; security headers. */
export const onRequest = defineMiddleware(async (context, next) => {
  const host = tenantHost(context.request.headers.get('host'), config)
  if (host === undefined) return misdirectedResponse()

  const shop: Shop = {
    host,
    protocol: context.locals.isHttps || context.url.protocol === 'https:' ? 'https:' : 'http:',
  }
  const client = upstreamClient(shop, config)
  const findStore = context.locals.findStore ?? ownStores.find
  const found = await findStore(host, client)
  if (found.status === 'unknown') return misdirectedResponse()
  if (found.status === 'failed') console.error(`Store information of ${host}: ${found.reason.message}`)

  const store = found.status === 'ready' ? found.store : undefined
  context.locals.shop = shop
  context.locals.client = client
  context.locals.store = store
  if (found.status === 'failed') context.locals.storeFailure = storeFailureText(found.reason)
  const response = await next()
  // A page that stands on fallbacks is no page to keep.
  if (!store || response.status !== 200) context.cache.set(false)
  // `astro dev` writes no policy, and its own scripts would pass none.
  if (import.meta.env.DEV) return response
  return secureResponse(response, {
    path: context.url.pathname,
    apiOrigin: new URL(client.publicBase).origin,
    store,
  })
})
