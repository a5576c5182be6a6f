import type { Locator, Page } from 'playwright/test'

import { placeOrders } from './place-orders.ts'
import { expect, test } from '../fixtures.ts'
import { chooseScreen, findOrders, openScreen, signInToConsole } from './staff.ts'

const ORDERS = 10
const PRESSES_MAX = 40

test(
  'a morning of ten orders: confirm UPI, ship together, refund one, in at most 40 presses',
  { tag: ['@req-12.8'] },
  async ({ page }, { project }) => {
    const name = `Morning ${project.name} ${Date.now()}`
    const numbers = await placeOrders(ORDERS, name)
    const { press, presses } = countPresses(page)
    await signInToConsole(page, 'owner')
    await openScreen(page, '/orders')
    await findOrders(page, name, ORDERS)

    await press(page.getByLabel('Select all'))
    await press(page.getByRole('button', { name: 'Payment received' }))
    const dialog = page.getByRole('dialog')
    const utr = String(Date.now()).slice(0, 10)
    for (const [index, field] of (await dialog.getByLabel(/^UTR/).all()).entries())
      await field.fill(`${utr}${String(index).padStart(2, '0')}`)
    await press(dialog.getByRole('button', { name: 'Payment received' }))
    await expect(page.getByText(`${ORDERS} orders done`)).toBeVisible()
    await expect(page.getByText('To pack', { exact: true })).toHaveCount(ORDERS)

    await press(page.getByLabel('Select all'))
    await press(page.getByRole('button', { name: 'Ship', exact: true }))
    await dialog.getByLabel('Courier').fill('Delhivery')
    for (const [index, field] of (await dialog.getByLabel(/^Tracking number/).all()).entries())
      await field.fill(`DL${Date.now()}${index}`)
    await press(dialog.getByRole('button', { name: 'Ship', exact: true }))
    await expect(page.getByText('Shipped', { exact: true })).toHaveCount(ORDERS)

    await press(page.getByText(numbers[0] ?? ''))
    await press(page.getByRole('button', { name: 'Parcel came back, whole' }))
    await press(dialog.getByRole('button', { name: 'Parcel came back, whole' }))
    await expect(page.getByText('The pieces are in stock again.')).toBeVisible()
    await chooseScreen(page, 'Refunds', press)
    await press(page.getByRole('button', { name: `Record the refund: ${numbers[0]}` }))
    await dialog.getByLabel('Reference of the refund').fill('UPI refund 1')
    await press(dialog.getByRole('button', { name: 'Record the refund' }))
    await expect(page.getByText('The refund is recorded.')).toBeVisible()
    expect(presses()).toBeLessThanOrEqual(PRESSES_MAX)
  },
)

function countPresses(page: Page) {
  let count = 0
  const press = async (target: Locator) => {
    count += 1
    await (page.viewportSize()?.width === 375 ? target.tap() : target.click())
  }
  return { press, presses: () => count }
}
