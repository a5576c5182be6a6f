import { expect, test as base, type Page } from 'playwright/test'

const SHOP_PORT = process.env.E2E_PORT ?? '4399'
const API_PORT = process.env.E2E_API_PORT ?? '8099'

export interface DemoShop {
  name: string
  origin: string
  apiOrigin: string
}

/** Both demo shops, each on its own host. */
export const shops: [DemoShop, DemoShop] = [
  {
    name: 'Tanabana',
    origin: `http://localhost:${SHOP_PORT}`,
    apiOrigin: `http://localhost:${API_PORT}`,
  },
  {
    name: 'Dhaaga',
    origin: `http://dhaaga.localhost:${SHOP_PORT}`,
    apiOrigin: `http://dhaaga.localhost:${API_PORT}`,
  },
]

/** A shop whose products have variants. */
export const variantShop: DemoShop = {
  name: 'Vastra',
  origin: `http://vastra.localhost:${SHOP_PORT}`,
  apiOrigin: `http://vastra.localhost:${API_PORT}`,
}

interface Watch {
  /** What the browser may say where a journey makes the store fail; exceptions are never expected. */
  expectedComplaints: RegExp | undefined
  quietBrowser: undefined
}

/** What Playwright itself says where the configuration keeps the shop's worker out. */
const WORKER_KEPT_OUT = 'Service Worker registration blocked by Playwright'

/** Fails a journey whose browser complained: a console error or warning, an exception, a request that failed. */
export const test = base.extend<Watch>({
  expectedComplaints: [undefined, { option: true }],
  quietBrowser: [
    async ({ page, expectedComplaints }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type()) || message.text() === WORKER_KEPT_OUT) return
        if (!expectedComplaints?.test(message.text())) complaints.push(message.text())
      })
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('requestfailed', (request) => {
        // A navigation gives up what the page before was still asking for.
        if (request.failure()?.errorText === 'net::ERR_ABORTED') return
        if (!expectedComplaints?.test('Failed to load resource')) complaints.push(`failed: ${request.url()}`)
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export interface Shopper {
  email: string
  password: string
}

let shoppers = 0

/** A shopper who has no account in any shop yet. */
export function newShopper(): Shopper {
  shoppers += 1
  return { email: `asha.${process.pid}.${Date.now()}.${shoppers}@example.com`, password: 'weft-and-warp' }
}

export function toast(page: Page, text: string) {
  return page.locator('#toasts').getByText(text, { exact: true })
}

/** Opens the footer's fold, which phones and the checkout have. */
export async function unfoldFooter(page: Page): Promise<void> {
  const fold = page.getByRole('contentinfo').getByText('Help and company', { exact: true })
  if (await fold.isVisible()) await fold.click()
}

export async function register(page: Page, { origin }: DemoShop, shopper: Shopper): Promise<void> {
  await page.goto(`${origin}/register`)
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password', { exact: true }).fill(shopper.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(shopper.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(toast(page, 'Account created successfully. You can now log in.')).toBeVisible()
  await expect(page).toHaveURL(`${origin}/`)
}

export async function signIn(page: Page, shopper: Shopper): Promise<void> {
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password', { exact: true }).fill(shopper.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** From the listing to the cart with the first product that it shows; its name. */
export async function buyFirstProduct(page: Page, { origin }: DemoShop): Promise<string> {
  await page.goto(`${origin}/products`)
  const link = page.locator('main article').first().getByRole('heading').getByRole('link')
  const name = (await link.innerText()).trim()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await page.waitForLoadState()
  await chooseFirst(page, /Size$/)
  await chooseFirst(page, /Colou?r/)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page).toHaveURL(`${origin}/cart`)
  return name
}

/** The first choice of a group, where the product has one. */
export async function chooseFirst(page: Page, group: RegExp): Promise<void> {
  const labels = page.getByRole('group', { name: group }).locator('label:has(input[type=radio])')
  if ((await labels.count()) > 0) await labels.first().click()
}

async function fillShippingAddress(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Asha Rao')
  await page.getByLabel('Address', { exact: true }).fill('14 Loom Street')
  await page.getByLabel('City').fill('Varanasi')
  await page.getByLabel('State').fill('Uttar Pradesh')
  await page.getByLabel('PIN Code').fill('221001')
  await page.getByLabel('Phone').fill('9876543210')
}

/** Creates the order of the cart; its number. */
export async function createOrder(page: Page): Promise<string> {
  await fillShippingAddress(page)
  await page.getByRole('button', { name: 'Create Order' }).click()
  await page.waitForURL(/\/payment\?orderId=/)
  return new URL(page.url()).searchParams.get('orderId') ?? ''
}

export async function choosePayment(page: Page, method: string): Promise<void> {
  await page.getByRole('radio', { name: method }).check()
  if (method !== 'Cash on delivery') await page.getByLabel('Mobile number').fill('+919876543210')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
}

/** The status badge of an order in "My orders". */
export async function expectOrderStatus(page: Page, { origin }: DemoShop, order: string, status: string) {
  await page.goto(`${origin}/orders`)
  await expect(page.getByRole('article').filter({ hasText: order }).locator('[data-status]')).toHaveText(
    status,
  )
}
