import type { Locator, Page } from 'playwright/test'

import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { formatPrice } from '../../../src/lib/catalogue/money.ts'
import { expect, toast } from '../fixtures.ts'
import { demoLine, demoShop, haveOrder, payFor, type DemoOrder } from './demo-order.ts'
import { deliver, expectBooksToAgree, expectMail, expectRefusal, returnOf, ship, store } from './merchant.ts'
import { test } from './translated-test.ts'

/**
 * Days of a merchant on the real stack, in each language: the merchant at the command line, the shopper's screen and
 * mailbox, and the books.
 * docs/order-lifecycle.md
 */
test.describe.configure({ timeout: 120_000 })

/** The subject of the e-mail about a refund. */
const REFUNDED = 'We have refunded {amount} for order {order}'

/** What My Orders shows of the order now. */
async function openOrder(page: Page, { orderId }: DemoOrder): Promise<Locator> {
  await page.goto(`${demoShop.origin}/orders`)
  return page.getByRole('article', { name: orderId })
}

test.afterEach(expectBooksToAgree)

for (const language of LANGUAGE_CODES)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test(
      'a refused parcel comes back to the shop',
      { tag: ['@phone', '@req-11.23'] },
      async ({ page, say }) => {
        const order = await haveOrder(page, { language })
        await payFor(order, 'cash-on-delivery')
        await ship(order.orderId)
        await store('orders', 'undelivered', order.orderId, '--on-its-way-back')
        const shown = await openOrder(page, order)
        await expect(shown.locator('[data-status="shipped"]')).toBeVisible()
        await expect(shown).toContainText(
          say("The courier couldn't deliver the parcel and brings it back to the shop."),
        )
        await expectMail(order, say('The parcel of your order {order} is on its way back to us'))

        await store('orders', 'returned-to-sender', order.orderId)
        await openOrder(page, order)
        await expect(shown.locator('[data-status="cancelled"]')).toBeVisible()
        await expect(shown).toContainText(
          say("The courier couldn't deliver the parcel and brought it back to the shop."),
        )
        await expect(shown).toContainText(say('Nothing was paid'))
        await expectMail(order, say('The parcel of your order {order} has come back to us'))
      },
    )

    test('a part of a payment goes back', { tag: ['@phone', '@req-11.23'] }, async ({ page, say }) => {
      const order = await haveOrder(page, { language })
      await payFor(order, 'upi-qr')
      await store('payments', 'refund', order.orderId, '--amount', '100')
      await expectMail(order, say(REFUNDED, { amount: formatPrice(100) }))
      const shown = await openOrder(page, order)
      await expect(shown).toContainText(
        new RegExp(
          say('The shop sent {amount} back {way} on {date}.', {
            amount: String.raw`\$100\.00`,
            way: say('to the UPI account that you paid from'),
            date: '.*',
          }),
        ),
      )
      await expect(shown.locator('[data-status="processing"]')).toBeVisible()
    })

    test(
      'another amount arrives than was asked for',
      { tag: ['@phone', '@req-11.18'] },
      async ({ page, say }) => {
        const order = await haveOrder(page, { language })
        const receipt = [
          'payments',
          'received',
          order.orderId,
          '--reference',
          `UTR ${order.orderId}`,
          '--amount',
          '100',
        ]
        await expectRefusal(/--accept-difference/, ...receipt)
        const shown = await openOrder(page, order)
        await expect(shown.getByText(`${say('Payment')}: ${say('Not paid yet')}`)).toBeVisible()

        await store(...receipt, '--accept-difference')
        await openOrder(page, order)
        await expect(shown.getByText(`${say('Payment')}: ${say('Paid')}`)).toBeVisible()
        await expect(shown.locator('[data-status="processing"]')).toBeVisible()
        await expectMail(order, say('We have received your payment for order {order}'))
      },
    )

    test(
      'a parcel is lost and its money goes back',
      { tag: ['@phone', '@req-11.23'] },
      async ({ page, say }) => {
        const order = await haveOrder(page, { language })
        await payFor(order, 'upi-qr')
        await ship(order.orderId)
        await store('orders', 'lost', order.orderId)
        const shown = await openOrder(page, order)
        await expect(shown.locator('[data-status="cancelled"]')).toHaveText(say('Cancelled'))
        await expect(shown).toContainText(say('The courier has lost the parcel. We are sorry.'))
        await expect(shown).toContainText(say('Refund due'))
        await expectMail(order, say('The parcel of your order {order} is lost'))

        await store('payments', 'refund', order.orderId)
        await expectMail(order, say(REFUNDED, { amount: formatPrice(order.total) }))
        await openOrder(page, order)
        await expect(shown).toContainText(say('Refunded'))
      },
    )

    test('a return is refused with a reason', { tag: ['@phone', '@req-11.25'] }, async ({ page, say }) => {
      const order = await haveOrder(page, { language })
      await payFor(order, 'upi-qr')
      await deliver(order.orderId)
      const shown = await openOrder(page, order)
      await shown.getByRole('button', { name: say('Return items') }).click()
      const form = shown.getByRole('form', { name: say('Return items') })
      await form.getByRole('combobox').selectOption('2')
      await form.getByLabel(say('Reason')).fill('Worn once')
      await form.getByRole('button', { name: say('Ask for the return') }).click()
      await expect(shown).toContainText(say('Return requested. The shop decides on it and answers here.'))

      await store('returns', 'refuse', await returnOf(order.orderId), '--note', 'It was worn.')
      await openOrder(page, order)
      await expect(shown).toContainText(say('Return refused.'))
      await expect(shown).toContainText(say('The shop writes: {note}', { note: 'It was worn.' }))
      await expectMail(order, say('About your return request for order {order}'))
    })

    test(
      'another size is a return and a new order to the same address',
      { tag: ['@phone', '@req-11.25'] },
      async ({ page, say }) => {
        const order = await haveOrder(page, { language, line: await demoLine() })
        await payFor(order, 'upi-qr')
        await deliver(order.orderId)
        const shown = await openOrder(page, order)
        await shown.getByRole('button', { name: say('Another size') }).click()
        const form = shown.getByRole('form', { name: say('Another size') })
        const wanted = await form.getByRole('radio').first().inputValue()
        await form.getByRole('radio').first().check()
        await form.getByRole('button', { name: say('Ask for the return and add to cart') }).click()
        await expect(shown.getByRole('status')).toContainText(
          say('The return is requested, and size {size} is in your cart.', { size: wanted }),
        )

        await page.goto(`${demoShop.origin}/checkout`)
        const field = (name: string) => page.locator(`[name="${name}"]`)
        await expect(field('fullName')).toHaveValue('Asha Rao')
        await expect(field('address')).toHaveValue('14 Loom Street')
        await expect(field('city')).toHaveValue('Varanasi')
        await expect(field('state')).toHaveValue('Uttar Pradesh')
        await expect(field('postalCode')).toHaveValue('221001')
        await field('phone').fill('+919876543210')
        await page.getByRole('button', { name: say('Create Order') }).click()
        await page.waitForURL(/\/payment\?orderId=/)
        const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
        const placed = JSON.parse(await store('orders', 'show', orderId, '--json'))
        expect(placed).toMatchObject({ status: 'pending', items: [{ quantity: 1 }] })
        expect(JSON.stringify(placed.items)).toContain(`"${wanted}"`)
        expect(placed.shippingAddress).toMatchObject({ fullName: 'Asha Rao', address: '14 Loom Street' })

        const id = await returnOf(order.orderId)
        await store('returns', 'accept', id)
        await store('returns', 'received', id)
        const { returnsToRefund } = JSON.parse(await store('orders', 'today', '--json'))
        expect(returnsToRefund).toContainEqual(
          expect.objectContaining({ order: order.orderId, return: id, due: order.total }),
        )
        await openOrder(page, order)
        await expect(shown).toContainText(say('The shop has the pieces back. It sends the money next.'))
        await store('payments', 'refund', order.orderId)
        await expectMail(order, say(REFUNDED, { amount: formatPrice(order.total) }))
        await openOrder(page, order)
        await expect(shown).toContainText(
          say('The money for this return is sent. Banks may need a few days to show it.'),
        )
      },
    )

    test.describe('in the minute of shipping', () => {
      test.use({ expectedComplaints: /Failed to load resource/ })

      test('a cancellation comes too late', { tag: ['@phone', '@req-11.24'] }, async ({ page, say }) => {
        const order = await haveOrder(page, { language })
        await payFor(order, 'upi-qr')
        const shown = await openOrder(page, order)
        await shown.getByRole('button', { name: say('Cancel order') }).click()
        await ship(order.orderId)
        await shown.getByRole('button', { name: say('Yes, cancel it') }).click()
        await expect(shown.getByRole('alert')).toHaveText(say("This order can't be cancelled any more."))
        await openOrder(page, order)
        await expect(shown.locator('[data-status="shipped"]')).toBeVisible()
        await expect(shown.getByRole('button', { name: say('Cancel order') })).toHaveCount(0)
        await expectMail(order, say('Your order {order} is on its way'))
      })
    })

    test('two packers ship one order at once', { tag: ['@phone', '@req-11.23'] }, async ({ page, say }) => {
      const order = await haveOrder(page, { language })
      await payFor(order, 'upi-qr')
      const numbers = ['1490000000001', '1490000000002']
      const said = await Promise.all(numbers.map((number) => ship(order.orderId, number)))
      const second = said.findIndex((text) => text.includes('in place of Delhivery'))
      expect(said.filter((text) => text.includes('in place of Delhivery'))).toHaveLength(1)
      const shown = await openOrder(page, order)
      await expect(shown).toContainText(numbers[second] ?? '')
      await expectMail(order, say('New tracking details for order {order}'))
    })

    test('one of two reduced pieces comes back', { tag: ['@phone', '@req-11.30'] }, async ({ page, say }) => {
      const code = `DIN-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
      await store('offers', 'add', '--code', code, '--label', 'Festive offer', '--percent', '10')
      const order = await haveOrder(page, { language, offerCode: code })
      await payFor(order, 'upi-qr')
      await deliver(order.orderId)
      const shown = await openOrder(page, order)
      await shown.getByRole('button', { name: say('Return items') }).click()
      const form = shown.getByRole('form', { name: say('Return items') })
      await form.getByRole('combobox').selectOption('1')
      await form.getByLabel(say('Reason')).fill('छोटा है')
      await form.getByRole('button', { name: say('Ask for the return') }).click()
      await expect(shown).toContainText(say('Return requested. The shop decides on it and answers here.'))

      const id = await returnOf(order.orderId)
      await store('returns', 'accept', id)
      await store('returns', 'received', id)
      await openOrder(page, order)
      await expect(shown).toContainText(say('The shop has the pieces back. It sends the money next.'))
      const due = (order.total / 2) * 0.9
      const asked = JSON.parse(await store('payments', 'refund', order.orderId, '--json'))
      expect(asked.requested).toMatchObject([{ amount: due, return: id }])
      await expectMail(order, say(REFUNDED, { amount: formatPrice(due) }))
      await openOrder(page, order)
      await expect(shown).toContainText(
        say('The money for this return is sent. Banks may need a few days to show it.'),
      )
    })

    test.describe('afterwards', () => {
      test.use({ expectedComplaints: /Failed to load resource/ })

      test(
        'a person is erased once nothing is open',
        { tag: ['@phone', '@asvs-7.4.2'] },
        async ({ page, say }) => {
          const order = await haveOrder(page, { language })
          await payFor(order, 'upi-qr')
          await expectRefusal(/open/, 'users', 'erase', order.shopper.email)
          await deliver(order.orderId)
          await store('users', 'erase', order.shopper.email)
          await page.goto(`${demoShop.origin}/orders`)
          await expect(page).toHaveURL(/\/login/)
          await page.goto(`${demoShop.origin}/track-order?id=${order.orderId}`)
          await page.getByLabel(say('Email or Phone')).fill(order.shopper.email)
          await page.getByRole('button', { name: say('Track Order') }).click()
          await expect(
            toast(page, say('Failed to find order. Please check your information and try again.')),
          ).toBeVisible()
          expect(await store('orders', 'show', order.orderId)).not.toContain('Asha')
        },
      )
    })
  })
