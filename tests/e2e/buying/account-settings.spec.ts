import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright/test'

import { get } from '../browsing/api-variants.ts'
import { expect, shops, test, toast } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { NETWORK_COMPLAINTS } from './shopper.ts'

/** A refused form, and a call that fails. */
test.use({ expectedComplaints: NETWORK_COMPLAINTS })

const [demo] = shops
const OLD = 'zari-loom-7'
const NEW = 'kasavu-river-9'

/** A new account of the demo shop, made by its API. */
async function haveAccount(): Promise<string> {
  const email = `meera.${crypto.randomUUID().slice(0, 12)}@example.com`
  await post('/users/register', { email, password: OLD, firstName: 'Meera', lastName: 'Iyer' })
  return email
}

async function post(path: string, body: unknown): Promise<Response> {
  const { host, port } = new URL(demo.apiOrigin)
  return fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host },
    body: JSON.stringify(body),
  })
}

/** Opens the link of the newest e-mail to this address, in the mailbox of the demo. */
async function openLink(page: Page, email: string, button: string): Promise<void> {
  const mailbox = `${demo.apiOrigin}/sandbox/messages`
  let link = ''
  const find = async () => {
    for (const item of (await get(mailbox)).text.split('<li>').filter((one) => one.includes(email))) {
      const id = /\/sandbox\/messages\/(\w+)/.exec(item)?.[1] ?? ''
      const { text } = await get(`${mailbox}/${id}/html`)
      link = new RegExp(`href="([^"]+)"[^>]*>\\s*${button}`).exec(text)?.[1] ?? ''
      if (link !== '') return true
    }
    return false
  }
  await expect.poll(find, { timeout: 20_000 }).toBe(true)
  await page.goto(link.replaceAll('&amp;', '&'))
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${demo.origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a forgotten password is replaced by the link of an e-mail', async ({ page }) => {
  const email = await haveAccount()
  await page.goto(`${demo.origin}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If ${email} has an account here`)).toBeVisible()
  await openLink(page, email, 'Choose a new password')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  // The token is not in the address any more, so that the history does not have it.
  expect(new URL(page.url()).hash).toBe('')
  await page.getByLabel('Confirm password', { exact: true }).fill(OLD)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(toast(page, 'Your new password is set. You can sign in with it.')).toBeVisible()
  await signIn(page, email, NEW)
  await expect(toast(page, 'Logged in successfully.')).toBeVisible()
})

test('the page of a forgotten password says the same for a stranger', async ({ page }) => {
  await page.goto(`${demo.origin}/forgot-password`)
  const email = `stranger.${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If ${email} has an account here`)).toBeVisible()
})

test('the pages of links are not stored, not indexed, and send no address', { tag: '@desktop' }, async () => {
  for (const path of ['/forgot-password', '/reset-password', '/confirm-email', '/newsletter']) {
    const { status, headers, text } = await get(demo.origin + path)
    expect([path, status]).toEqual([path, 200])
    expect(headers['cache-control']).toContain('no-store')
    expect(headers['referrer-policy']).toMatch(/same-origin|no-referrer|strict-origin/)
    expect(text).toContain('noindex')
    expect(text).not.toContain('googletagmanager')
  }
})

test('at a store without the capabilities none of the pages exist', { tag: '@desktop' }, async ({ page }) => {
  const shop = openOtherShop()
  for (const path of ['/forgot-password', '/reset-password', '/confirm-email', '/newsletter']) {
    const { status, headers } = await get(shop.origin + path)
    expect([path, status, headers.location]).toEqual([path, 302, '/404'])
  }
  await page.goto(`${shop.origin}/contact`)
  await expect(page.locator('#contact-form')).not.toHaveAttribute('data-sends')
})

test('the account page changes the password and the e-mail', async ({ page }) => {
  const email = await haveAccount()
  await signIn(page, email, OLD)
  await expect(toast(page, 'Logged in successfully.')).toBeVisible()
  await page.goto(`${demo.origin}/account`)
  const current = (title: string) =>
    page.locator('details', { hasText: title }).getByLabel('Current password', { exact: true })
  await page.getByText('Change your password').click()
  await current('Change your password').fill('wrong-one-1')
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByRole('alert').getByText('The password is incorrect.')).toBeVisible()
  await current('Change your password').fill(OLD)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(toast(page, 'Your password is changed. Your other devices are signed out.')).toBeVisible()
  await page.getByText('Change your password').click()

  await page.getByText('Change your email').click()
  await page.getByLabel('New email').fill(`new.${email}`)
  await current('Change your email').fill(NEW)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`Please open the link that we have sent to new.${email}.`)).toBeVisible()
  await openLink(page, `new.${email}`, 'Confirm the address')
  await page.getByRole('button', { name: 'Confirm the email address' }).click()
  await expect(page.getByText('Your new email address is confirmed.')).toBeVisible()
  await page.goto(`${demo.origin}/account`)
  await expect(page.getByText(`new.${email}`)).toBeVisible()
})

test('the account page gives the data, and deletes the account', async ({ page }) => {
  const email = await haveAccount()
  await signIn(page, email, OLD)
  await expect(toast(page, 'Logged in successfully.')).toBeVisible()
  await page.goto(`${demo.origin}/account`)
  await page.locator('summary', { hasText: 'Download your data' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(data.account).toMatchObject({ email, firstName: 'Meera' })

  await page.locator('summary', { hasText: 'Delete your account' }).click()
  await page.getByLabel('Current password', { exact: true }).last().fill(OLD)
  await page.getByRole('button', { name: 'Delete the account for good' }).click()
  await expect(toast(page, 'Your account is deleted.')).toBeVisible()
  expect((await post('/users/authorize', { email, password: OLD })).status).toBe(401)
})

test('a contact message gets a number; one that fails stays in the form', async ({ page }) => {
  await page.goto(`${demo.origin}/contact`)
  const email = `${crypto.randomUUID().slice(0, 12)}@example.com`
  const values = { 'Your Name': 'Meera', 'Email Address': email, Subject: 'Size', 'Your Message': 'Which?' }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.route('**/api/v1/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toast(page, 'Message not sent')).toBeVisible()
  await expect(page.getByLabel('Your Message')).toHaveValue('Which?')
  await page.unroute('**/api/v1/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toast(page, 'Message Sent')).toBeVisible()
  await expect(page.getByText(/Your message has the number [0-9A-Z]{4}-[0-9A-Z]{4}\./)).toBeVisible()
  await expect(page.getByLabel('Your Message')).toHaveValue('')
})

test('the newsletter starts with a confirmation, and ends with one press', async ({ page }) => {
  await page.goto(demo.origin)
  const email = `${crypto.randomUUID().slice(0, 12)}@example.com`
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(toast(page, 'Subscribed!')).toBeVisible()
  await expect(page.getByText(`in the email that we have sent to ${email}`)).toBeVisible()
  await openLink(page, email, 'Yes, send me the newsletter')
  await page.getByRole('button', { name: 'Confirm the newsletter' }).click()
  await expect(page.getByText('You get our newsletter from now on.')).toBeVisible()
  await openLink(page, email, 'Unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You get no more newsletters.')).toBeVisible()
})
