import { readConfig } from './config.ts'
import { tenantHost } from './http/tenancy.ts'
import { createShopContexts, type ShopContext } from './rendering/shop-context.ts'
import { createUpstreamCache } from './upstream/upstream-cache.ts'

/**
 * Returns a function that opens the context of a request's shop under `astro dev`, which has no HTTP entry. It returns
 * `undefined` for a host without a shop.
 */
export function createDevContexts() {
  const config = readConfig(process.env)
  const openContext = createShopContexts({ config, responses: createUpstreamCache(config) })
  return (request: Request): ShopContext | undefined => {
    const host = tenantHost(request.headers.get('host'), config)
    return host === undefined ? undefined : openContext({ host, protocol: 'http:' })
  }
}
