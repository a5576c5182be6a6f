declare namespace App {
  interface Locals {
    /** A trusted proxy took this request by HTTPS; the HTTP entry says so. */
    isHttps?: boolean
    /** What the store APIs said; the HTTP entry hands in what all pages share. */
    answers?: import('./server/store-answers.ts').Answers
    /** Where this shop's pages find a picture in a width; the HTTP entry says so. */
    pictureAddress?: (src: string) => import('./lib/domain/picture.ts').AddressOfWidth | undefined
    /** A picture in a fixed shape: share cards and icons. The HTTP entry says so. */
    pictureInShape?: import('./lib/domain/picture.ts').AddressOfShape
    /** What the shopper chose; the HTTP entry says so. */
    chosenLanguage?: import('./lib/schemas/language.ts').Language | undefined
    /** What the page is written in: the shopper's choice, else the shop's. */
    language: import('./lib/schemas/language.ts').Language
    /** The absolute address of a picture, for who reads it outside of the page. */
    pictureUrl: (src: string) => string
    /** Scheme and host of this shop's pages, as the world names them. */
    origin: string
    /** The shop that answers this request. */
    shop: import('./server/upstream.ts').Shop
    /** The store API for this shop, as the server calls it. Carries no shopper's token. */
    client: import('./lib/store-api/client.ts').StoreClient
    /** The same for who reads the whole catalogue: nothing of it is kept. */
    catalogue: import('./lib/store-api/client.ts').StoreClient
    /** The shop's record, or `undefined` while the API cannot say. */
    store: import('./lib/schemas/store-info.ts').StoreInfo | undefined
    /** When the page goes out, on the clock of `performance.now`: what is not there by then follows. design §4 */
    deadline: number
    /** The page goes out before its shop's record is there. */
    isStoreLate: boolean
    /** What a page says where the record is missing. */
    storeFailure?: string
  }
}
