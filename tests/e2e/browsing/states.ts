import type { Page } from 'playwright/test'

import { CONFIRMATION_LINK, PAYMENT_LINK, REFUND_LINK } from '../../kit/shops/other-store.ts'
import { openOtherShop } from '../other-shop.ts'
import { shops } from '../fixtures.ts'
import { LONG_NAME, longProduct } from './products.ts'

type OtherShop = ReturnType<typeof openOtherShop>

/** One page of the shop in one state, as a shopper can meet it. */
export interface PageState {
  name: string
  path: string
  /** On the independent API, made ready by this; without it on the demo shop. */
  shop?: (shop: OtherShop) => Promise<unknown>
  /** Before the page is asked for. */
  before?: (page: Page) => Promise<unknown>
  /** Has a layout of its own on a wide screen; phones see every state. */
  onDesktop?: true
  /** Brings the loaded page into the state. */
  act?: (page: Page) => Promise<unknown>
}

const asItIs = async () => undefined
const longRecord = {
  storeName: LONG_NAME,
  companyName: LONG_NAME,
  companyAddress: LONG_NAME,
  companyEmail: `${LONG_NAME}@example.com`,
  companyPhone: '+91 98765 43210 '.repeat(5),
  categories: [LONG_NAME, `${LONG_NAME} Two`, `${LONG_NAME} Three`],
}

/** The section that was late stays away, its skeletons standing still, until the function that this gives is called. */
export async function holdSections(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route('**/fragments/**', async (route) => {
    await promise
    await route.continue()
  })
  return () => resolve(undefined)
}

const quickView = (page: Page) =>
  page
    .getByRole('button', { name: /^Quick View: / })
    .first()
    .click({ force: true })

async function typeSearch(page: Page) {
  await page.getByLabel('Search products').fill('kurta')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
}

export const states: PageState[] = [
  { name: 'home', onDesktop: true, path: '/' },
  { name: 'home, signed in with a full cart', path: '/', before: signInWithCart },
  {
    name: 'home without categories',
    path: '/',
    shop: (shop) => shop.changeStore({ categories: [] }),
  },
  {
    name: 'home, featured late',
    path: '/',
    shop: (shop) => shop.fail('/products', 'slow'),
    before: holdSections,
  },
  { name: 'home, featured failed', path: '/', shop: (shop) => shop.fail('/products', 'error') },
  { name: 'home, everything failed', path: '/', shop: (shop) => shop.fail('/', 'error') },
  { name: 'menu', path: '/', act: (page) => page.getByRole('button', { name: 'Menu' }).click() },
  { name: 'suggestions', onDesktop: true, path: '/', act: typeSearch },
  { name: 'listing', onDesktop: true, path: '/products' },
  {
    name: 'listing of a category and type',
    path: '/products?category=sarees&parentCategory=Silk%20Sarees',
  },
  { name: 'listing, middle page', path: '/products?page=3' },
  { name: 'listing, two columns', path: '/products', before: chooseTwoColumns },
  {
    name: 'listing late',
    path: '/products',
    shop: (shop) => shop.fail('/products', 'slow'),
    before: holdSections,
  },
  {
    name: 'listing empty',
    path: '/products?category=none&parentCategory=None',
    shop: asItIs,
  },
  { name: 'listing beyond the end', path: '/products?page=99', shop: asItIs },
  {
    name: 'listing failed',
    path: '/products',
    shop: (shop) => shop.fail('/products', 'error'),
  },
  { name: 'product', onDesktop: true, path: 'first' },
  { name: 'product, size missing', path: '/product/plain-1', shop: asItIs, act: addWithoutSize },
  { name: 'product not found', path: '/product/unknown', shop: asItIs },
  {
    name: 'product failed',
    path: '/product/plain-1',
    shop: (shop) => shop.fail('/products', 'error'),
  },
  { name: 'Quick View', onDesktop: true, path: '/products', act: openQuickView },
  { name: 'Quick View, product gone', path: '/products', before: loseProduct, act: openQuickView },
  { name: 'offline', path: '/offline' },
  { name: 'wishlist empty', path: '/wishlist' },
  { name: 'wishlist', onDesktop: true, path: '/wishlist', before: wishForTwo },
  { name: 'terms', onDesktop: true, path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'refund', path: '/refund' },
  { name: 'return', path: '/return' },
  { name: 'shipping, own text', path: '/shipping' },
  { name: 'shipping, built-in text', path: '/shipping', shop: asItIs },
  { name: 'about, built-in text', path: '/about', shop: asItIs },
  { name: 'contact', onDesktop: true, path: '/contact' },
  { name: 'contact, sending', path: '/contact', act: sendMessage },
  { name: 'contact, everything failed', path: '/contact', shop: (shop) => shop.fail('/', 'error') },
  {
    name: 'API test',
    path: '/api-test',
    act: (page) => page.getByText('Connection successful.').waitFor(),
  },
  {
    name: 'API test failed',
    path: '/api-test',
    shop: (shop) => shop.fail('/storeInfo', 'error'),
    act: (page) => page.getByText('Connection failed. Check console for details.').waitFor(),
  },
  { name: 'order success', path: '/order-success' },
  {
    name: 'payment link',
    onDesktop: true,
    path: `/pay/${PAYMENT_LINK}`,
    shop: (shop) => takeLinks(shop),
    act: (page) => page.getByRole('button', { name: 'Pay ₹1,800' }).waitFor(),
  },
  {
    name: 'payment link, QR code',
    path: `/pay/${PAYMENT_LINK}`,
    shop: (shop) => takeLinks(shop),
    act: payByCode,
  },
  {
    name: 'payment link, paid',
    path: `/pay/${PAYMENT_LINK}`,
    shop: (shop) => takeLinks(shop, 'paid'),
    act: (page) => page.getByText('This order is paid. Thank you.').waitFor(),
  },
  {
    name: 'payment link, wrong',
    path: '/pay/unknown',
    shop: (shop) => takeLinks(shop),
    act: (page) => page.getByText('This payment link is wrong or has expired').waitFor(),
  },
  {
    name: 'payment link, failed',
    path: `/pay/${PAYMENT_LINK}`,
    shop: async (shop) => {
      await takeLinks(shop)
      await shop.fail('/payment-links', 'error')
    },
    act: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'refund link',
    onDesktop: true,
    path: `/refund/${REFUND_LINK}`,
    shop: takeRefunds,
    act: refuseUpiId,
  },
  {
    name: 'refund link, sent',
    path: `/refund/${REFUND_LINK}`,
    shop: async (shop) => {
      await takeRefunds(shop)
      await shop.stubResponse(`GET /refund-links/${REFUND_LINK}`, {
        ...{ id: LONG_NAME, due: 0, upiId: `as••••@${LONG_NAME}` },
        refunds: [{ amount: 1800, sentAt: '2026-11-25T10:00:00Z', reference: LONG_NAME }],
      })
    },
    act: (page) => page.getByText('Banks may need a few days to show it.').waitFor(),
  },
  {
    name: 'confirmation link',
    onDesktop: true,
    path: `/confirm/${CONFIRMATION_LINK}`,
    shop: takeConfirmations,
    act: (page) => page.getByRole('button', { name: 'Cancel order' }).click(),
  },
  {
    name: 'confirmation link, confirmed',
    path: `/confirm/${CONFIRMATION_LINK}`,
    shop: async (shop) => {
      await takeConfirmations(shop)
      await shop.stubResponse(`GET /confirmation-links/${CONFIRMATION_LINK}`, {
        ...{ id: LONG_NAME, state: 'confirmed', amount: 1800, cancellable: true },
        items: [{ productTitle: LONG_NAME, choice: LONG_NAME, quantity: 2 }],
      })
    },
    act: (page) => page.getByText('Your order is confirmed.').waitFor(),
  },
  { name: 'not found', path: '/404' },
  { name: 'not found, in place', path: '/no/such/page' },
  { name: 'long names: home', path: '/', shop: makeLong },
  { name: 'long names: listing', onDesktop: true, path: '/products', shop: makeLong },
  {
    name: 'long names: listing of a type',
    path: `/products?parentCategory=${LONG_NAME}`,
    shop: makeLong,
  },
  { name: 'long names: product', onDesktop: true, path: '/product/long-1', shop: makeLong },
  { name: 'long names: Quick View', path: '/products', shop: makeLong, act: openQuickView },
  { name: 'long names: contact', path: '/contact', shop: makeLong },
  { name: 'long names: policy', path: '/privacy', shop: makeLong },
]

/** Opens the page in its state. */
export async function openState(page: Page, { path, shop, before, act }: PageState): Promise<void> {
  const other = shop && openOtherShop()
  if (other) await shop(other)
  await before?.(page)
  const origin = (other ?? shops[0]).origin
  await page.goto(origin + (path === 'first' ? await firstProduct(page, origin) : path), {
    waitUntil: 'load',
  })
  await act?.(page)
}

async function firstProduct(page: Page, origin: string): Promise<string> {
  const html = await (await page.request.get(`${origin}/products`)).text()
  return /\/product\/[a-z0-9]+/.exec(html)?.[0] ?? ''
}

async function signInWithCart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const line = { id: 'p', name: 'Kurta', image: '', price: 900, quantity: 88 }
    localStorage.setItem('cart', JSON.stringify([line]))
    document.cookie = 'auth_token=any; Path=/'
  })
}

async function chooseTwoColumns(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('grid', '2'))
}

async function wishForTwo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const item = { name: 'Indigo Kurta', image: '', price: 123456.5 }
    localStorage.setItem(
      'wishlist',
      JSON.stringify([
        { ...item, id: 'one' },
        { ...item, id: 'two', image: `${location.origin}/favicon.svg` },
      ]),
    )
  })
}

async function loseProduct(page: Page): Promise<void> {
  await page.route('**/fragments/quick-view/**', (route) => route.abort())
}

async function addWithoutSize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Please select a size' }).waitFor()
}

async function openQuickView(page: Page): Promise<void> {
  await quickView(page)
  await page.locator('dialog [data-content]:not([aria-busy])').waitFor()
}

async function sendMessage(page: Page): Promise<void> {
  await page.getByLabel('Your Name').fill('Asha Rao')
  await page.getByLabel('Email Address').fill('asha@example.com')
  await page.getByLabel('Subject').fill('Size')
  await page.getByLabel('Your Message').fill('Which size should I take?')
  await page.clock.install()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByRole('button', { name: 'Sending...' }).waitFor()
}

async function takeLinks(shop: OtherShop, state = 'unpaid'): Promise<void> {
  await shop.changeStore({ capabilities: ['payment-links'] })
  await shop.stubResponse(`GET /payment-links/${PAYMENT_LINK}`, {
    id: LONG_NAME,
    status: state === 'paid' ? 1 : 0,
    firstName: LONG_NAME,
    items: [{ id: 'i1', productTitle: LONG_NAME, quantity: 2, price: 900, selectedSize: LONG_NAME }],
    payment: { state, total: 1800 },
    fields: [{ name: 'mobile', label: 'Mobile', type: 'tel' }],
  })
  await shop.stubResponse(`POST /payment-links/${PAYMENT_LINK}/payments`, {
    success: true,
    action: { type: 'qr', qr: 'upi://pay?pa=shop@bank&pn=Plain&am=1800.00&cu=INR&tr=1' },
  })
}

async function takeRefunds(shop: OtherShop): Promise<void> {
  await shop.changeStore({ capabilities: ['refund-details'] })
}

async function takeConfirmations(shop: OtherShop): Promise<void> {
  await shop.changeStore({ capabilities: ['cash-confirmation'] })
}

async function refuseUpiId(page: Page): Promise<void> {
  await page.getByLabel('UPI ID').fill('asha')
  await page.getByRole('button', { name: 'Send my UPI ID' }).click()
  await page.getByText('Enter a UPI ID such as asha@okbank.').waitFor()
}

async function payByCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay ₹1,800' }).click()
  await page.getByRole('img', { name: 'QR code for this payment' }).waitFor()
}

async function makeLong(shop: OtherShop): Promise<void> {
  await shop.changeStore(longRecord)
  await shop.changeProducts(
    Array.from({ length: 30 }, (_, index) => ({ ...longProduct, id: `long-${index + 1}` })),
  )
}
