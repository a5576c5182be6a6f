import type { Page } from 'playwright/test'

import { demoShop, haveOrder } from './buying/demo-order.ts'
import { waitUntilComplete } from '../kit/browser/complete-page.ts'
import { expect, test } from './fixtures.ts'

/** The utilities are one sheet; cards, listing, product and the like have sheets of their own. */

interface Classes {
  borne: string[]
  styled: string[]
}

/** What a browser says by itself of the page for unknown addresses. */
test.use({ expectedComplaints: /status of 404/ })

/** Down to the end, so that what comes late is there. */
async function showAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
  })
  await waitUntilComplete(page)
}

function readClasses(page: Page): Promise<Classes> {
  return page.evaluate(() => {
    const styled = new Set<string>()
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) {
          for (const [, name = ''] of rule.selectorText
            .replace(/:is\([^)]*\)/g, '')
            .matchAll(/\.((?:\\.|[\w-])+)/g)) {
            styled.add(name.replace(/\\(.)/g, '$1'))
          }
        }
        if ('cssRules' in rule) read(rule.cssRules as CSSRuleList)
      }
    }
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) read(sheet.cssRules)
    const borne = new Set(
      [...document.body.querySelectorAll('[class]')].flatMap((each) => [...each.classList]),
    )
    return { borne: [...borne], styled: [...styled] }
  })
}

test(
  'a class that is styled on one page is styled on every page that bears it',
  { tag: '@desktop' },
  async ({ page }) => {
    const { orderId } = await haveOrder(page)
    const found = new Map<string, Classes>()
    const visit = async (path: string, act?: () => Promise<void>) => {
      await page.goto(demoShop.origin + path)
      await showAll(page)
      await act?.()
      found.set(path, await readClasses(page))
    }
    const openQuickView = async () => {
      await page
        .getByRole('button', { name: /^Quick View: / })
        .first()
        .press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Quick View' })
      await expect(dialog.getByRole('heading')).toBeVisible()
    }

    await visit('/products', openQuickView)
    await page.keyboard.press('Escape')
    await page.getByRole('article').first().getByRole('link').first().click()
    await page.waitForURL(/\/product\//)
    const product = new URL(page.url()).pathname
    await visit('/', openQuickView)
    await visit(product, async () => {
      await expect(page.getByRole('region', { name: 'More like this' })).toBeVisible()
    })
    for (const path of ['/terms', '/contact', '/404', '/deep/unknown', '/offline']) await visit(path)
    await visit('/cart', async () => {
      await expect(page.getByRole('region', { name: 'Recently viewed' })).toBeVisible()
    })
    for (const path of ['/wishlist', '/account', '/orders', '/track-order', '/checkout']) await visit(path)
    for (const path of [`/payment?orderId=${orderId}`, '/order-success']) await visit(path)
    await page.context().clearCookies()
    for (const path of ['/login', '/register', '/cart']) await visit(path)

    const styledSomewhere = new Set([...found.values()].flatMap(({ styled }) => styled))
    expect(styledSomewhere.size).toBeGreaterThan(250)
    for (const [path, { borne, styled }] of found) {
      const bare = borne.filter((name) => styledSomewhere.has(name) && !styled.includes(name))
      expect.soft(bare, path).toEqual([])
    }
  },
)
