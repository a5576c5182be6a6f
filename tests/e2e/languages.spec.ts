import type { Page } from 'playwright/test'

import { haveOrder, paymentLinkOf } from './buying/demo-order.ts'
import { chooseFirst, expect, newShopper, shops, test, toast } from './fixtures.ts'

const [shop] = shops
const PAGES = [
  ...['/', '/products', '/products?search=kurta&size=m', '/cart', '/login', '/register', '/track-order'],
  ...[
    '/contact',
    '/terms',
    '/about',
    '/shipping',
    '/wishlist',
    '/offline',
    '/order-success',
    '/pay/unknown',
    '/refund/unknown',
    '/confirm/unknown',
    '/404',
  ],
]

// A payment link of a paid order answers 410.
test.use({ expectedComplaints: /status of (404|401|410)/ })

/** Chooses a language as a shopper does, in the footer of the page. */
async function choose(page: Page, name: 'हिन्दी' | 'English', code: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', code)
}

/** What the page says without one Devanagari letter, shown or read out. */
function foreignLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt']
    const named = [...document.querySelectorAll<HTMLElement>('[aria-label], [title], [placeholder], [alt]')]
    const options = [...document.querySelectorAll('option, .sr-only')].map(({ textContent }) => textContent)
    const texts = [
      document.title,
      document.body.innerText,
      ...named.flatMap((element) => names.map((name) => element.getAttribute(name) ?? '')),
      ...options,
    ]
    const lines = texts.flatMap((text) => text.split(/[\n\t]/)).map((line) => line.trim())
    return [...new Set(lines)].filter(
      (line) => /[a-z]{2}/i.test(line) && !/\p{Script=Devanagari}/u.test(line),
    )
  })
}

/** All that the tenant says in one language: its record and its products, without what its record translates. */
async function tenantWords(page: Page): Promise<Set<string>> {
  const responses = ['/storeInfo', '/products?limit=100', '/products?limit=100&search=kurta'].map((path) =>
    page.request.get(`${shop.apiOrigin}/api/v1${path}`, { headers: { host: 'localhost' } }),
  )
  const [info, ...products] = await Promise.all(
    (await Promise.all(responses)).map((response) => response.json()),
  )
  const { translations, policies, ...record } = info.data ?? info
  expect(Object.keys(translations.hi.policies)).toEqual(Object.keys(policies))
  return wordsOf([record, products]).difference(wordsOf(Object.keys(translations.hi.texts)))
}

/** Each line as a page may show it: without markup, and in capitals or not. */
function wordsOf(value: unknown): Set<string> {
  const lines = stringsOf(value).flatMap((text) => text.split(/<[^>]*>|\n/))
  return new Set(lines.map((line) => line.replaceAll('&amp;', '&').trim().toLowerCase()))
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/, | · | \| /)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** What both languages write in Latin letters: names of signs and sizes, the year’s line, numbers of orders. */
const LATIN =
  /^(English|GSTIN|MRP( ₹[\d,.]+)?|© \d{4} .*|[\dA-Z]{4}(-[\dA-Z]{4}){1,2}|XXL|XS|[\d.]+ cm|.*@example\.com)$/

async function expectHindi(page: Page, own: Set<string>): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  // What comes late on a product page takes the place that was kept for it.
  await expect(page.locator('[data-more].min-h-screen')).toHaveCount(0)
  const lines = await foreignLines(page)
  const isOwn = (line: string) =>
    LATIN.test(line) ||
    own.has(line.toLowerCase()) ||
    line
      .replace(/ × \d+$/, '')
      .split(/, | · | \| /)
      .every((part) => own.has(part.toLowerCase()) || LATIN.test(part))
  expect(
    lines.filter((line) => !isOwn(line)),
    page.url(),
  ).toEqual([])
}

test(
  'a shopper who chooses Hindi reads it on every page, and English again on demand',
  { tag: '@phone' },
  async ({ page }) => {
    const own = await tenantWords(page)
    await page.goto(`${shop.origin}/products?category=women`)
    await choose(page, 'हिन्दी', 'hi')
    await expect(page).toHaveURL(`${shop.origin}/products?category=women`)
    await expect(page.getByRole('heading', { level: 1, name: 'महिलाओं के पारंपरिक कपड़े' })).toBeVisible()
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('button', { name: 'कार्ट में डालें', exact: true })).toBeVisible()
    const product = new URL(page.url()).pathname
    for (const path of [product, ...PAGES]) {
      await page.goto(shop.origin + path)
      await expectHindi(page, own)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    }
    await choose(page, 'English', 'en')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
  },
)

test("a phone's menu has the other language @phone", { tag: ['@req-11.12'] }, async ({ page }) => {
  await page.goto(`${shop.origin}/products?category=kurtas`)
  for (const [menu, name, code] of [
    ['Menu', 'हिन्दी', 'hi'],
    ['मेन्यू', 'English', 'en'],
  ] as const) {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('navigation', { name: menu, exact: true }).getByRole('button', { name }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(page).toHaveURL(/\/products\?category=kurtas$/)
  }
})

test(
  'a visit that begins at a private page with a prefix is in its language',
  { tag: ['@req-11.27'] },
  async ({ page }) => {
    await page.goto(`${shop.origin}/hi/track-order`)
    await expect(page).toHaveURL(`${shop.origin}/track-order`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await choose(page, 'English', 'en')
    await page.goto(`${shop.origin}/hi/cart`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  },
)

test('Hindi has its own fonts and room for the signs of its letters', { tag: '@phone' }, async ({ page }) => {
  for (const path of ['/', '/products', '/terms']) {
    await page.goto(`${shop.origin}/hi${path}`)
    const styles = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body, h1, h2, h3, a, button')].map((element) => {
        const { fontFamily, fontSize, lineHeight, letterSpacing } = getComputedStyle(element)
        const lines = element.matches('h1, h2, h3') ? parseFloat(lineHeight) / parseFloat(fontSize) : 1.4
        return { fontFamily, lines, letterSpacing, lang: element.lang }
      }),
    )
    for (const { fontFamily, lines, letterSpacing, lang } of styles) {
      expect(fontFamily).toMatch(/Noto (Sans|Serif) Devanagari.*Kohinoor Devanagari.*Nirmala UI.*Mangal/)
      expect(lines).toBeGreaterThan(1.37)
      if (lang !== 'en') expect(['normal', '0px']).toContain(letterSpacing)
    }
  }
})

test(
  'a shopper buys in Hindi, from the first page to the followed order',
  { tag: '@phone' },
  async ({ page }) => {
    const { email, password } = newShopper()
    const typed = ['Asha', 'Rao', 'Asha Rao', '14 Loom Street', 'Varanasi', 'Uttar Pradesh', '221001', email]
    const words = (await tenantWords(page)).union(wordsOf(typed))
    await page.goto(`${shop.origin}/`)
    await choose(page, 'हिन्दी', 'hi')

    await page.goto(`${shop.origin}/register`)
    await page.getByRole('button', { name: 'खाता बनाएँ' }).click()
    await expect(page.getByText('नाम में कम से कम 2 अक्षर होने चाहिए').first()).toBeVisible()
    await expect(page.getByText('ईमेल पता सही नहीं है')).toBeVisible()
    await page.getByLabel('नाम', { exact: true }).fill('Asha')
    await page.getByLabel('उपनाम').fill('Rao')
    await page.getByLabel('ईमेल').fill(email)
    await page.getByLabel('पासवर्ड', { exact: true }).fill(password)
    await page.getByLabel('पासवर्ड दोबारा लिखें', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'खाता बनाएँ' }).click()
    await expect(toast(page, 'आपका खाता बन गया है। अब आप लॉगिन कर सकते हैं।')).toBeVisible()

    await page.goto(`${shop.origin}/login`)
    await page.getByLabel('ईमेल').fill(email)
    await page.getByLabel('पासवर्ड', { exact: true }).fill('not-this-one')
    await page.getByRole('button', { name: 'लॉगिन करें' }).click()
    await expect(toast(page, 'ईमेल या पासवर्ड सही नहीं है।')).toBeVisible()
    await page.getByLabel('पासवर्ड', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'लॉगिन करें' }).click()
    await expect(toast(page, 'आप लॉगिन हो गए हैं।')).toBeVisible()

    await page.goto(`${shop.origin}/products`)
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    const add = page.getByRole('button', { name: 'कार्ट में डालें', exact: true }).first()
    await expect(add).toBeVisible()
    for (const group of [/साइज़$/, /^रंग/]) await chooseFirst(page, group)
    await add.click()
    await expect(toast(page, 'कार्ट में जोड़ा गया')).toBeVisible()
    await expectHindi(page, words)
    await page.getByRole('button', { name: 'चेकआउट' }).click()

    await expect(page.getByRole('heading', { name: 'डिलीवरी की जानकारी' })).toBeVisible()
    await expectHindi(page, words)
    await page.getByRole('button', { name: 'ऑर्डर करें' }).click()
    await expect(toast(page, 'डिलीवरी की पूरी जानकारी भरना ज़रूरी है।')).toBeVisible()
    await expect(page.getByText('अपना पिन कोड लिखें')).toBeVisible()
    await page.getByLabel('पूरा नाम').fill('Asha Rao')
    await page.getByLabel('पता', { exact: true }).fill('14 Loom Street')
    await page.getByLabel('शहर').fill('Varanasi')
    await page.getByLabel('राज्य').fill('Uttar Pradesh')
    await page.getByLabel('पिन कोड').fill('221001')
    await page.getByLabel('फ़ोन').fill('9876543210')
    await page.getByRole('button', { name: 'ऑर्डर करें' }).click()

    await expect(page.getByRole('radiogroup', { name: 'आप भुगतान कैसे करना चाहेंगे?' })).toBeVisible()
    await page.getByRole('radio', { name: 'कार्ड या नेट बैंकिंग' }).check()
    await page.getByLabel('मोबाइल नंबर').fill('+919876543210')
    await expectHindi(page, words)
    const order = new URL(page.url()).searchParams.get('orderId') ?? ''
    await page.getByRole('button', { name: 'भुगतान के लिए आगे बढ़ें' }).click()
    await page.getByRole('button', { name: 'भुगतान मंज़ूर करें' }).click()
    await expect(page.getByRole('heading', { name: 'आपके ऑर्डर के लिए धन्यवाद!' })).toBeVisible()

    await page.getByRole('link', { name: 'मेरे ऑर्डर देखें' }).click()
    await expect(page.getByRole('article').filter({ hasText: order }).locator('[data-status]')).toHaveText(
      'तैयार हो रहा है',
    )
    await expectHindi(page, words)
    await page.goto(`${shop.origin}/track-order?id=${order}`)
    await expect(page.getByLabel('ईमेल या फ़ोन')).toHaveValue(email)
    await page.getByRole('button', { name: 'ऑर्डर ट्रैक करें' }).click()
    await expect(page.getByText('सामान्य डिलीवरी')).toBeVisible()
    await expectHindi(page, words)
    await page.goto(`${shop.origin}/account`)
    await expect(page.getByText(/^\d{1,2} \p{Script=Devanagari}+ \d{4}$/u)).toBeVisible()
    await expectHindi(page, words)
  },
)

test('a payment link is in Hindi, from the form to the paid order', { tag: '@phone' }, async ({ page }) => {
  const words = (await tenantWords(page)).union(wordsOf(['Asha']))
  const link = await paymentLinkOf(await haveOrder(page))
  await page.context().addCookies([{ name: 'language', value: 'hi', url: shop.origin }])
  await page.goto(link)
  await expect(page.getByRole('heading', { name: /^Asha का ऑर्डर/ })).toBeVisible()
  await page.getByRole('radio', { name: 'कार्ड या नेट बैंकिंग' }).check()
  await page.getByLabel('मोबाइल नंबर').fill('+919876543210')
  await expectHindi(page, words)
  await page.getByRole('button', { name: /^₹[\d,.]+ चुकाएँ$/ }).click()
  await page.getByRole('button', { name: 'भुगतान मंज़ूर करें' }).click()
  await expect(page.getByText('इस ऑर्डर का भुगतान हो गया है। धन्यवाद।')).toBeVisible()
  await expectHindi(page, words)
  await choose(page, 'English', 'en')
  await expect(page).toHaveURL(link)
  await expect(page.getByText('This order is paid. Thank you.')).toBeVisible()
})

test(
  'colours, sizes and fabrics are in Hindi, and addresses and the cart keep the words of the shop',
  { tag: ['@phone', '@req-11.28'] },
  async ({ page }) => {
    await page.goto(`${shop.origin}/hi/products?category=sarees&color=madder`)
    await expect(page.getByRole('link', { name: 'मजीठ हटाएँ' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'मजीठ', exact: true }).first()).toHaveAttribute(
      'href',
      /[?&]colou?r=madder/i,
    )
    await page.getByText('फ़िल्टर', { exact: false }).first().click()
    const filters = page.getByRole('dialog', { name: 'फ़िल्टर' })
    await filters.locator('summary').filter({ hasText: 'फ़ैब्रिक' }).click()
    await expect(filters.getByLabel(/^कॉटन/)).toHaveValue('cotton')
    await expect(filters.getByLabel(/^मजीठ/)).toHaveValue('madder')

    const { data } = await (
      await page.request.get(`${shop.apiOrigin}/api/v1/products?limit=100`, {
        headers: { host: 'localhost' },
      })
    ).json()
    const saree = data.find(({ title }: { title: string }) => title === 'Handloom Cotton Saree')
    await page.goto(`${shop.origin}/hi/product/${saree.id}?colour=madder`)
    const colors = page.getByRole('group', { name: 'रंग' })
    await expect(colors.getByRole('radio', { name: 'मजीठ' })).toBeChecked()
    await expect(colors.getByRole('radio', { name: 'मजीठ' })).toHaveValue('Madder')
    await expect(page.getByRole('definition').filter({ hasText: 'हथकरघा कॉटन' })).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: 'बुनाई' })).toBeVisible()
    await page.getByRole('button', { name: 'कार्ट में डालें', exact: true }).click()
    await expect(page.getByRole('group', { name: 'कार्ट' }).getByRole('listitem')).toContainText('रंग: मजीठ')
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? ''))
    expect(stored).toMatchObject([{ id: saree.id, selectedColor: 'Madder' }])
    await choose(page, 'English', 'en')
    await expect(page.getByRole('group', { name: 'Cart' }).getByRole('listitem')).toContainText(
      'Colour: Madder',
    )
  },
)

test.describe('without a network', { tag: '@phone' }, () => {
  test.use({
    serviceWorkers: 'allow',
    expectedComplaints: /ERR_INTERNET_DISCONNECTED|Failed to load resource/,
  })

  test('visited pages are in the chosen language, without texts of the other one', async ({
    page,
    context,
  }) => {
    await page.goto(`${shop.origin}/`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${shop.origin}/contact`)
    // Fetched ahead, in English.
    await page.getByRole('link', { name: 'Home' }).last().hover()
    await choose(page, 'हिन्दी', 'hi')
    await page.getByRole('link', { name: 'होम' }).last().click()
    await expect(page.getByRole('link', { name: 'कलेक्शन देखें', exact: true })).toBeVisible()
    const keptLanguages = () =>
      page.evaluate(async () => {
        const pages = await caches.open('pages-1')
        const texts = (await pages.keys()).map(async (request) => (await pages.match(request))?.text())
        return (await Promise.all(texts)).map((text) => /<html lang="(..)"/.exec(text ?? '')?.[1])
      })
    await expect.poll(keptLanguages).toEqual(['hi', 'hi', 'hi', 'hi', 'hi'])

    await context.setOffline(true)
    await page.goto(`${shop.origin}/`)
    await expect(page.getByText('आप ऑफ़लाइन हैं।')).toBeVisible()
    await page.goto(`${shop.origin}/products`)
    await expect(page.getByRole('heading', { level: 1, name: 'आप ऑफ़लाइन हैं' })).toBeVisible()
    await page.getByRole('link', { name: 'कार्ट पर जाएँ' }).click()
    await expect(page.getByText('आपका कार्ट ख़ाली है')).toBeVisible()
  })
})
