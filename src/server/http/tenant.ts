import type { AddressOfShape, AddressOfWidth } from '../../lib/catalogue/pictures.ts'
import { readConfig, type StorefrontConfig } from '../config.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import type { createImages } from '../images/images.ts'
import { createUpstreamCache, type UpstreamCache } from '../upstream/upstream-cache.ts'
import type { HostRules } from './host-rules.ts'
import { apiOf, type Shop, type ShopApi, siteOrigin, tenantHost } from './tenancy.ts'

/** Width of a picture in feeds, sitemaps and structured data. */
const ABSOLUTE_PICTURE_WIDTH = 1280

/** Dependencies of a shop's pages, sections and feeds; derived once for each render. */
export interface Tenant {
  shop: Shop
  /** Public origin of the shop's pages. */
  origin: string
  api: ShopApi
  responses: UpstreamCache
  pictures: Pictures
  /** Origin of the shop's main host, when this is another one. Absent under `astro dev`. */
  mainOrigin?: (store: StoreInfo) => string | undefined
}

/** Addresses of a shop's pictures; without them (`astro dev`) a picture stays at its own address. */
export interface Pictures {
  /** In a width; `undefined` for a picture that is not converted. */
  ofWidth?: (src: string) => AddressOfWidth | undefined
  /** In a fixed shape: share cards and icons. */
  inShape?: AddressOfShape
  /** The absolute address, for feeds and search engines. */
  absolute: (src: string) => string
}

interface TenantOptions {
  config: StorefrontConfig
  responses: UpstreamCache
  images?: ReturnType<typeof createImages>
  hosts?: HostRules
}

/** Returns a function that opens the tenant of a shop. */
export function createTenants({ config, responses, images, hosts }: TenantOptions) {
  return (shop: Shop): Tenant => {
    const origin = siteOrigin(shop, config.port)
    const tenant = { shop, origin, api: apiOf(shop, config), responses, pictures: picturesOf(shop, origin) }
    return hosts ? { ...tenant, mainOrigin: (store) => hosts.learn(shop, store) } : tenant
  }

  function picturesOf(shop: Shop, origin: string): Pictures {
    if (!images) return { absolute: (src) => src }
    const ofWidth = (src: string) => images.addressOf(shop, src)
    return {
      ofWidth,
      inShape: (src, shape) => images.addressOfShape(shop, src, shape),
      absolute: (src) => {
        const address = ofWidth(src)
        return address ? origin + address(ABSOLUTE_PICTURE_WIDTH) : src
      },
    }
  }
}

/**
 * Returns a function that opens the tenant of a request under `astro dev`, which has no HTTP entry. The tenant is
 * `undefined` for a host without a shop.
 */
export function createDevTenants() {
  const config = readConfig(process.env)
  const openTenant = createTenants({ config, responses: createUpstreamCache(config) })
  return (request: Request): Tenant | undefined => {
    const host = tenantHost(request.headers.get('host'), config)
    return host === undefined ? undefined : openTenant({ host, protocol: 'http:' })
  }
}
