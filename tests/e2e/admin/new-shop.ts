import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright/test'

import { DEMO_PASSWORD } from '../../../demo/staff.ts'
import { runStoreCommand } from '../buying/merchant.ts'
import { expect, shops } from '../fixtures.ts'

/** Creates a shop without products and signs its owner in to the console; returns the console's address. */
export async function openNewShop(page: Page, id: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'new-shop-'))
  const record = {
    id,
    hosts: [`${id}.localhost`],
    storeName: id,
    payee: { upiId: 'newshop@demobank', name: 'Shop' },
  }
  await writeFile(join(folder, 'store.json'), JSON.stringify(record))
  await runStoreCommand('shop', 'create', join(folder, 'store.json'))
  await rm(folder, { recursive: true })
  const email = `owner@${id}.example`
  const invited = await runStoreCommand('staff', 'add', id, email, '--name', 'Asha', '--role', 'owner')
  const token = /set-password\/([\w-]+)/.exec(invited)?.[1]

  const console = `http://${id}.localhost:${new URL(shops[0].apiOrigin).port}/admin/`
  await page.goto(`${console}#/set-password/${token}`)
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.locator('[type=submit]').click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.locator('[type=submit]').click()
  await expect(page.locator('#main-content')).toBeVisible()
  return console
}
