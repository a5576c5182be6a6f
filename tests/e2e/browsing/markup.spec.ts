import { HtmlValidate } from 'html-validate'

import { expect, shops, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { longProduct } from './products.ts'
import { get } from './api-variants.ts'

/** The HTML of every page before the cart, in each state that the server writes, by html-validate. */

const htmlValidate = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Safari reads a list without bullets as a list only when it says so.
    'no-redundant-role': 'off',
    // Typography: a number is written as the shop writes it.
    'tel-non-breaking': 'off',
    // Several sizes or colours may be chosen, each a checkbox of the same name.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    // The length of a title is the shop's name.
    'long-title': 'off',
  },
})

async function expectValid(name: string, html: string): Promise<void> {
  const { results } = await htmlValidate.validateString(html)
  const messages = results.flatMap(({ messages: found }) =>
    found.map((one) => `${name}: ${one.ruleId}: ${one.message} (${one.selector})`),
  )
  expect(messages).toEqual([])
}

const paths = [
  ...[
    '/',
    '/products',
    '/products?category=sarees&parentCategory=Silk%20Sarees',
    '/products?page=3',
    '/products?page=99',
  ],
  ...['/terms', '/privacy', '/refund', '/return', '/shipping', '/about'],
  ...[
    '/contact',
    '/api-test',
    '/order-success',
    '/wishlist',
    '/offline',
    '/404',
    '/no/such/page',
    '/product/unknown',
  ],
]

test('every page is valid HTML', { tag: '@desktop' }, async () => {
  for (const { origin } of [shops[0], openOtherShop()])
    for (const path of paths) await expectValid(path, (await get(origin + path)).text)
  const [{ origin }] = shops
  const product = /\/product\/\w+/.exec((await get(`${origin}/products`)).text)?.[0] ?? ''
  await expectValid('product', (await get(origin + product)).text)
})

test(
  'every page is valid HTML with the longest names, and when its API is late or fails',
  { tag: '@desktop' },
  async () => {
    const shop = openOtherShop()
    await shop.changeProducts(
      Array.from({ length: 30 }, (_, index) => ({ ...longProduct, id: `long "${index}" <&>` })),
    )
    await shop.changeStore({
      storeName: 'A "shop" <of> & ours',
      categories: ['T-Shirts & Tops', '"Kurtas"', '<b>'],
    })
    const product = `/product/${encodeURIComponent('long "0" <&>')}`
    for (const path of ['/', '/products', product, '/about'])
      await expectValid(path, (await get(shop.origin + path)).text)
    for (const fault of ['slow', 'error'] as const) {
      await shop.fail('/', fault)
      for (const path of ['/', '/products', product, '/contact'])
        await expectValid(`${fault} ${path}`, (await get(shop.origin + path)).text)
    }
  },
)
