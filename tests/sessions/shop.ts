import { and, eq, inArray } from 'drizzle-orm'

import type { CatalogueProduct } from '../../api/db/catalogue-product.ts'
import { removeProducts, writeProducts } from '../../api/modules/catalogue/write.ts'
import { withTenant } from '../../api/db/index.ts'
import { idempotencyKeys, orderItems, orders, products, tokens, users } from '../../api/db/schema.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { createUser, findCredentials } from '../../api/modules/users/accounts.ts'
import { hashOf, issueToken, revokeToken, revokeTokens } from '../../api/modules/users/tokens.ts'
import type { Product } from '../../src/lib/catalogue/product.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import '../../src/lib/i18n/hi/browser.js'
import { createClient, type StoreClient } from '../../src/lib/api-client/client.ts'
import { fetchProduct } from '../../src/lib/api-client/product.ts'
import { fetchProducts } from '../../src/lib/api-client/products.ts'
import { fetchStoreInfo } from '../../src/lib/api-client/store-info.ts'
import { ASHA, changeCatalogue, openStore, type Store } from '../api/helpers/store.ts'
import { MANY_ORDERS } from '../helpers/many-orders.ts'
import { buildShop, type BuiltShop, type PageName } from './bundle-pages.ts'
import { CATALOGUE } from './catalogue.ts'
import type { Caller, Press, ShopResponse, ShopCall } from './network.ts'
import type { IslandProps } from './pages/island-props.ts'

export const SITE = 'http://asha.localhost:4321'
const STORE_API = 'http://asha.localhost:8044/api/v1'
const TENANT = ASHA.id
export const ACCOUNTS = ['asha@example.com', 'meera@example.com'] as const
export type Account = (typeof ACCOUNTS)[number]

export interface RenderedPage {
  name: PageName
  html: string
  islandProps: IslandProps
}

/** An order as it was made: what the shop sold at that moment, and what the page had said when it was pressed. */
export interface MadeOrder {
  id: string
  catalogue: ReadonlyMap<string, CatalogueProduct>
  press: Press | undefined
  productIds: string[]
  /** The page that asked for it was still there to hear. */
  isHeard: boolean
}

/** The shop of the sessions: the reference API over a database in this process, and what the storefront renders. */
export class Shop {
  readonly built: BuiltShop
  readonly #store: Store
  readonly #client: StoreClient
  #capabilities: Capability[] = []
  #accountsByToken = new Map<string, Account>()
  /** What the shop sells now, by product id. */
  #catalogue = new Map<string, CatalogueProduct>()
  made: MadeOrder[] = []
  /** When a page first told the shopper of an order. */
  readonly shownAt = new Map<string, number>()

  private constructor(store: Store, built: BuiltShop) {
    this.built = built
    this.#store = store
    this.#client = createClient({
      base: STORE_API,
      fetch: (url, init) =>
        this.#call({
          method: init.method ?? 'GET',
          url: new URL(url),
          headers: new Headers(init.headers),
          body: undefined,
        }),
      deadlineMs: 10_000,
    })
  }

  static async open(): Promise<Shop> {
    const [store, built] = await Promise.all([openStore([...CATALOGUE]), buildShop()])
    const capabilities: Capability[] = ['order-lines', 'idempotency-key', 'expected-total']
    await putTenant(store.db, {
      ...ASHA,
      record: { ...ASHA.record, capabilities },
      orderLimits: MANY_ORDERS,
    })
    await withTenant(store.db, TENANT, async (tx) => {
      for (const email of ACCOUNTS) {
        const person = { email, passwordHash: '', firstName: 'Asha', lastName: 'Rao', createdAt: new Date() }
        await createUser(tx, TENANT, person)
      }
    })
    const shop = new Shop(store, built)
    shop.#capabilities = (await fetchStoreInfo(shop.#client)).capabilities
    return shop
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /** As it was on the first day: no order, no token, the first catalogue. */
  async reset(): Promise<void> {
    // Made anew, so that the listing shows the same order in every session.
    await this.edit([])
    await this.edit(CATALOGUE)
    await withTenant(this.#store.db, TENANT, async (tx) => {
      for (const table of [idempotencyKeys, orders, tokens])
        await tx.delete(table).where(eq(table.tenantId, TENANT))
    })
    this.made = []
    this.shownAt.clear()
    this.#accountsByToken.clear()
  }

  /** Writes products as the merchant's command line does; those that are named no more are taken out. */
  async edit(catalogue: readonly CatalogueProduct[]): Promise<void> {
    const keys = catalogue.map(({ key }) => key)
    const gone = CATALOGUE.map(({ key }) => key).filter((key) => !keys.includes(key))
    const rows = await changeCatalogue(this.#store.db, TENANT, async (tx) => {
      if (catalogue.length > 0) await writeProducts(tx, TENANT, [...catalogue])
      await removeProducts(tx, TENANT, gone)
      return tx
        .select({ id: products.id, key: products.key })
        .from(products)
        .where(eq(products.tenantId, TENANT))
    })
    const ids = new Map(rows.map(({ id, key }) => [key, id]))
    this.#catalogue = new Map(catalogue.map((garment) => [ids.get(garment.key) ?? '', garment]))
  }

  /** Signs every account out everywhere, as a merchant may after a theft. */
  async endSessions(): Promise<void> {
    await withTenant(this.#store.db, TENANT, (tx) => revokeTokens(tx, TENANT))
  }

  get catalogue(): ReadonlyMap<string, CatalogueProduct> {
    return this.#catalogue
  }

  accountOf(token: string | undefined): Account | undefined {
    return this.#accountsByToken.get(token ?? '')
  }

  noteVisit(url: URL, at: number): void {
    const orderId = url.pathname === '/payment' ? url.searchParams.get('orderId') : null
    if (orderId !== null && !this.shownAt.has(orderId)) this.shownAt.set(orderId, at)
  }

  /** The shopper has read that an order was made, or looks at them all. */
  noteAllSeen(at: number): void {
    for (const { id } of this.made) if (!this.shownAt.has(id)) this.shownAt.set(id, at)
  }

  /** The answer to this order has reached its page. */
  noteHeard(id: string): void {
    for (const order of this.made) if (order.id === id) order.isHeard = true
  }

  /** An order that was heard of has left the cart: whatever of it is there later was added anew. */
  noteCart(productIds: ReadonlySet<string>, at: number): void {
    for (const { id, isHeard, productIds: ordered } of this.made) {
      const hasLeft = isHeard && ordered.every((productId) => !productIds.has(productId))
      if (hasLeft && !this.shownAt.has(id)) this.shownAt.set(id, at)
    }
  }

  /** What a call of a page gets: a fragment of the storefront, or the API's answer. */
  async stubResponse(call: ShopCall, source: Caller): Promise<ShopResponse> {
    const { pathname, port } = call.url
    if (port === new URL(SITE).port) return this.#fragment(pathname)
    if (pathname.endsWith('/users/authorize')) return this.#authorize(call)
    const { catalogue } = this
    const received = await this.#call(call)
    if (received.status !== 201 || call.method !== 'POST' || !pathname.endsWith('/orders')) return received
    const { id } = JSON.parse(await received.text())
    if (!received.headers.has('idempotent-replayed')) {
      const { press } = source
      const productIds = Object.keys(JSON.parse(call.body ?? '{}').products ?? {})
      this.made.push({ id, catalogue, press, productIds, isHeard: false })
    }
    return { ...received, orderId: id }
  }

  async render(url: URL): Promise<RenderedPage> {
    const { pathname, searchParams } = url
    const islandProps = { capabilities: this.#capabilities, from: searchParams.get('from') ?? undefined }
    const island = '<div id="island"></div>'
    if (pathname === '/' || pathname === '/products') {
      const { products: listed } = await fetchProducts(this.#client, {})
      const cards = await Promise.all(listed.map((one) => this.built.renderCard(one)))
      return { name: 'listing', html: cards.join(''), islandProps }
    }
    if (pathname.startsWith('/product/')) {
      return {
        name: 'product',
        html: await this.#productHtml(pathname.slice('/product/'.length)),
        islandProps,
      }
    }
    const name = (['cart', 'checkout', 'login', 'account'] as const).find((one) => pathname === `/${one}`)
    return name ? { name, html: island, islandProps } : { name: 'plain', html: '', islandProps }
  }

  /** Everything that was ordered, oldest first, with the account that ordered it. */
  async storedOrders() {
    return withTenant(this.#store.db, TENANT, async (tx) => {
      const rows = await tx
        .select({ order: orders, account: users.email })
        .from(orders)
        .innerJoin(users, and(eq(users.tenantId, orders.tenantId), eq(users.id, orders.userId)))
        .where(eq(orders.tenantId, TENANT))
      const numbers = rows.map(({ order }) => order.number)
      const items = await tx
        .select()
        .from(orderItems)
        .where(and(eq(orderItems.tenantId, TENANT), inArray(orderItems.orderNumber, numbers)))
      return rows.map(({ order, account }) => ({
        ...order,
        account,
        items: items.filter(({ orderNumber }) => orderNumber === order.number),
      }))
    })
  }

  async #productHtml(id: string): Promise<string> {
    const product: Product | undefined = await fetchProduct(this.#client, decodeURIComponent(id))
    return product ? this.built.renderProductForm(product) : '<p>Product not found</p>'
  }

  async #fragment(pathname: string): Promise<ShopResponse> {
    const html = await this.#productHtml(pathname.split('/').at(-1) ?? '')
    return responseOf(200, html, new Headers({ 'x-robots-tag': 'noindex' }))
  }

  /** The API's call without the cost of hashing a password. */
  async #authorize({ headers, body = '' }: ShopCall): Promise<ShopResponse> {
    const account = ACCOUNTS.find((email) => email === JSON.parse(body).email)
    if (!account) return responseOf(401, '{"error":"Email or password is incorrect."}')
    const earlier = headers.get('authorization')?.replace('Bearer ', '')
    const token = await withTenant(this.#store.db, TENANT, async (tx) => {
      const user = await findCredentials(tx, TENANT, account)
      if (earlier) await revokeToken(tx, TENANT, hashOf(earlier))
      return issueToken(tx, TENANT, user?.id ?? '', this.#store.clock.now)
    })
    this.#accountsByToken.set(token, account)
    return responseOf(200, JSON.stringify({ token }))
  }

  async #call({ method, url, headers, body }: ShopCall): Promise<ShopResponse> {
    const requested = new Headers(headers)
    requested.set('host', url.hostname)
    const response = await this.#store.app.request(url.pathname + url.search, {
      method,
      headers: requested,
      body,
    })
    return responseOf(response.status, await response.text(), response.headers)
  }
}

function responseOf(status: number, text: string, headers = new Headers()): ShopResponse {
  return { ok: status >= 200 && status < 300, status, headers, text: async () => text }
}
