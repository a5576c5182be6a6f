import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { get, storeRecord, apiVariants } from './api-variants.ts'

/** What each built-in text says: tests/components/built-in-policies.test.ts. docs/requirements.md#218-policy-pages */

const titles = {
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  refund: 'Refund and Cancellation',
  return: 'Return Policy',
  shipping: 'Shipping Policy',
  about: 'About Us',
}

for (const variant of apiVariants) {
  test.describe(variant.name, () => {
    test(
      'six policies, each titled "{title} | {company name}", no placeholder left',
      { tag: ['@desktop', '@req-2.18'] },
      async ({ page }) => {
        const shop = variant.open()
        const { companyName } = await storeRecord(shop)
        for (const [slug, title] of Object.entries(titles)) {
          await page.goto(`${shop.origin}/${slug}`)
          await expect(page).toHaveTitle(`${title} | ${companyName}`)
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
          await expect(page.getByRole('main')).not.toContainText(/[{[]\s*company/i)
        }
      },
    )

    test(
      'reserved and unknown slugs redirect to /404, and only those that are no page of their own',
      {
        tag: ['@desktop', '@req-2.18'],
      },
      async () => {
        const { origin } = variant.open()
        // Pages of the capability `password-reset`, which the demo has.
        const resets = ['forgot-password', 'reset-password']
        const hasResets = variant.name === apiVariants[0]?.name
        for (const slug of resets) {
          const { status, headers } = await get(`${origin}/${slug}`)
          expect([slug, status, headers.location]).toEqual(
            hasResets ? [slug, 200, undefined] : [slug, 302, '/404'],
          )
        }
        for (const slug of ['product', 'unknown', 'Terms', 'constructor']) {
          const response = await get(`${origin}/${slug}`)
          expect([slug, response.status, response.headers.location]).toEqual([slug, 302, '/404'])
        }
        for (const slug of ['login', 'register', 'cart', 'products', 'contact', 'track-order'])
          expect([slug, (await get(`${origin}/${slug}`)).status]).toEqual([slug, 200])
        for (const slug of ['account', 'orders'])
          expect((await get(`${origin}/${slug}`)).headers.location).toBe(`/login?from=%2F${slug}`)
        expect((await get(`${origin}/404`)).status).toBe(404)
      },
    )
  })
}

test(
  'own HTML is cleaned and its placeholders filled, escaped, in one pass',
  { tag: ['@desktop', '@asvs-1.1.2', '@req-10.13'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({
      companyName: 'Weft <b>& Co</b> {companyEmail}',
      companyLogoUrl: '/logo.svg',
      policies: {
        terms:
          '<h2 onclick="alert(1)">{{companyName}}</h2><script>alert(1)</script>' +
          '<p>[Company Address] · {companyEmail} · {{ COMPANY_PHONE }}</p><img src="{logoUrl}" onerror="alert(1)">',
        privacy: '',
        refund: null,
      },
    })
    await page.route('**/logo.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
      }),
    )
    await page.goto(`${shop.origin}/terms`)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 2 })).toHaveText('Weft <b>& Co</b> {companyEmail}')
    await expect(article.getByRole('paragraph')).toHaveText(
      '1 Plain Road · care@plain.example · +910000000000',
    )
    await expect(article.locator('img')).toHaveAttribute('src', `${shop.apiOrigin}/logo.svg`)
    await expect(article.locator('script, [onclick], [onerror]')).toHaveCount(0)
    for (const [slug, words] of [
      ['privacy', 'grievance officer'],
      ['refund', 'within 0-7 working days'],
    ] as const) {
      await page.goto(`${shop.origin}/${slug}`)
      await expect(article).toContainText(new RegExp(words, 'i'))
    }
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    "a policy's own contents and the page's lead to their places, and an answer unfolds",
    { tag: ['@desktop', '@req-2.18'] },
    async ({ page }) => {
      const shop = openOtherShop()
      const clause = (id: string) =>
        `<h2><a name="${id}"></a>Clause ${id}</h2><p>${'Words of it. '.repeat(120)}</p>`
      await shop.changeStore({
        policies: {
          privacy:
            '<p><a href="#four">Read clause four</a> <a href="#answer">Ask</a></p>' +
            `${['one', 'two', 'three', 'four', 'five'].map(clause).join('')}<div id="answer"><details>` +
            '<summary>Do you ship abroad?</summary><p>No, not yet.</p></details></div>',
        },
      })
      await page.goto(`${shop.origin}/privacy`)
      const article = page.getByRole('article')
      const place = (id: string) => article.locator(`[id="${id}"]`)
      await article.getByRole('link', { name: 'Read clause four' }).click()
      await expect(page).toHaveURL(/\/privacy#section-four$/)
      await expect(place('section-four')).toBeInViewport()
      await expect(article.getByRole('heading', { name: 'Clause four' })).toBeInViewport()

      await page.goto(`${shop.origin}/privacy`)
      const contents = page.getByRole('navigation', { name: 'On this page' })
      await contents.getByRole('link', { name: 'Clause five' }).click()
      await expect(article.getByRole('heading', { name: 'Clause five' })).toBeInViewport()

      await page.goto(`${shop.origin}/privacy#section-answer`)
      await expect(article.getByText('No, not yet.')).toBeHidden()
      await article.getByText('Do you ship abroad?').click()
      await expect(article.getByText('No, not yet.')).toBeInViewport()
    },
  )
})

test(
  'a policy of 100,001 characters is shown, not the built-in text',
  { tag: ['@desktop', '@req-2.18'] },
  async ({ page }) => {
    const shop = openOtherShop()
    const clauses = Array.from(
      { length: 120 },
      (_, at) => `<h3>Clause ${at + 1}</h3><p>${'word '.repeat(180)}</p>`,
    )
    const terms = `<h2>Our own terms</h2>${clauses.join('')}`
    expect(terms.length).toBeGreaterThan(100_001)
    await shop.changeStore({ policies: { terms } })
    await page.goto(`${shop.origin}/terms`)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 2 })).toHaveText('Our own terms')
    await expect(article.getByRole('heading', { level: 3 })).toHaveCount(120)
    await expect(article).not.toContainText('Bengaluru')
  },
)

test(
  'built-in texts stand with the fallbacks of a company that says nothing',
  { tag: ['@desktop', '@req-2.18'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({
      companyName: null,
      companyAddress: null,
      companyEmail: null,
      companyPhone: null,
    })
    await page.goto(`${shop.origin}/privacy`)
    await expect(page).toHaveTitle('Privacy Policy | Company Name')
    for (const fallback of [
      'Company Name',
      'Company Address',
      'Phone Number',
      'support@example.com',
      'Mon-Fri 10:00-17:00',
    ])
      await expect(page.getByRole('article')).toContainText(fallback)
  },
)
