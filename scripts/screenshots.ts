import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import sharp from 'sharp'

import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { waitUntilComplete } from '../tests/kit/browser/complete-page.ts'
import { approveUpiPayment, startDemoStack } from '../tests/kit/shops/start-demo-stack.ts'
import { installBrowser } from './browser.ts'
import { root } from './processes/dev-processes.ts'
import { DETAILS, type Detail } from './screenshot-details.ts'

/**
 * `npm run screenshots`: takes a screenshot of every page of the demo shop, at three widths, light and dark, in each
 * language, and joins those of a page and width into one picture; then one of each detail. Names of pages and details as
 * arguments limit it to those.
 * `--out <folder>` names the folder, by default `docs/walk`; `--origin` and `--api` take a running shop instead of
 * starting one.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, origin: { type: 'string' }, api: { type: 'string' } },
})
const WIDTHS = [
  { width: 375, height: 812, shown: 300 },
  { width: 1280, height: 900, shown: 640 },
  { width: 1920, height: 1080, shown: 640 },
] as const
const LOOKS = LANGUAGE_CODES.flatMap((language) =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme })),
)
const GAP = 8
const QUALITY = 40
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const PASSWORD = 'weft-and-warp'
const ADDRESS = {
  fullName: 'Asha Rao',
  address: '14 Loom Street',
  city: 'Varanasi',
  state: 'Uttar Pradesh',
  postalCode: '221001',
  phone: '+919876543210',
}

interface Shop {
  origin: string
  api: string
}

/** One page of the walk; `prepare` acts on it before its screenshot. */
interface Stop {
  name: string
  path: string
  prepare?: (page: Page) => Promise<unknown>
}

interface Shopper {
  token: string
  unpaid: string
  paid: string
  email: string
  linkToken: string | undefined
}

const stack =
  values.origin !== undefined && values.api !== undefined
    ? { origin: values.origin, api: values.api, stop: () => Promise.resolve() }
    : await startDemoStack().then(({ origin, apiOrigin, stop }) => ({ origin, api: apiOrigin, stop }))
const folder = join(root, values.out ?? 'docs/walk')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] })
try {
  const shopper = await createShopper(stack)
  const stops = await stopsOf(stack, shopper)
  const isWanted = ({ name }: { name: string }) => positionals.length === 0 || positionals.includes(name)
  for (const stop of stops.filter(isWanted)) {
    for (const size of WIDTHS) await shoot(browser, stack, shopper, stop, size)
    console.log(stop.name)
  }
  for (const detail of DETAILS.filter(isWanted)) {
    await shootDetail(browser, stack, shopper, detail)
    console.log(detail.name)
  }
} finally {
  await browser.close()
  await stack.stop()
}

async function stopsOf({ api }: Shop, { unpaid, paid, email, linkToken }: Shopper): Promise<Stop[]> {
  const { data } = (await call(api, '/products?limit=1')) as { data: { id: string }[] }
  const product = `/product/${data[0]?.id ?? ''}`
  const link: Stop[] = linkToken === undefined ? [] : [{ name: 'payment-link', path: `/pay/${linkToken}` }]
  return [
    { name: 'home', path: '/' },
    { name: 'listing', path: '/products' },
    { name: 'search', path: '/products?search=kurta' },
    { name: 'product', path: product },
    { name: 'product-below', path: product, prepare: (page) => page.mouse.wheel(0, 900) },
    { name: 'cart', path: '/cart' },
    { name: 'wishlist', path: '/wishlist' },
    { name: 'login', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'checkout', path: '/checkout' },
    { name: 'payment', path: `/payment?orderId=${unpaid}` },
    ...link,
    { name: 'order-success', path: '/order-success' },
    { name: 'orders', path: '/orders', prepare: (page) => page.locator('main article').first().waitFor() },
    {
      name: 'track-order',
      path: `/track-order?id=${paid}`,
      prepare: async (page) => {
        await page.locator('[name=contactInfo]').fill(email)
        await page.locator('main form [type=submit]').click()
        await page.locator('main table').first().waitFor()
      },
    },
    { name: 'account', path: '/account' },
    { name: 'contact', path: '/contact' },
    { name: 'terms', path: '/terms' },
    { name: '404', path: '/no-such-page' },
  ]
}

async function shoot(
  browser: Browser,
  shop: Shop,
  shopper: Shopper,
  { name, path, prepare }: Stop,
  { width, height, shown }: (typeof WIDTHS)[number],
): Promise<void> {
  const shots: Buffer[] = []
  for (const { language, scheme } of LOOKS) {
    const context = await openContext(browser, { width, height, scheme })
    await enter(context, shop, shopper, { name, language })
    const page = await context.newPage()
    await page.goto(shop.origin + path)
    await waitUntilComplete(page)
    await prepare?.(page)
    await waitUntilComplete(page)
    const shot = await page.screenshot()
    shots.push(await sharp(shot).resize({ width: shown }).toBuffer())
    await context.close()
  }
  await joinShots(shots, {
    columns: width < 768 ? 4 : 2,
    width: shown,
    file: join(folder, `${name}-${width}.avif`),
  })
}

/** Phones are 740 px high, without the bars of their browser. */
async function shootDetail(browser: Browser, shop: Shop, shopper: Shopper, detail: Detail): Promise<void> {
  const { name, path, width = 375, language = 'en', textSize, isNew, prepare, part } = detail
  const { height, shown } = WIDTHS.find((size) => size.width === width) ?? WIDTHS[0]
  const context = await openContext(browser, { width, height: width < 768 ? 740 : height, scheme: 'light' })
  if (!isNew) await enter(context, shop, shopper, { name, language })
  const page = await context.newPage()
  if (textSize !== undefined) {
    const session = await context.newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: textSize } })
  }
  await page.goto(shop.origin + path)
  await waitUntilComplete(page)
  await prepare?.(page)
  await waitUntilComplete(page)
  const shot = await (part?.(page) ?? page).screenshot()
  await sharp(shot)
    .resize({ width: shown })
    .avif({ quality: QUALITY })
    .toFile(join(folder, `detail-${name}.avif`))
  await context.close()
}

function openContext(
  browser: Browser,
  { width, height, scheme }: { width: number; height: number; scheme: 'light' | 'dark' },
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    // No picture is taken during a transition.
    reducedMotion: 'reduce',
    isMobile: width < 768,
    hasTouch: width < 768,
    ...(width < 768 && { userAgent: PHONE_AGENT }),
  })
}

/** Signs in, chooses the language, and fills cart and wishlist. */
async function enter(
  context: BrowserContext,
  { origin, api }: Shop,
  { token }: Shopper,
  { name, language }: { name: string; language: string },
): Promise<void> {
  const isGuest = ['login', 'register', 'payment-link', 'cart'].includes(name)
  await context.addCookies([
    { name: 'language', value: language, url: origin },
    ...(isGuest ? [] : [{ name: 'auth_token', value: token, url: origin }]),
  ])
  const { data } = (await call(api, '/products?limit=3')) as { data: DemoProduct[] }
  const lines = data.map(({ id, title, imgUrl, regularPrice, discountedPrice, attributes }) => {
    const first = (key: RegExp) => attributes.find((one) => key.test(one.key))?.value[0]
    return {
      ...{
        id,
        name: title,
        image: new URL(imgUrl, api).href,
        price: discountedPrice ?? regularPrice,
        quantity: 1,
      },
      selectedSize: first(/^sizes?$/i),
      selectedColor: first(/^(?:colou?rs?)$/i),
    }
  })
  await context.addInitScript(
    ([cart, wishlist]) => {
      localStorage.setItem('cart', cart)
      localStorage.setItem('wishlist', wishlist)
    },
    [
      JSON.stringify(lines.slice(0, 2)),
      JSON.stringify(lines.map(({ id, name, image, price }) => ({ id, name, image, price }))),
    ] as const,
  )
}

interface DemoProduct {
  id: string
  title: string
  imgUrl: string
  regularPrice: number
  discountedPrice?: number
  attributes: { key: string; value: string[] }[]
}

/** A new shopper with an unpaid and a paid order. */
async function createShopper({ api }: Shop): Promise<Shopper> {
  const email = `walk.${crypto.randomUUID()}@example.com`
  await call(api, '/users/register', {
    body: { firstName: 'Asha', lastName: 'Rao', email, password: PASSWORD },
  })
  const { token } = (await call(api, '/users/authorize', { body: { email, password: PASSWORD } })) as {
    token: string
  }
  const { data } = (await call(api, '/products?limit=2')) as { data: { id: string }[] }
  const products = Object.fromEntries(data.map(({ id }) => [id, 1]))
  const order = async () => {
    const placed = await call(api, '/orders', { token, body: { products, shippingAddress: ADDRESS } })
    return (placed as { id: string }).id
  }
  const [paid, unpaid] = [await order(), await order()]
  const fields = { method: 'upi-qr', phone: ADDRESS.phone }
  await call(api, '/payments', { token, body: { orderId: paid, fields } })
  await approveUpiPayment(api, paid)
  const { capabilities } = (await call(api, '/storeInfo')) as { capabilities?: string[] }
  const link = capabilities?.includes('payment-links')
    ? ((await call(api, `/orders/${unpaid}/payment-link`, { token, body: {} })) as { token: string })
    : undefined
  return { token, email, paid, unpaid, linkToken: link?.token }
}

async function call(
  api: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<unknown> {
  const response = await fetch(`${api}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Joins pictures of one size to a grid. */
async function joinShots(
  shots: Buffer[],
  { columns, width, file }: { columns: number; width: number; file: string },
): Promise<void> {
  const { height } = await sharp(shots[0]).metadata()
  const rows = Math.ceil(shots.length / columns)
  await sharp({
    create: {
      width: columns * (width + GAP) - GAP,
      height: rows * (height + GAP) - GAP,
      channels: 3,
      background: '#888',
    },
  })
    .composite(
      shots.map((input, index) => ({
        input,
        left: (index % columns) * (width + GAP),
        top: Math.floor(index / columns) * (height + GAP),
      })),
    )
    .avif({ quality: QUALITY })
    .toFile(file)
}
