import type { AddressOfShape, AddressOfWidth } from '../../lib/catalogue/pictures.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import type { HostRules } from '../http/host-rules.ts'
import { apiOf, type Shop, type ShopApi, siteOrigin, type TenancyConfig } from '../http/tenancy.ts'
import type { createImages } from '../images/images.ts'
import type { UpstreamCache } from '../upstream/upstream-cache.ts'

/** Width of a picture in feeds, sitemaps and structured data. */
const ABSOLUTE_PICTURE_WIDTH = 1280

/** The draft of a shop, for one editor. docs/requirements.md#1137-preview */
export interface Preview {
  store: StoreInfo
  endsAt: Date
}

/** Dependencies of a shop's pages, sections and feeds; derived once for each render. */
export interface ShopContext {
  shop: Shop
  /** Public origin of the shop's pages. */
  origin: string
  api: ShopApi
  responses: UpstreamCache
  pictures: Pictures
  /**
   * Updates the rules of the shop's host; returns the origin of its main host, when that is another one. Absent under
   * `astro dev`.
   */
  updateHostRules?: (store: StoreInfo) => string | undefined
  /** The draft that the page shows instead of the published state. */
  preview?: Preview
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

interface ShopContextOptions {
  config: TenancyConfig
  responses: UpstreamCache
  images?: ReturnType<typeof createImages>
  hosts?: HostRules
}

/** Returns a function that opens the context of a shop. */
export function createShopContexts({ config, responses, images, hosts }: ShopContextOptions) {
  return (shop: Shop): ShopContext => {
    const origin = siteOrigin(shop, config.port)
    return {
      shop,
      origin,
      api: apiOf(shop, config),
      responses,
      pictures: picturesOf(shop, origin),
      ...(hosts && { updateHostRules: (store) => hosts.update(shop, store) }),
    }
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
