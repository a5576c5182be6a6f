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
      { tag: '@desktop' },
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
        tag: '@desktop',
      },
      async () => {
        const { origin } = variant.open()
        for (const slug of [
          'forgot-password',
          'reset-password',
          'product',
          'unknown',
          'Terms',
          'constructor',
        ]) {
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
  { tag: '@desktop' },
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

test(
  'built-in texts stand with the fallbacks of a company that says nothing',
  { tag: '@desktop' },
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
