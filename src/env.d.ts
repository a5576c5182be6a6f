declare namespace App {
  interface Locals {
    /** Set by the HTTP entry; absent under `astro dev`. */
    shopContext?: import('./server/rendering/shop-context.ts').ShopContext
    /** The shopper's choice. Set by the HTTP entry. */
    chosenLanguage?: import('@tanabana/contract/store-info.ts').Language | undefined
    /** True for an address with a language prefix, such as /hi/products. Set by the HTTP entry. */
    isLanguageAddressed?: boolean | undefined
    /** True for a product or a policy that the client wants as Markdown. Set by the HTTP entry. */
    isMarkdown?: boolean | undefined
    /** The content security policy of each page by its route, without what belongs to the shop. Absent under `astro dev`. */
    pagePolicies?: ReadonlyMap<string, string>
    /** Set by a page that is the same for all shoppers. A page without a policy is not stored. */
    cachePolicy?: import('./server/cache/cache-policy.ts').CachePolicy | undefined
    /** Set by a page with a section missing: it is not stored and does not replace a stored one. */
    isIncomplete?: boolean
    /** The picture's addresses by width, for this shop's pages. */
    pictureAddress?: (src: string) => import('./lib/catalogue/pictures.ts').AddressOfWidth | undefined
    /** A picture in a fixed shape: share cards and icons. */
    pictureInShape?: import('./lib/catalogue/pictures.ts').AddressOfShape
    /** The absolute address of a picture, for feeds and search engines. */
    pictureUrl: (src: string) => string
    /** Language of the page: the shopper's choice, else the shop's. */
    language: import('@tanabana/contract/store-info.ts').Language
    /** The shop's own texts in the page's language. */
    translations: import('@tanabana/contract/translations.ts').Translations | undefined
    /** Public origin of this shop's pages. */
    origin: string
    /** The tenant of this request. */
    shop: import('./server/http/tenancy.ts').Shop
    /** Client of the shop's store API, without a shopper's token. */
    client: import('./lib/api-client/client.ts').StoreClient
    /** Client for reading the whole catalogue; its responses are not cached. */
    catalogue: import('./lib/api-client/client.ts').StoreClient
    /** The query of a listing's address, parsed once per request: as requested, and as far as the store supports it. */
    listing: {
      requested: import('@tanabana/contract/listing-parameters.ts').ListingQuery
      query: import('@tanabana/contract/listing-parameters.ts').ListingQuery
    }
    /** The listing's query as requested. Set by the HTTP entry for a shared page; absent under `astro dev`. */
    requestedListing?: import('@tanabana/contract/listing-parameters.ts').ListingQuery | undefined
    /** The store info; `undefined` when it failed or is pending. */
    store: import('@tanabana/contract/store-info.ts').StoreInfo | undefined
    /** Time of `performance.now` at which the page is sent; pending sections follow it. */
    deadline: number
    /** True when the page is sent before its store info has loaded. */
    isStorePending: boolean
    /** Message of a page without store info. */
    storeFailure?: string
  }
}
