import { expect, test } from '../fixtures.ts'
import { placeOrders } from './place-orders.ts'
import { findOrders, openScreen, signInToConsole } from './staff.ts'

test(
  'ticked orders open as slips to print, which fit the screen',
  { tag: ['@req-12.8', '@req-12.7'] },
  async ({ page }, { project }) => {
    const name = `Print ${project.name} ${Date.now()}`
    const numbers = await placeOrders(2, name)
    await signInToConsole(page, 'owner')
    await openScreen(page, '/orders')
    await findOrders(page, name, 2)
    await page.getByLabel('Select all').click()
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.getByRole('menuitem', { name: 'Packing slips (0)' })).toHaveAttribute('aria-disabled')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Payment received' }).click()
    const dialog = page.getByRole('dialog')
    for (const [index, field] of (await dialog.getByLabel(/^UTR/).all()).entries())
      await field.fill(`${String(Date.now()).slice(0, 10)}${project.name.length}${index}`)
    await dialog.getByRole('button', { name: 'Payment received' }).click()
    await expect(page.getByText('To pack', { exact: true })).toHaveCount(2)

    await page.getByLabel('Select all').click()
    await page.getByRole('button', { name: 'Print' }).click()
    const [slips] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('menuitem', { name: 'Packing slips (2)' }).click(),
    ])
    const complaints: string[] = []
    slips.on('console', (message) => complaints.push(message.text()))
    await expect(slips.getByRole('article')).toHaveCount(2)
    for (const number of numbers) await expect(slips.getByText(number)).toBeVisible()
    await slips.reload()
    await expect(slips.getByRole('button', { name: 'Print' })).toBeVisible()
    expect(await slips.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(complaints).toEqual([])
  },
)

test('a note and a reference on an order find it', { tag: ['@req-12.8'] }, async ({ page }, { project }) => {
  const [number = ''] = await placeOrders(1, `Note ${project.name} ${Date.now()}`)
  const note = `Calls back ${project.name} ${Date.now()}`
  await signInToConsole(page, 'owner')
  await openScreen(page, `/orders/${number}/show`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New note' }).click()
  await dialog.getByLabel('Your note').fill(note)
  await dialog.getByRole('button', { name: 'New note' }).click()
  await expect(page.getByText('The note is saved.')).toBeVisible()
  await expect(page.getByText(note)).toBeVisible()
  await page.getByRole('button', { name: 'Own reference' }).click()
  await dialog.getByLabel('Own reference').fill(`Tally ${project.name}`)
  await dialog.getByRole('button', { name: 'Own reference' }).click()
  await expect(page.getByText('The reference is saved.')).toBeVisible()
  await openScreen(page, '/orders')
  await findOrders(page, note, 1)
  await expect(page.getByText(number)).toBeVisible()
  await expect(page.getByText(`Tally ${project.name}`)).toBeVisible()
})
