declare namespace App {
  interface Locals {
    /** A trusted proxy took this request by HTTPS; the HTTP entry says so. */
    isHttps?: boolean
    /** Finds a shop's record; the HTTP entry hands in the one that all pages share. */
    findStore?: ReturnType<typeof import('./server/stores.ts').createStoreFinder>['find']
    /** The shop that answers this request. */
    shop: import('./server/upstream.ts').Shop
    /** The store API for this shop, as the server calls it. Carries no shopper's token. */
    client: import('./lib/store-api/client.ts').StoreClient
    /** The shop's record, or `undefined` while the API cannot say. */
    store: import('./lib/schemas/store-info.ts').StoreInfo | undefined
    /** What a page says where the record is missing. */
    storeFailure?: string
  }
}
