// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'

import { browserClient } from '../../../src/lib/auth/browser-client.ts'
import { signOut } from '../../../src/lib/auth/account-actions.ts'
import { readInvoiceContact, saveInvoiceContact } from '../../../src/lib/orders/invoice-contact.ts'
import { closeIslandPage, openIslandPage, signInBefore } from '../../kit/browser/island.ts'

afterEach(closeIslandPage)

test('a guest reads the contact of the order that was tracked, and of no other', () => {
  saveInvoiceContact('A1', 'asha@example.com')
  expect(readInvoiceContact('A1')).toBe('asha@example.com')
  expect(readInvoiceContact('B1')).toBeUndefined()
})

test('after the account has changed, its contact is not read', () => {
  signInBefore('token-1')
  saveInvoiceContact('A1', 'asha@example.com')
  expect(readInvoiceContact('A1')).toBe('asha@example.com')
  signInBefore('token-2')
  expect(readInvoiceContact('A1')).toBeUndefined()
})

test('signing out removes the contact', async () => {
  openIslandPage('/account')
  signInBefore()
  saveInvoiceContact('A1', 'asha@example.com')
  await signOut(browserClient(), false)
  expect(sessionStorage.getItem('invoice-contact')).toBeNull()
  expect(readInvoiceContact('A1')).toBeUndefined()
})
