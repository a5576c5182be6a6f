import type { Page } from 'playwright/test'
import { request } from 'undici'

import { choosePayment, createOrder, expect, newShopper, shops, test, type DemoShop } from '../fixtures.ts'
import { get } from '../browsing/api-variants.ts'
import { haveCart, haveToken, type StoredLine } from './shopper.ts'

/** Issue 8: one price from the first page to the order, for 50 products of each shop. */

const PRODUCTS = 50

interface Product {
  id: string
  title: string
  variants: Variant[]
}

interface Variant {
  id: string
  options: { Size?: string; Colour: string }
  regularPrice: number
  discountedPrice?: number
  available: boolean
}

const priceOf = ({ regularPrice, discountedPrice }: Variant) => discountedPrice ?? regularPrice
const ascending = (prices: readonly number[]) => [...new Set(prices)].toSorted((one, other) => one - other)

/** The cheapest variant that can be ordered. */
function cheapest({ title, variants }: Product): Variant {
  const [first] = variants
    .filter(({ available }) => available)
    .toSorted((one, other) => priceOf(one) - priceOf(other))
  if (!first) throw new Error(`${title} is sold out`)
  return first
}

/** What the pages themselves say before the cart, by product. */
interface Said {
  shown: string
  /** Of the structured data, each different one. */
  data: number[]
  line: StoredLine
  card: string
}

/** Asks the shop's API as a browser does. Node does not know that every `*.localhost` is this machine. */
async function ask({ apiOrigin }: DemoShop, path: string, body?: unknown) {
  const { host, port } = new URL(apiOrigin)
  const received = await request(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { host, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await received.body.text()
  return text && JSON.parse(text)
}

/** One after the other: the shop turns away who asks for everything at once. */
async function textsOf({ origin }: DemoShop, paths: string[]): Promise<string[]> {
  const texts = []
  for (const path of paths) texts.push((await get(origin + path)).text)
  return texts
}

/** What listing and product pages say, read as a browser reads them. */
async function readPages(page: Page, shop: DemoShop, ids: string[]): Promise<Record<string, Said>> {
  const pages = Array.from({ length: Math.ceil(ids.length / 12) }, (_, index) => index + 1)
  const listings = await textsOf(
    shop,
    pages.map((number) => `/products?page=${number}&wait=1`),
  )
  const products = await textsOf(
    shop,
    ids.map((id) => `/product/${id}?wait=1`),
  )
  return page.evaluate(
    ([listed, detailed]) => {
      const open = (text: string) => new DOMParser().parseFromString(text, 'text/html')
      const priceIn = (element: Element | null) => /₹[\d,.]+/.exec(element?.textContent ?? '')?.[0] ?? ''
      const cards = listed.flatMap((text) => [...open(text).querySelectorAll('.product-card')])
      const onCards = new Map(
        cards.map((card) => [JSON.parse(card.getAttribute('data-card') ?? '').id, priceIn(card)]),
      )
      const shown: Record<string, Said> = {}
      for (const text of detailed) {
        const product = open(text)
        const data = product.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
        const prices = [...data.matchAll(/"@type":"Offer"[^{}]*?"price":"?([\d.]+)/g)]
        const line = JSON.parse(product.querySelector('[data-line]')?.getAttribute('data-line') ?? '')
        shown[line.id] = {
          shown: priceIn(product.querySelector('h1 + div')),
          data: [...new Set(prices.map(([, price]) => Number(price)))],
          line,
          card: onCards.get(line.id) ?? '',
        }
      }
      return shown
    },
    [listings, products] as const,
  )
}

/** What a feed asks for each product, each different price of its sizes and colours. */
async function readFeeds(shop: DemoShop): Promise<(id: string) => string[]> {
  const [google = '', meta = ''] = await textsOf(shop, ['/feeds/google.xml', '/feeds/meta.csv'])
  const items = google.split('<item>')
  const [heads = '', ...rows] = meta.split('\n')
  const column = (name: string) => heads.split(',').indexOf(name)
  return (id) => [
    ...new Set([
      ...items
        .filter((item) => item.includes(`/product/${id}?`))
        .map((item) => (/<g:sale_price>([^<]*)/.exec(item) ?? /<g:price>([^<]*)/.exec(item))?.[1] ?? ''),
      ...rows
        .filter((row) => row.includes(`/product/${id}?`))
        .map((row) => row.slice(1, -1).split('","'))
        .map((cells) => cells[column('sale_price')] || cells[column('price')] || ''),
    ]),
  ]
}

/** The first price of each of these, in the order of the page. */
function shownPrices(page: Page, items: string): Promise<(string | undefined)[]> {
  return page
    .getByRole('main')
    .locator(items)
    .evaluateAll((all) => all.map((item) => /[₹$][\d,.]+/.exec((item as HTMLElement).innerText)?.[0]))
}

for (const shop of shops) {
  test(
    `${shop.name} asks one price on card, page, structured data, feeds, cart, checkout, payment and order @desktop`,
    { tag: ['@req-2.12', '@req-3.3'] },
    async ({ page }) => {
      // A page without the shop's rules for scripts: it may read HTML.
      await haveCart(page, shop.origin, [])
      const products: Product[] = (await ask(shop, `/products?page=1&limit=${PRODUCTS}`)).data
      expect(products).toHaveLength(PRODUCTS)
      const message = await readPages(
        page,
        shop,
        products.map(({ id }) => id),
      )
      const fed = await readFeeds(shop)
      const chosen = products.map(cheapest)
      const requested = chosen.map(priceOf)
      const inRupees = requested.map((price) => `₹${price.toLocaleString('en-IN')}`)
      for (const [index, { id, variants }] of products.entries()) {
        const price = requested[index] ?? 0
        const all = ascending(variants.map(priceOf))
        const data = ascending(message[id]?.data ?? [])
        expect({ id, ...message[id], data, fed: fed(id).toSorted() }).toMatchObject({
          shown: inRupees[index],
          data: all,
          line: { id, price },
          card: inRupees[index],
          fed: all.map((one) => `${one.toFixed(2)} INR`).toSorted(),
        })
      }

      const lines = products.map(({ id }, index) => ({
        ...(message[id]?.line as StoredLine),
        quantity: 1,
        selectedSize: chosen[index]?.options.Size,
        selectedColor: chosen[index]?.options.Colour,
        variantId: chosen[index]?.id,
      }))
      const shopper = newShopper()
      await ask(shop, '/users/register', { ...shopper, firstName: 'Asha', lastName: 'Rao' })
      const { token } = await ask(shop, '/users/authorize', shopper)
      await haveToken(page, shop.origin, token)
      await haveCart(page, shop.origin, lines)
      const total = requested.reduce((sum, price) => sum + price, 0)
      await page.goto(`${shop.origin}/cart`)
      await expect.poll(() => shownPrices(page, 'ul > li')).toEqual(inRupees)

      await page.getByRole('button', { name: 'Checkout' }).click()
      const summary = page.getByRole('region', { name: 'Order Summary' })
      await expect(summary.getByRole('definition').last()).toHaveText(`₹${total.toLocaleString('en-IN')}`)
      expect(await shownPrices(page, 'ul > li')).toEqual(inRupees)

      const order = await createOrder(page)
      const form = page.getByRole('form', { name: 'Complete Your Payment' })
      await expect(form.getByRole('definition')).toHaveText([`₹${total.toLocaleString('en-IN')}`, order])
      const paid = page.waitForResponse((response) => response.url().endsWith('/payments'))
      await choosePayment(page, 'Scan a UPI QR code')
      expect((await (await paid).json()).action.qr).toContain(`&am=${total.toFixed(2)}&`)
      await expect(page.getByRole('definition').first()).toHaveText(`₹${total.toLocaleString('en-IN')}`)

      await page.goto(`${shop.origin}/orders`)
      const bought = page.getByRole('article').filter({ hasText: order })
      await expect(bought).toContainText(`$${total.toFixed(2)}`)
      expect(await shownPrices(page, 'article ul > li')).toEqual(
        requested.map((price) => `$${price.toFixed(2)}`),
      )
    },
  )
}
