import type { Page } from 'playwright/test'

import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { expectErrorToast, haveToken, OTHER_ORDER } from './shopper.ts'

const FIELDS = [
  {
    name: 'holder',
    label: 'Card holder',
    placeholder: 'As on the card',
    description: 'In capital letters',
    type: 'text',
    rules: { required: true },
    rulesMessages: ['Name the holder'],
  },
  { name: 'mail', label: 'E-mail', type: 'email' },
  { name: 'pin', label: 'PIN', type: 'password' },
  { name: 'parts', label: 'Instalments', type: 'number', inline: true, defaultValue: 3 },
  { name: 'mobile', label: 'Mobile', type: 'tel', rules: { required: true } },
  { name: 'note', label: 'Note', type: 'textarea' },
  {
    name: 'bank',
    label: 'Bank',
    type: 'select',
    inline: true,
    options: ['State Bank', { value: 'hdfc', label: 'HDFC Bank' }],
  },
  { name: 'agree', label: 'I agree', type: 'checkbox' },
  { name: 'expiry', label: 'Expiry', type: 'text', mask: '99/99', showWhenFilled: ['agree'] },
  { name: 'deep', label: 'Deep', type: 'text', rules: { required: true }, showWhenFilled: ['expiry'] },
  { name: 'one', label: 'Loop one', type: 'text', rules: { required: true }, showWhenFilled: ['two'] },
  { name: 'two', label: 'Loop two', type: 'text', rules: { required: true }, showWhenFilled: ['one'] },
]

async function open(page: Page, fields: unknown = { fields: FIELDS }) {
  const shop = openOtherShop()
  await shop.stubResponse('GET /payments/fields', fields)
  await haveToken(page, shop.origin)
  await page.goto(`${shop.origin}/payment?orderId=${OTHER_ORDER}`)
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  return shop
}

async function pressProceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
}

test(
  'all eight types stand with label, placeholder, description and default, inline fields side by side',
  { tag: ['@req-2.12', '@req-3.10', '@req-5.8', '@req-10.18'] },
  async ({ page }) => {
    await open(page)
    const holder = page.getByRole('textbox', { name: 'Card holder', exact: true })
    await expect(holder).toHaveAttribute('placeholder', 'As on the card')
    await expect(holder).toHaveAccessibleDescription('In capital letters')
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('PIN', { exact: true })).toHaveAttribute('type', 'password')
    await expect(page.getByRole('spinbutton', { name: 'Instalments' })).toHaveValue('3')
    await expect(page.getByRole('textbox', { name: 'Mobile' })).toHaveValue('+91')
    await expect(page.locator('textarea[name=note]')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Bank' }).getByRole('option')).toHaveText([
      'Choose',
      'State Bank',
      'HDFC Bank',
    ])
    await expect(page.getByRole('checkbox', { name: 'I agree' })).not.toBeChecked()
    const width = async (name: string) => (await page.locator(`[name=${name}]`).boundingBox())?.width ?? 0
    expect(await width('parts')).toBeLessThan((await width('holder')) / 2)
  },
)

test.describe('whatever the width', { tag: '@desktop' }, () => {
  test(
    'text typed before the mask loads is masked when it has loaded',
    { tag: ['@req-3.10'] },
    async ({ page }) => {
      const library = Promise.withResolvers<undefined>()
      const requested = page.waitForRequest(/index\.esm/)
      await page.route(/index\.esm/, async (route) => {
        await library.promise
        await route.continue()
      })
      await open(page)
      await page.getByLabel('I agree').check()
      const expiry = page.getByLabel('Expiry')
      await requested
      await expiry.pressSequentially('a1x230')
      await expect(expiry).toHaveValue('a1x230')
      library.resolve(undefined)
      await expect(expiry).toHaveValue('12/30')
    },
  )

  test(
    'every type shows its placeholder, description and default',
    { tag: ['@req-3.10', '@req-5.7'] },
    async ({ page }) => {
      const texts = { placeholder: 'Your words', description: 'Printed on the bill' }
      await open(page, [
        ...['text', 'email', 'password', 'textarea'].map((type) => {
          return { name: type, type, defaultValue: 'asha@example.com', ...texts }
        }),
        { name: 'number', type: 'number', defaultValue: 12, ...texts },
        { name: 'tel', type: 'tel', defaultValue: '98765 43210', ...texts },
        { name: 'select', type: 'select', options: ['upi', 'card'], defaultValue: 'card', ...texts },
        { name: 'checkbox', type: 'checkbox', defaultValue: true, ...texts },
      ])
      const values: Record<string, string> = { number: '12', tel: '+919876543210' }
      for (const name of ['text', 'email', 'password', 'textarea', ...Object.keys(values)]) {
        const field = page.getByLabel(name, { exact: true })
        await expect(field).toHaveAttribute('placeholder', texts.placeholder)
        await expect(field).toHaveAccessibleDescription(texts.description)
        await expect(field).toHaveValue(values[name] ?? 'asha@example.com')
      }
      const select = page.getByRole('combobox', { name: 'select' })
      await expect(select.getByRole('option').first()).toHaveText(texts.placeholder)
      await expect(select).toHaveAccessibleDescription(texts.description)
      await expect(select).toHaveValue('card')
      const checkbox = page.getByRole('checkbox', { name: 'checkbox' })
      await expect(checkbox).toHaveAccessibleDescription(texts.description)
      await expect(checkbox).toBeChecked()
    },
  )

  test(
    'fields show when their condition is met, and only visible ones are validated and sent',
    { tag: ['@req-3.10', '@req-5.7', '@req-7.2', '@req-10.22'] },
    async ({ page }) => {
      const shop = await open(page)
      const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
      await expect(proceed).toBeDisabled()
      await page.getByLabel('Card holder').fill('ASHA RAO')
      await expect(proceed).toBeDisabled()
      await page.getByLabel('Mobile').fill('9876543210')
      await expect(proceed).toBeEnabled()

      for (const label of ['Expiry', 'Deep', 'Loop one', 'Loop two']) {
        await expect(page.getByLabel(label)).toHaveCount(0)
      }
      await page.getByLabel('I agree').check()
      await page.getByLabel('Expiry').pressSequentially('a1x230')
      await expect(page.getByLabel('Expiry')).toHaveValue('12/30')
      await expect(proceed).toBeDisabled()
      await page.getByLabel('Deep').fill('seen')
      await expect(proceed).toBeEnabled()
      await page.getByLabel('Bank').selectOption('hdfc')

      await page.getByLabel('E-mail').fill('asha@example')
      await pressProceed(page)
      await expectErrorToast(page, 'Validation Error', 'Please correct the errors in the form')
      await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible()
      await expect(page.getByLabel('E-mail')).toBeFocused()
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])

      await page.getByLabel('E-mail').fill('')
      await page.getByLabel('I agree').uncheck()
      await expect(page.getByLabel('Deep')).toHaveCount(0)
      await pressProceed(page)
      await expect(page).toHaveURL(`${shop.origin}/orders`)
      const sent = (await shop.calls()).find(({ method }) => method === 'POST')
      expect(sent).toMatchObject({ path: '/payments', idempotencyKey: '' })
      expect(sent?.body).toEqual({
        orderId: OTHER_ORDER,
        fields: {
          holder: 'ASHA RAO',
          mail: '',
          pin: '',
          parts: '3',
          mobile: '+919876543210',
          note: '',
          bank: 'hdfc',
          agree: false,
        },
      })
    },
  )

  test(
    'an empty required field shows its message when it is left and on Enter, and no press is lost',
    { tag: ['@req-10.22'] },
    async ({ page }) => {
      const shop = await open(page)
      const holder = page.getByLabel('Card holder')
      const mobile = page.getByLabel('Mobile')
      const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
      await holder.focus()
      await expect(holder).toHaveAccessibleDescription('In capital letters')
      await page.getByLabel('I agree').click()
      await expect(page.getByLabel('I agree')).toBeChecked()
      await expect(holder).toHaveAccessibleDescription('Name the holder In capital letters')
      await expect(mobile).toHaveAccessibleDescription('')
      await expect(proceed).toBeDisabled()

      await page.getByLabel('E-mail').press('Enter')
      await expectErrorToast(page, 'Validation Error', 'Please correct the errors in the form')
      await expect(holder).toBeFocused()
      await expect(mobile).toHaveAccessibleDescription('This field is required')
      expect((await shop.calls()).filter(({ method }) => method === 'POST')).toEqual([])

      await holder.fill('ASHA RAO')
      await expect(holder).toHaveAccessibleDescription('In capital letters')
      await mobile.fill('9876543210')
      await expect(mobile).toHaveAccessibleDescription('')
      await expect(proceed).toBeEnabled()
    },
  )

  test(
    '+91 stays while digits are typed, pasted, deleted and inserted at the caret',
    { tag: ['@req-5.8', '@req-9.5'] },
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(page)
      const mobile = page.getByRole('textbox', { name: 'Mobile' })
      const caret = () => mobile.evaluate((input: HTMLInputElement) => input.selectionStart)
      const paste = async (text: string) => {
        await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
        await page.keyboard.press('ControlOrMeta+V')
      }
      await mobile.focus()
      await page.keyboard.press('End')
      await page.keyboard.type('98a765-43210999')
      await expect(mobile).toHaveValue('+919876543210')

      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Backspace')
      await expect(mobile).toHaveValue('+91987654210')
      expect(await caret()).toBe(9)
      await page.keyboard.type('7')
      await expect(mobile).toHaveValue('+919876547210')
      expect(await caret()).toBe(10)

      await page.keyboard.press('Home')
      await page.keyboard.press('Delete')
      await expect(mobile).toHaveValue('+919876547210')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Backspace')
      await expect(mobile).toHaveValue('+91')
      for (const pasted of ['098765 43210', '+91-98765-43210', '919876543210', '9876543210']) {
        await page.keyboard.press('ControlOrMeta+A')
        await paste(pasted)
        await expect(mobile).toHaveValue('+919876543210')
      }
    },
  )

  test(
    'a phone number has its message for length and for format',
    { tag: ['@req-5.7', '@req-5.8', '@req-7.2'] },
    async ({ page }) => {
      const tel = (name: string, rules: object) => ({ name, label: name, type: 'tel', rules })
      await open(page, [
        tel('whole', {}),
        tel('long', { minLength: 12 }),
        tel('formed', { maxLength: 13, pattern: '^\\+91[6-9]' }),
        { name: 'homePhone', label: 'homePhone', type: 'text' },
      ])
      await page.getByLabel('whole').fill('98765')
      await page.getByLabel('long').fill('98765')
      await page.getByLabel('formed').fill('12345')
      await page.getByLabel('homePhone').fill('1')
      await pressProceed(page)
      await expectErrorToast(page, 'Validation Error', 'Please correct the errors in the form')
      const sentence = (label: string) => expect(page.getByLabel(label, { exact: true }))
      await sentence('whole').toHaveAccessibleDescription(
        'Phone number must be 13 characters (including +91)',
      )
      await sentence('long').toHaveAccessibleDescription('Phone number must have at least 12 characters')
      await sentence('formed').toHaveAccessibleDescription('Invalid phone number format')
      await sentence('homePhone').toHaveAccessibleDescription(
        'Phone number must be 13 characters (including +91)',
      )
    },
  )

  test(
    'a pattern that would run for minutes does not hold the page up',
    { tag: ['@req-3.10'] },
    async ({ page }) => {
      await open(page, [{ name: 'code', label: 'Code', type: 'text', rules: { pattern: '^(a+)+$' } }])
      await page.getByLabel('Code').fill(`${'a'.repeat(40)}!`)
      await pressProceed(page)
      await expect(page.getByLabel('Code')).toHaveAccessibleDescription('Please check the format')
    },
  )

  test(
    'a store without fields, and one with fields that cannot be read, still offers the payment',
    { tag: ['@req-2.12'] },
    async ({ page }) => {
      for (const fields of [[], { fields: [null, 7, { name: '' }, { label: 'No name' }] }]) {
        await open(page, fields)
        await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
      }
    },
  )
})
