// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'

import { receivedOrderSchema } from '../../../contract/order.ts'
import { draftAddressOf } from '../../../src/lib/checkout/order-draft.ts'
import { readCheckoutDraft, saveCheckoutDraft } from '../../../src/lib/checkout/shipping-address.ts'

const SHIPPING = { address: '14 Loom Street', city: 'Varanasi', state: 'Uttar Pradesh', postalCode: '221001' }
const BLANK = { fullName: '', address: '', city: '', state: '', postalCode: '', phone: '' }
const order = (changes: object = {}) =>
  receivedOrderSchema.parse({ id: 'A1', status: 3, items: [], shippingAddress: SHIPPING, ...changes })

beforeEach(() => sessionStorage.clear())

test('another size begins with the address of its order', { tags: ['@req-11.25'] }, () => {
  draftAddressOf(order({ invoice: { recipient: 'Asha Rao' } }))
  expect(readCheckoutDraft()).toEqual({ ...SHIPPING, fullName: 'Asha Rao', phone: '' })
})

test('an address that the shopper has begun to type stays', { tags: ['@req-11.25'] }, () => {
  const typed = { ...BLANK, address: '7 Other Road' }
  saveCheckoutDraft(typed)
  draftAddressOf(order())
  expect(readCheckoutDraft()).toEqual(typed)
})

test.each([['14 Loom Street, Varanasi'], [undefined], [['14 Loom Street', 'Varanasi', 'India', 'Earth']]])(
  'an address without its parts, %j, fills in nothing',
  (shippingAddress) => {
    draftAddressOf(order({ shippingAddress }))
    expect(readCheckoutDraft()).toEqual(BLANK)
  },
)
