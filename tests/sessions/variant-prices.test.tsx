import { experimental_AstroContainer as Container } from 'astro/container'
import { Window } from 'happy-dom'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { CatalogueProduct, CatalogueVariant } from '../../api/db/catalogue-product.ts'
import { MANY_ORDERS } from '../helpers/many-orders.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { OrderSummary } from '../../src/islands/checkout/OrderSummary.tsx'
import { CartLineItem } from '../../src/islands/cart/CartLineItem.tsx'
import { createClient } from '../../src/lib/api-client/client.ts'
import { fetchProducts } from '../../src/lib/api-client/products.ts'
import { fetchStoreInfo } from '../../src/lib/api-client/store-info.ts'
import { clearCart } from '../../src/lib/cart/cart-actions.ts'
import { latestCart } from '../../src/lib/cart/cart-store.ts'
import { formLineOf, type CartLine } from '../../src/lib/cart/cart.ts'
import type { Product } from '../../src/lib/catalogue/product.ts'
import { paiseOfLines, sumOfLines } from '../../src/lib/catalogue/money.ts'
import { orderCreation } from '../../src/lib/checkout/place-order.ts'
import type { Capability, StoreInfo } from '@tanabana/contract/store-info.ts'
import { feedItems, googleFeed, metaFeed } from '../../src/lib/seo/product-feed.ts'
import { addVariant } from '../../src/scripts/variant-form.ts'
import { ADDRESS, ASHA, openStore, product, type Store } from '../api/helpers/store.ts'
import { importComponents } from './bundle-pages.ts'
import { randomFrom } from './random.ts'

/**
 * The price of a variant is the same wherever it is read: product page, structured data, feeds, cart, checkout and order.
 * docs/requirements.md#1115-variants
 */

const SHOP = 'asha.localhost'
const ORIGIN = `http://${SHOP}`
const PRODUCTS = 40
const SIZES = ['XS', 'S', 'M', 'L', 'XL']
const COLORS = ['Indigo', 'Madder', 'White/Yellow', 'Rust', 'Sky']
const CAPABILITIES: Capability[] = ['order-lines', 'variants', 'stock', 'expected-total', 'idempotency-key']
const random = randomFrom(32)

/** Prices of every kind: a paisa, whole rupees, one and two decimals, lakhs; reduced and not. */
function anyPaise(): number {
  const kinds = [1, 99, 100, 129_900, 249_950, 199_999, 12_345_678]
  return (kinds[Math.floor(random() * kinds.length)] ?? 1) + Math.floor(random() * 5000)
}

function anyVariant(options: Record<string, string>): CatalogueVariant {
  const regular = anyPaise()
  const discounted = Math.floor(regular * random())
  return {
    options,
    regularPrice: regular / 100,
    ...(discounted > 0 && random() < 0.5 ? { discountedPrice: discounted / 100 } : {}),
    images: random() < 0.3 ? [{ url: `/media/${options.Colour?.toLowerCase().slice(0, 3)}.webp` }] : [],
  }
}

const catalogue: CatalogueProduct[] = Array.from({ length: PRODUCTS }, (_, at) =>
  product(`kurta-${at}`, {
    attributes: [],
    options: [
      { name: 'Size', values: SIZES },
      { name: 'Colour', values: COLORS },
    ],
    variants: COLORS.flatMap((color) => SIZES.map((size) => anyVariant({ Size: size, Colour: color }))),
  }),
)

/** The price that the catalogue has, in paise, by product title and choice. */
const expected = new Map(
  catalogue.flatMap(({ title, variants = [] }) =>
    variants.map(({ options, regularPrice, discountedPrice }) => [
      `${title} ${options.Size} ${options.Colour}`,
      Math.round((discountedPrice ?? regularPrice) * 100),
    ]),
  ),
)

let store: Store
let storeInfo: StoreInfo
let products: Product[] = []
let renderPage: (product: Product, variant: string) => Promise<string>

beforeAll(async () => {
  const { ProductView } = await importComponents('ProductView')
  const container = await Container.create()
  store = await openStore(catalogue)
  await putTenant(store.db, {
    ...ASHA,
    record: { ...ASHA.record, capabilities: CAPABILITIES },
    orderLimits: MANY_ORDERS,
  })
  const client = createClient({
    base: `${ORIGIN}/api/v1`,
    deadlineMs: 30_000,
    async fetch(url, { method = 'GET' }) {
      const { pathname, search } = new URL(url)
      return store.app.request(pathname + search, { method, headers: { host: SHOP } })
    },
  })
  storeInfo = await fetchStoreInfo(client)
  products = (await fetchProducts(client, { limit: 100 }, CAPABILITIES)).products
  renderPage = (one, variant) =>
    container.renderToString(ProductView, {
      props: { id: one.id, loaded: { status: 'ready', value: one }, query: { variant } },
      locals: {
        store: storeInfo,
        origin: ORIGIN,
        shop: { host: SHOP, protocol: 'http:' },
        client,
        catalogue: client,
        language: 'en',
        translations: undefined,
        pictureUrl: (src) => src,
        listing: { requested: { page: 1 }, query: { page: 1 } },
        deadline: 0,
        isStorePending: false,
      },
    })
  const page = new Window({ url: `${ORIGIN}/` })
  for (const name of ['window', 'document', 'localStorage', 'FormData', 'Node', 'HTMLElement'] as const)
    vi.stubGlobal(name, page[name])
}, 120_000)

afterAll(async () => {
  vi.unstubAllGlobals()
  await store.close()
})

const rupeesIn = (html: string) =>
  [...html.matchAll(/₹([\d,]+(?:\.\d+)?)/g)].map(([, digits = '']) =>
    Math.round(Number(digits.replaceAll(',', '')) * 100),
  )

test('the prices of 1,000 variants are the same in page, data, feeds, cart, checkout and order', async () => {
  const { token } = await store.signIn(SHOP)
  const site = {
    origin: ORIGIN,
    store: storeInfo,
    pictureUrl: (src: string) => src,
    plainText: () => undefined,
  }
  let compared = 0
  for (const one of products) {
    const items = feedItems(one, site)
    const google = items.map(googleFeed.item)
    const meta = items.map(metaFeed.item)
    const lines: CartLine[] = []
    for (const { id, options } of one.variants) {
      const name = `${one.name} ${options.Size} ${options.Colour}`
      const page = await renderPage(one, id)
      const line = addFrom(page)
      const data = groupIn(page)
      lines.push(line)
      const place = items.findIndex((item) => item.id === id)
      const offer = data.hasVariant.find(({ sku }: { sku: string }) => sku === id).offers
      const [, googlePrice = ''] =
        /<g:sale_price>([\d.]+) INR/.exec(google[place] ?? '') ??
        /<g:price>([\d.]+) INR/.exec(google[place] ?? '') ??
        []
      const metaPrices = [...(meta[place] ?? '').matchAll(/"([\d.]+) INR"/g)].map(([, price]) =>
        Number(price),
      )
      const [heading = ''] = page.slice(page.indexOf('<h1')).split('<template', 1)
      const bar = page.slice(page.indexOf('data-bar-price'))
      const paise = (rupees: string | number) => Math.round(Number(rupees) * 100)
      expect({
        name,
        page: rupeesIn(heading)[0],
        bar: rupeesIn(bar)[0],
        data: paise(offer.price),
        link: offer.url,
        google: paise(googlePrice),
        meta: Math.min(...metaPrices.map(paise)),
        line: paise(line.price),
        cart: rupeesIn(
          renderToString(
            <CartLineItem
              line={line}
              product={undefined}
              onRemove={() => undefined}
              onSaveForLater={() => undefined}
            />,
          ),
        )[0],
        checkout: rupeesIn(
          renderToString(
            <OrderSummary
              lines={[line]}
              total={sumOfLines([line])}
              products={new Map()}
              isEditable
              terms={[]}
            >
              {null}
            </OrderSummary>,
          ),
        ),
      }).toEqual({
        name,
        page: expected.get(name),
        bar: expected.get(name),
        data: expected.get(name),
        link: `${ORIGIN}/product/${one.id}?variant=${id}`,
        google: expected.get(name),
        meta: expected.get(name),
        line: expected.get(name),
        cart: expected.get(name),
        checkout: Array(3).fill(expected.get(name)),
      })
      compared += 1
    }
    const order = {
      ...orderCreation(lines, ADDRESS, true, true),
      expectedTotal: paiseOfLines(lines),
    }
    const created = await store.call(SHOP, '/orders', { body: order, token })
    expect(created.status).toBe(201)
    const { body } = await store.call(SHOP, '/orders', { token })
    const made = body.find((other: { id: string }) => other.id === created.body.id)
    const ordered = made.items.map(
      ({ price, productTitle, options }: { price: number; productTitle: string; options: object }) => [
        `${productTitle} ${Object.values(options).join(' ')}`,
        Math.round(price * 100),
      ],
    )
    expect(ordered).toHaveLength(one.variants.length)
    for (const [name, price] of ordered) expect([name, price]).toEqual([name, expected.get(name)])
  }
  expect(compared).toBe(1000)
}, 240_000)

/** The product with its variants in the structured data of a page. */
function groupIn(html: string) {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'ProductGroup')
}

/** Presses Add to Cart on a served page, whose address has chosen the variant. */
function addFrom(html: string): CartLine {
  clearCart()
  const [formHtml = ''] = /<form[^>]*data-variants.*?<\/form>/s.exec(html) ?? []
  document.body.innerHTML = formHtml
  const form = document.querySelector('form')
  const line = form && formLineOf(form)
  if (!form || !line) throw new Error('The page has no product form.')
  expect(addVariant(form, line)).toBe(true)
  const [added] = latestCart()
  if (!added) throw new Error('The cart is empty.')
  return added
}
