import type { Page } from 'playwright/test'

import { choosePayment, expect, test, shops } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { flaws, WCAG } from '../axe.ts'
import { demoLine, demoShop, haveGarment, haveOrder } from './demo-order.ts'
import { haveToken } from './shopper.ts'

/** What a shopper sees and does after the order. docs/requirements.md#1123-shipment */

const [tanabana] = shops
const ORDER = {
  id: '7K3M-9Q2T-X4WB',
  status: 3,
  createdAt: '2026-11-02T12:00:00.000Z',
  payment: 'paid',
  history: [
    { status: 0, at: '2026-11-02T12:00:00.000Z' },
    { status: 1, at: '2026-11-02T12:05:00.000Z' },
    { status: 2, at: '2026-11-03T09:00:00.000Z' },
    { status: 3, at: '2026-11-06T15:00:00.000Z' },
  ],
  shipment: {
    courier: 'Delhivery',
    trackingNumber: '1490811234567',
    trackingUrl: 'https://courier.example/1490811234567',
    shippedAt: '2026-11-03T09:00:00.000Z',
  },
  items: [
    {
      id: '1',
      productTitle: 'Kurta',
      quantity: 2,
      price: 1050,
      productId: 'gone',
      returnable: 2,
      hsn: '620442',
      gstRate: 5,
    },
  ],
  shippingAddress: {
    address: '14 Loom Street',
    city: 'Varanasi',
    state: 'Uttar Pradesh',
    postalCode: '221001',
  },
  cancellable: false,
  returnableUntil: '2036-11-13T15:00:00.000Z',
  returns: [],
  invoice: { recipient: 'Asha Rao' },
}

async function haveOrders(page: Page, orders: unknown[]): Promise<void> {
  await haveToken(page, tanabana.origin)
  await page.route(`${tanabana.apiOrigin}/api/v1/orders`, (route) =>
    route.fulfill({ json: orders, headers: cors(tanabana.origin) }),
  )
}

const cors = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
})

/** The computed value of a colour of the shop. */
function colorOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(--${name})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}

test(
  'order success shows number, lines, amount, address and the next step',
  { tag: ['@req-2.13', '@req-11.23'] },
  async ({ page }) => {
    const { orderId, total } = await haveOrder(page)
    await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
    await expect(page.getByText(orderId).first()).toBeVisible()
    await page.goto(`${demoShop.origin}/order-success`)
    const order = page.getByRole('region', { name: `Order ${orderId}` })
    await expect(order.getByRole('listitem').first()).toContainText('Quantity: 2')
    await expect(order).toContainText(new Intl.NumberFormat('en-IN').format(total))
    await expect(order).toContainText('14 Loom Street, Varanasi, Uttar Pradesh, 221001')
    await expect(order.getByRole('heading', { name: 'What happens next' })).toBeVisible()
    await expect(order).toContainText("Your payment isn't confirmed yet.")
    expect(await flaws(page, WCAG)).toEqual([])
  },
)

test(
  'a placed order is cancelled from My Orders, and then names what was paid',
  { tag: ['@req-11.24'] },
  async ({ page }) => {
    const { orderId } = await haveOrder(page)
    await page.goto(`${demoShop.origin}/orders`)
    const order = page.getByRole('article', { name: `Order ${orderId}` })
    await expect(order.getByRole('list', { name: 'Progress' }).getByRole('listitem').first()).toContainText(
      'Order placed',
    )
    await order.getByRole('button', { name: 'Cancel order' }).click()
    await expect(order).toContainText('Cancel this order? You have not paid for it.')
    await order.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(order.locator('[data-status="cancelled"]')).toBeVisible()
    await expect(order).toContainText('Nothing was paid')
    await expect(order.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  },
)

test(
  'a guest who tracks an order cancels it with the same contact',
  { tag: ['@req-11.24'] },
  async ({ page, context }) => {
    const { orderId, shopper } = await haveOrder(page)
    await context.clearCookies()
    await page.goto(`${demoShop.origin}/track-order?id=${orderId}`)
    await page.getByLabel('Email or Phone').fill(shopper.email)
    await page.getByRole('button', { name: 'Track Order' }).click()
    const order = page.getByRole('region', { name: `Order ${orderId}` })
    await order.getByRole('button', { name: 'Cancel order' }).click()
    await order.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(order.locator('[data-status="cancelled"]')).toBeVisible()
  },
)

test(
  'an order that is paid at delivery names the cash on every page',
  { tag: ['@req-11.20'] },
  async ({ page }) => {
    const { orderId, total, shopper } = await haveOrder(page)
    const amount = `₹${new Intl.NumberFormat('en-IN').format(total)}`
    await page.goto(`${demoShop.origin}/payment?orderId=${orderId}`)
    await choosePayment(page, 'Cash on delivery')
    await expect(page).toHaveURL(`${demoShop.origin}/order-success`)
    await expect(page.getByRole('region', { name: `Order ${orderId}` })).toContainText(
      `Cash on delivery: keep ${amount} ready`,
    )
    await page.goto(`${demoShop.origin}/orders`)
    const order = page.getByRole('article', { name: `Order ${orderId}` })
    await expect(order.getByText('Payment: Cash on delivery')).toBeVisible()
    await page.goto(`${demoShop.origin}/orders/${orderId}/invoice`)
    await expect(page.getByRole('article', { name: 'Invoice' })).toContainText(`Cash on delivery: ${amount}`)
    await page.context().clearCookies()
    await page.goto(`${demoShop.origin}/track-order?id=${orderId}`)
    await page.getByLabel('Email or Phone').fill(shopper.email)
    await page.getByRole('button', { name: 'Track Order' }).click()
    const tracked = page.getByRole('region', { name: `Order ${orderId}` })
    await expect(tracked.getByText('Payment: Cash on delivery')).toBeVisible()
  },
)

test('Buy again puts what is still sold into the cart', { tag: ['@req-11.23'] }, async ({ page }) => {
  const { orderId } = await haveOrder(page)
  await page.goto(`${demoShop.origin}/orders`)
  const order = page.getByRole('article', { name: `Order ${orderId}` })
  const name = await order.getByRole('list', { name: 'Items' }).getByRole('link').innerText()
  await order.getByRole('button', { name: 'Buy again' }).click()
  await expect(order.getByRole('status')).toContainText(`In your cart: ${name}`)
  await order.getByRole('link', { name: 'Go to cart' }).click()
  await expect(page.getByRole('main')).toContainText(name)
})

test.describe('a delivered order', () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test(
    'shows its steps, courier and tracking number, and takes a return',
    { tag: ['@req-11.23', '@req-11.25'] },
    async ({ page }) => {
      await haveOrders(page, [ORDER])
      await page.route(`${tanabana.apiOrigin}/api/v1/orders/*/returns`, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.fulfill({
              status: 204,
              headers: {
                ...cors(tanabana.origin),
                'access-control-allow-headers': 'authorization, content-type',
              },
            })
          : route.fulfill({
              status: 201,
              headers: cors(tanabana.origin),
              json: {
                ...ORDER,
                items: ORDER.items.map((item) => ({ ...item, returnable: 1 })),
                returns: [
                  { id: 'R1', status: 'requested', items: [{ id: '1', quantity: 1 }], reason: 'Too small' },
                ],
              },
            }),
      )
      await page.goto(`${tanabana.origin}/orders`)
      const order = page.getByRole('article', { name: `Order ${ORDER.id}` })
      const steps = order.getByRole('list', { name: 'Progress' }).getByRole('listitem')
      for (const [index, token] of ['yellow', 'info', 'violet', 'success'].entries())
        await expect(steps.nth(index)).toHaveCSS('border-left-color', await colorOf(page, token))
      await expect(order).toContainText('Delhivery')
      await expect(order.getByRole('link', { name: '1490811234567' })).toHaveAttribute(
        'href',
        ORDER.shipment.trackingUrl,
      )
      await expect(order.getByText('Payment: Paid')).toBeVisible()
      await order.getByRole('button', { name: 'Buy again' }).click()
      await expect(order.getByRole('status')).toContainText('No longer available: Kurta')

      await order.getByRole('button', { name: 'Return items' }).click()
      const form = order.getByRole('form', { name: 'Return items' })
      await form.getByRole('button', { name: 'Ask for the return' }).click()
      await expect(form.getByRole('alert')).toHaveText('Please choose what you want to return.')
      await form.getByLabel('Kurta').selectOption('1')
      await form.getByLabel('Reason').fill('Too small')
      await expect(form.getByRole('alert')).toHaveCount(0)
      // Below the sticky header axe would take buttons for too small.
      await page.evaluate(() => scrollTo(0, 0))
      expect(await flaws(page, WCAG)).toEqual([])
      await form.getByRole('button', { name: 'Ask for the return' }).click()
      await expect(order.getByRole('list', { name: 'Returns' })).toContainText(
        'Return requested. The shop decides on it and answers here.',
      )
    },
  )
})

test(
  'another size is asked for and put into the cart on one screen, then the return is withdrawn',
  { tag: ['@phone', '@req-11.25'] },
  async ({ page }) => {
    const { garment, token } = await haveGarment()
    const old = await demoLine()
    await haveToken(page, demoShop.origin, token)
    const item = {
      ...{ id: '1', productTitle: garment.name, productId: old.id, quantity: 1, price: old.price },
      ...{ selectedSize: old.selectedSize, selectedColor: old.selectedColor, returnable: 1 },
    }
    let sent: { reason: string } | undefined
    let stage: string | undefined
    const orderNow = () => ({
      ...ORDER,
      items: [{ ...item, returnable: sent && !stage ? 0 : 1 }],
      returns: sent
        ? [
            {
              ...{ id: 'R1', status: stage ? 'refused' : 'requested', stage, withdrawable: !stage },
              ...{ items: [{ id: '1', quantity: 1 }], reason: sent.reason },
            },
          ]
        : [],
    })
    await page.route(`${demoShop.apiOrigin}/api/v1/orders**`, (route) => {
      const request = route.request()
      if (request.method() === 'POST' && request.url().endsWith('/returns')) sent = request.postDataJSON()
      if (request.method() === 'POST' && request.url().endsWith('/R1/withdrawal')) stage = 'withdrawn'
      const isList = request.url().endsWith('/orders')
      return route.fulfill({
        json: isList ? [orderNow()] : orderNow(),
        headers: {
          ...cors(demoShop.origin),
          'access-control-allow-headers': 'authorization, content-type, idempotency-key',
        },
      })
    })
    await page.goto(`${demoShop.origin}/orders`)
    const order = page.getByRole('article', { name: `Order ${ORDER.id}` })
    await order.getByRole('button', { name: 'Another size' }).click()
    const form = order.getByRole('form', { name: 'Another size' })
    const sizes = form.getByRole('radio')
    await expect(sizes.first()).toBeVisible()
    await expect(form.getByRole('radio', { name: old.selectedSize, exact: true })).toHaveCount(0)
    await expect(form).toContainText('Sending it back is free for you.')
    const wanted = await sizes.first().inputValue()
    await sizes.first().check()
    await expect(form).toContainText('You pay for the new piece now.')
    await page.evaluate(() => scrollTo(0, 0))
    expect(await flaws(page, WCAG)).toEqual([])
    await form.getByRole('button', { name: 'Ask for the return and add to cart' }).click()
    await expect(order.getByRole('status')).toContainText(`size ${wanted} is in your cart.`)
    expect(sent?.reason).toBe(`Another size: ${wanted} instead of ${old.selectedSize}`)
    await order.getByRole('button', { name: 'Withdraw return' }).click()
    await expect(order).toContainText('Withdraw this return? You keep the pieces')
    expect(await flaws(page, WCAG)).toEqual([])
    await order.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await expect(order.getByRole('list', { name: 'Returns' })).toContainText('Return withdrawn.')
    await page.goto(`${demoShop.origin}/cart`)
    await expect(page.getByRole('main')).toContainText(garment.name)
    await expect(page.getByRole('main')).toContainText(wanted)
  },
)

test(
  'the invoice names seller, recipient, HSN and the GST that the prices include',
  { tag: ['@req-11.26'] },
  async ({ page }) => {
    await haveOrders(page, [ORDER])
    const response = await page.goto(`${tanabana.origin}/orders/${ORDER.id}/invoice`)
    expect(response?.headers()['cache-control']).toContain('no-store')
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    const invoice = page.getByRole('article', { name: 'Invoice' })
    for (const text of ['Tanabana Handloom Demo Pvt. Ltd.', 'Asha Rao', 'HSN: 620442', '₹2,100'])
      await expect(invoice).toContainText(text)
    await expect(invoice).toContainText('GST 5% included')
    await expect(invoice).toContainText('₹100')
    expect(await flaws(page, WCAG)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button')).toHaveCount(0)
  },
)

test('an invoice shows nothing of an order to others', { tag: ['@req-11.26'] }, async ({ page }) => {
  await page.goto(`${tanabana.origin}/orders/${ORDER.id}/invoice`)
  await expect(page.getByRole('heading', { name: "We can't show this invoice" })).toBeVisible()
})

const LONG_WORDS = {
  ...ORDER,
  items: [
    {
      id: '1',
      productTitle: 'Hand-embroidered Chanderi Anarkali with Straight Trousers',
      selectedColor: 'Indigo',
      selectedSize: 'Free Size',
      quantity: 2,
      price: 116399,
      image: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
    },
  ],
}

/** Words of the page that are broken over lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1) broken.push(word)
      }
    }
    return broken
  })
}

test(
  'invoice, tracking and orders break no word on a phone',
  { tag: ['@phone', '@req-11.26', '@req-2.15'] },
  async ({ page }) => {
    await haveOrders(page, [LONG_WORDS])
    await page.route(`${tanabana.apiOrigin}/api/v1/orders/${ORDER.id}?*`, (route) =>
      route.fulfill({ json: LONG_WORDS, headers: cors(tanabana.origin) }),
    )
    await page.goto(`${tanabana.origin}/orders`)
    await expect(page.getByRole('button', { name: 'Return items' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Invoice' })).toBeVisible()
    expect(await brokenWords(page)).toEqual([])
    await page.goto(`${tanabana.origin}/orders/${ORDER.id}/invoice`)
    await expect(page.getByRole('article', { name: 'Invoice' })).toBeVisible()
    expect(await brokenWords(page)).toEqual([])
    await page.context().clearCookies()
    await page.goto(`${tanabana.origin}/track-order?id=${ORDER.id}`)
    await page.getByLabel('Email or Phone').fill('asha@example.com')
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('region', { name: `Order ${ORDER.id}` })).toBeVisible()
    expect(await brokenWords(page)).toEqual([])
  },
)

test(
  'a guest who tracks an unpaid order sees its total and the way to pay',
  { tag: ['@req-2.15'] },
  async ({ page }) => {
    const { orderId, total, shopper } = await haveOrder(page)
    await page.context().clearCookies()
    await page.goto(`${demoShop.origin}/track-order?id=${orderId}`)
    await page.getByLabel('Email or Phone').fill(shopper.email)
    await page.getByRole('button', { name: 'Track Order' }).click()
    const order = page.getByRole('region', { name: `Order ${orderId}` })
    await expect(order).toContainText(`Total $${total.toFixed(2)}`)
    await order.getByRole('link', { name: `Pay Now for order ${orderId}` }).click()
    const from = encodeURIComponent(`/payment?orderId=${orderId}`)
    await expect(page).toHaveURL(`${demoShop.origin}/login?from=${from}`)
  },
)

test('a shop on a plain API shows nothing of this', { tag: ['@req-11.23'] }, async ({ page }) => {
  const shop = openOtherShop()
  await shop.stubResponse('GET /orders', [ORDER])
  await haveToken(page, shop.origin)
  await page.goto(`${shop.origin}/orders`)
  const order = page.getByRole('article', { name: `Order ${ORDER.id}` })
  await expect(order).toContainText('Not available')
  await expect(order.getByRole('list', { name: 'Progress' })).toHaveCount(0)
  await expect(order.getByRole('button')).toHaveCount(0)
  await expect(order.getByRole('link', { name: 'Invoice' })).toHaveCount(0)
})
