// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'

import { claimPage } from '../../../src/lib/auth/protected-page.ts'
import { followSession } from '../../../src/lib/auth/session-store.ts'
import { saveCheckoutDraft, readCheckoutDraft } from '../../../src/lib/checkout/shipping-address.ts'
import { closeIslandPage, signInBefore } from '../../kit/browser/island.ts'

const nowhere = { fullName: '', address: '', city: '', state: '', postalCode: '', phone: '' }
const typed = { ...nowhere, fullName: 'Meera Nair', address: '12 MG Road', city: 'Kochi' }

afterEach(closeIslandPage)

test('a typed address is still there after a reload', () => {
  signInBefore('token-1')
  claimPage()
  saveCheckoutDraft(typed)
  expect(readCheckoutDraft()).toEqual(typed)
})

test('another account does not see the address that was typed before it signed in', () => {
  signInBefore('token-1')
  claimPage()
  saveCheckoutDraft(typed)
  signInBefore('token-2')
  expect(readCheckoutDraft()).toEqual(nowhere)
  signInBefore('token-1')
  expect(readCheckoutDraft()).toEqual(nowhere)
})

test('a page of an earlier account saves nothing for the account that is signed in now', () => {
  signInBefore('token-1')
  claimPage()
  signInBefore('token-2')
  saveCheckoutDraft(typed)
  expect(readCheckoutDraft()).toEqual(nowhere)
})

/** Another tab replaces the record of the browser's session. */
function recordElsewhere(before: object, after: object): void {
  const [oldValue, newValue] = [JSON.stringify(before), JSON.stringify(after)]
  window.dispatchEvent(new StorageEvent('storage', { key: 'session', oldValue, newValue }))
}

test.each([
  ['the same account signs in', { account: 'a', token: '1' }, { account: 'a', token: '2' }, typed],
  ['the session expires', { account: 'a', token: '1' }, { expired: 1 }, typed],
  ['another account signs in', { account: 'a', token: '1' }, { account: 'b', token: '2' }, nowhere],
  ['the shopper signs out', { account: 'a', token: '1' }, { signedOut: 1 }, nowhere],
])('when in another tab %s, the typed address stays or goes', (_, before, after, left) => {
  followSession()
  signInBefore('token-1')
  claimPage()
  saveCheckoutDraft(typed)
  recordElsewhere(before, after)
  expect(readCheckoutDraft()).toEqual(left)
})
