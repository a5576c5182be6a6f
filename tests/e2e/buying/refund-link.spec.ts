import { expect, test } from '../fixtures.ts'
import { flaws, WCAG } from '../axe.ts'
import { openOtherShop } from '../other-shop.ts'
import { REFUND_LINK as TOKEN } from '../../kit/shops/other-store.ts'

test.use({ expectedComplaints: /Failed to load resource/ })

const REFUND = { id: '7K3M-9Q2T-X4WB', due: 1199, refunds: [] }

test(
  'the link of a refund takes a UPI id, shows it, and at last what was sent',
  { tag: ['@req-11.40'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ capabilities: ['refund-details'] })
    await shop.stubResponse(`GET /refund-links/${TOKEN}`, REFUND)
    await shop.stubResponse(`POST /refund-links/${TOKEN}`, { ...REFUND, upiId: 'asha@okbank' })
    const response = await page.goto(`${shop.origin}/refund/${TOKEN}`)
    expect(response?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    const field = page.getByLabel('UPI ID', { exact: true })
    await field.fill('asha@example.com')
    await page.getByRole('button', { name: 'Send my UPI ID' }).click()
    await expect(field).toHaveAccessibleDescription(/^Enter a UPI ID such as asha@okbank\./)
    await expect(field).toHaveValue('asha@example.com')
    expect(await flaws(page, WCAG)).toEqual([])
    await field.fill('asha@okbank')
    await page.getByRole('button', { name: 'Send my UPI ID' }).click()
    await expect(page.getByText('The shop sends ₹1,199 to asha@okbank.')).toBeVisible()

    await shop.stubResponse(`GET /refund-links/${TOKEN}`, {
      ...{ id: REFUND.id, due: 0, upiId: 'as••••@okbank' },
      refunds: [{ amount: 1199, sentAt: '2026-11-25T10:00:00Z', reference: 'UTR1' }],
    })
    await page.reload()
    await expect(page.getByText('The shop sent ₹1,199 to as••••@okbank on 25 November 2026.')).toBeVisible()
    await expect(field).toHaveCount(0)
  },
)

test(
  'a shop without the capability has no such page',
  { tag: ['@req-11.40', '@desktop'] },
  async ({ page }) => {
    const shop = openOtherShop()
    await shop.changeStore({ capabilities: [] })
    expect((await page.goto(`${shop.origin}/refund/${TOKEN}`))?.status()).toBe(404)
  },
)
