import type { Page } from 'playwright/test'

import { HOSTILE_TEXTS } from '../../kit/texts/hostile-texts.ts'
import { policyHtml } from '../../kit/texts/policy-html.ts'
import { haveCart, haveToken, OTHER_ORDER } from '../buying/shopper.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'

/** Hostile texts in every field of a shop, in a browser that no content security policy helps. SECURITY.md#hostile-policy-html SECURITY.md#hostile-texts */
test.use({ bypassCSP: true, expectedComplaints: /./ })
test.describe.configure({ timeout: 90_000 })

const chunk = (size: number) =>
  Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / size) }, (_, index) =>
    HOSTILE_TEXTS.slice(index * size, (index + 1) * size),
  )

/** Every call of `hit()`, in any document that the page opens. */
async function countHits(page: Page): Promise<string[]> {
  const hits: string[] = []
  await page.exposeFunction('hit', () => void hits.push(page.url()))
  page.on('dialog', (dialog) => void dialog.dismiss())
  return hits
}

/** What could still run: event handlers, addresses that are programs, elements that no shop's page has. */
function dangers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => [
      ...[...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].includes(name) &&
              /^[\s\0]*(j\s*a\s*v\s*a\s*s|vbscript|data:text)/i.test(value)),
        )
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ...(/^(IFRAME|OBJECT|EMBED|BASE|MATH|FRAME|APPLET|X|XMP|VIDEO|AUDIO)$/.test(element.tagName)
        ? [element.tagName]
        : []),
      ...(element.tagName === 'SCRIPT' &&
      element.textContent.includes('hit(') &&
      element.parentElement?.closest('svg')
        ? ['SCRIPT']
        : []),
    ]),
  )
}

/** Which elements stand in which, without what a merchant may format: a text adds none. */
async function shape(page: Page): Promise<string[]> {
  // Until the first paint the page's own scripts wait in one each.
  await expect(page.locator('template[data-script]')).toHaveCount(0)
  return page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('html *')]
        // A picture that fails to load gives way to a drawing, at a time of its own.
        .filter((element) => !element.closest('.rich-text, img'))
        .map((element) => `${element.parentElement?.tagName} > ${element.tagName}`),
    ),
  ])
}

/** At the foot of the cart, where it comes as soon as a shopper is near. */
async function showViewed(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'Recently viewed' }).getByRole('article')).toBeVisible()
}

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test('policies: every text in every wrapping, filled into every placeholder, stays a text', async ({
    page,
  }) => {
    const hits = await countHits(page)
    const plain = {
      name: 'A',
      address: 'B',
      email: 'c@d.example',
      phone: '1',
      logoUrl: 'https://e.example/f.png',
    }
    const wrappings: ((text: string) => string)[] = [
      (text) => text,
      (text) => `<p>${text}</p>`,
      (text) => `<p title="${text}">x</p>`,
      (text) => `<a href="${text}">x</a>`,
      (text) => `<img src='${text}' alt='${text}'>`,
      (text) => `<table><tr><td>${text}</table>`,
      (text) => text.replace(/[<>]/g, (sign) => `${sign}\0`),
      (text) => `<div><ul><li>${text}`,
    ]
    const outputs = HOSTILE_TEXTS.flatMap((text) => [
      ...wrappings.map((wrap) => policyHtml(wrap(text), plain)),
      policyHtml(
        '<p title="{companyName}">{{companyName}} [Company Address] {email} {phone}</p><a href="mailto:{email}">x</a>' +
          '<a href="{logoUrl}">x</a><img src="{logoUrl}" alt="{companyName}">',
        { name: text, address: text, email: text, phone: text, logoUrl: text },
      ),
    ])
    expect(outputs.length).toBeGreaterThanOrEqual(500)
    for (const html of outputs.filter((one) => !one.includes('{company')))
      expect(policyHtml(html, plain)).toBe(html)
    await page.setContent(
      `<!doctype html><main>${outputs.map((html) => `<section>${html}</section>`).join('')}</main>`,
    )
    await page.evaluate((all) => {
      for (const html of all)
        document.body.append(Object.assign(document.createElement('div'), { innerHTML: html }))
    }, outputs)
    expect(await page.locator('main > section').count()).toBe(outputs.length)
    expect(await dangers(page)).toEqual([])
    expect(
      await page
        .locator(
          'script, style, svg, form, input, button, meta, link, [id]:not([id^="section-"]), [class]:not(.scrolling)',
        )
        .count(),
    ).toBe(0)
    expect(hits).toEqual([])
  })

  test('policy pages: six of them, each with many texts and a company of such texts', async ({ page }) => {
    const hits = await countHits(page)
    const slugs = ['terms', 'privacy', 'refund', 'return', 'shipping', 'about']
    for (const [index, text] of HOSTILE_TEXTS.entries()) {
      if (index % 9 !== 0) continue
      const shop = openOtherShop()
      const company = {
        storeName: text,
        companyName: text,
        companyAddress: text,
        companyEmail: text,
        companyPhone: text,
      }
      const policies = Object.fromEntries(
        slugs.map((slug, at) => [
          slug,
          `<h2>{{companyName}}</h2>${chunk(12)
            [at]?.map((one) => `<p>${one}</p>`)
            .join('')}`,
        ]),
      )
      await shop.changeStore({ ...company, companyLogoUrl: text, description: text, policies })
      await page.goto(`${shop.origin}/${slugs[(index / 9) % 6]}`)
      expect(await dangers(page), text).toEqual([])
      await expect(page.locator('#toasts')).toBeAttached()
    }
    expect(hits).toEqual([])
  })

  test('products and categories: cards, headings, titles, filters, product pages, quick view, toasts, cart, wishlist', async ({
    page,
  }) => {
    const hits = await countHits(page)
    const known = new Set<string>()
    const added: string[] = []
    let renders = 0
    const look = async (name: string) => {
      expect(await dangers(page), name).toEqual([])
      for (const pair of await shape(page)) {
        if (isPlain) known.add(pair)
        else if (!known.has(pair)) added.push(`${name}: ${pair}`)
      }
      renders += 1
    }
    const plainGroups = ['A plain text', '/a/plain/picture.jpg'].map((text) => Array<string>(12).fill(text))
    const hostileGroups = chunk(12).filter(({ length }) => length === 12)
    let isPlain = true
    for (const group of [...plainGroups, ...hostileGroups]) {
      isPlain = plainGroups.includes(group)
      const shop = openOtherShop()
      const [first = ''] = group
      await shop.changeStore({
        storeName: first,
        companyName: first,
        companyEmail: first,
        categories: group.slice(0, 3),
        categoryImages: { [first]: first, default: group[1] },
        heroImages: { wide: first, tall: first },
        theme: { surface: first, ink: '#zzzzzz;}</style><script>hit()</script>' },
      })
      await shop.changeProducts(
        group.map((text, index) => ({
          id: index === 0 ? 'first' : `${index} ${text}`,
          title: text,
          description: text,
          imgUrl: text,
          category: text,
          parentCategory: `Sub ${index} ${text}`,
          regularPrice: 1000,
          discountedPrice: 900,
          images: [{ url: text }],
          attributes: [
            { id: 'a', key: 'SIZES', value: [`S ${text}`, `L ${text}`] },
            { id: 'b', key: 'Colours', value: [`C ${text}`] },
            { id: 'c', key: `K ${text}`, value: [`V ${text}`], metricUnit: text },
          ],
        })),
      )
      await page.goto(`${shop.origin}/?wait=1`)
      await look('home')
      await page.goto(`${shop.origin}/products?wait=1`)
      await expect(page.locator('main article')).toHaveCount(12)
      await look('listing')
      await page.locator('main article [data-action=wish]').first().click({ force: true })
      await page.locator('main article [data-action=quick-view]').first().click({ force: true })
      await expect(page.locator('dialog form')).toBeVisible()
      await look('quick view')
      await page.goto(
        `${shop.origin}/products?category=${encodeURIComponent(first)}&parentCategory=${encodeURIComponent(group[1] ?? '')}&wait=1`,
      )
      await look('filtered')
      await page.goto(`${shop.origin}/product/first?wait=1`)
      await look('product')
      await page.locator('label:has(input[name=size])').first().click()
      await page.locator('label:has(input[name=color])').first().click()
      await page.locator('form button[type=submit]').first().click()
      await page.waitForURL(`${shop.origin}/cart`)
      await expect(page.locator('main')).toContainText(first.trim().slice(0, 5))
      await look('cart')
      await page.goto(`${shop.origin}/wishlist`)
      await expect(page.locator('[data-wishlist] article')).toHaveCount(1)
      await look('wishlist')
      const stored = group.map((text, index) => ({
        id: `${text}${index}`,
        name: text,
        image: text,
        price: 1,
        quantity: 1,
        selectedSize: text,
        selectedColor: text,
      }))
      await haveCart(page, shop.origin, stored)
      await page.goto(`${shop.origin}/cart`)
      await expect(page.getByRole('group', { name: 'Cart' }).getByRole('listitem')).toHaveCount(12)
      await showViewed(page)
      await look('stored cart')
    }
    expect(added).toEqual([])
    expect(renders).toBeGreaterThanOrEqual(40)
    expect(hits).toEqual([])
  })

  test('orders, account, checkout, tracking and payment: texts of the API are never markup', async ({
    page,
  }) => {
    const hits = await countHits(page)
    for (const group of chunk(20)) {
      const shop = openOtherShop()
      await haveToken(page, shop.origin)
      const [first = '', second = ''] = group
      const orders = group.map((text, index) => ({
        id: index === 0 ? OTHER_ORDER : text,
        status: index === 1 ? text : 0,
        createdAt: text,
        items: [
          { id: text, productTitle: text, quantity: 1, price: 2, selectedSize: text, selectedColor: text },
        ],
        shippingAddress: { address: text, city: text, state: text, postalCode: text },
      }))
      await shop.stubResponse('GET /orders', orders)
      await shop.stubResponse('GET /accountInfo', {
        firstName: first,
        lastName: second,
        email: first,
        createdAt: second,
      })
      await page.goto(`${shop.origin}/orders`)
      await expect(page.getByRole('article').first()).toBeVisible()
      expect(await dangers(page)).toEqual([])
      await page.goto(`${shop.origin}/account`)
      await expect(page.locator('main')).toContainText(first.trim().slice(0, 5))
      expect(await dangers(page)).toEqual([])

      await shop.stubResponse(
        'GET /payments/fields',
        group.map((text, index) => ({
          name: `${index}${text}`,
          label: text,
          placeholder: text,
          description: text,
          type: ['text', 'select', 'checkbox', 'textarea', 'tel', 'password'][index % 6],
          options: [text, { value: text, label: text }],
          mask: index === 0 ? undefined : text,
          rules: { required: false, pattern: index === 0 ? '^z+$' : text },
          rulesMessages: [text],
          defaultValue: index % 6 === 2 ? false : undefined,
        })),
      )
      await shop.stubResponse('POST /payments', { success: false, error: second })
      await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}&result=${encodeURIComponent(first)}`)
      const typed = page.locator('main form input[type=text]').first()
      await typed.fill('x')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
      expect(await dangers(page)).toEqual([])
      await shop.stubResponse('GET /payments/fields', [])
      await page.reload()
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.locator('main [role=alert]')).toContainText(second.trim().slice(0, 5))
      expect(await dangers(page)).toEqual([])
      await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr: first } })
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeVisible()
      expect(await dangers(page)).toEqual([])
      await page.goto(`${shop.origin}/login?from=${encodeURIComponent(first)}`)
      expect(await dangers(page)).toEqual([])
      await shop.stubResponse('GET /orders', [{ ...orders[0], id: first.trim() }])
      await page.goto(`${shop.origin}/payment?orderId=${encodeURIComponent(first)}`)
      await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
      expect(await dangers(page)).toEqual([])
    }
    expect(hits).toEqual([])
  })
})
