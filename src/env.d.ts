declare namespace App {
  interface Locals {
    /** Set by the HTTP entry; absent under `astro dev`. */
    tenant?: import('./server/http/tenant.ts').Tenant
    /** The shopper's choice. Set by the HTTP entry. */
    chosenLanguage?: import('./lib/contract/store-info.ts').Language | undefined
    /** Set by a page that is the same for all shoppers. A page without a policy is not stored. */
    cachePolicy?: import('./server/cache/cache-policy.ts').CachePolicy | undefined
    /** Set by a page with a section missing: it is not stored, and a stored one stays in its place. */
    isIncomplete?: boolean
    /** The picture's addresses by width, for this shop's pages. */
    pictureAddress?: (src: string) => import('./lib/catalogue/pictures.ts').AddressOfWidth | undefined
    /** A picture in a fixed shape: share cards and icons. */
    pictureInShape?: import('./lib/catalogue/pictures.ts').AddressOfShape
    /** The absolute address of a picture, for readers outside of the page. */
    pictureUrl: (src: string) => string
    /** What the page is written in: the shopper's choice, else the shop's. */
    language: import('./lib/contract/store-info.ts').Language
    /** Scheme and host of this shop's pages, as the world names them. */
    origin: string
    /** The shop that answers this request. */
    shop: import('./server/http/tenancy.ts').Shop
    /** The store API for this shop, as the server calls it. Carries no shopper's token. */
    client: import('./lib/api-client/client.ts').StoreClient
    /** The same for a walk through the whole catalogue: nothing of it is cached. */
    catalogue: import('./lib/api-client/client.ts').StoreClient
    /** The store info, or `undefined` while the API does not give it. */
    store: import('./lib/contract/store-info.ts').StoreInfo | undefined
    /** When the page goes out, on the clock of `performance.now`: pending sections follow it. */
    deadline: number
    /** The page goes out before its store info is there. */
    isStoreLate: boolean
    /** What a page says where the store info is missing. */
    storeFailure?: string
  }
}
