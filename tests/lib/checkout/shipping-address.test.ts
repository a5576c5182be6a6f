import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { blankFields, parseAddress } from '../../../src/lib/checkout/shipping-address.ts'
import { orderCreation } from '../../../src/lib/checkout/place-order.ts'

const address = {
  fullName: 'Meera Nair',
  address: '12 MG Road',
  city: 'Kochi',
  state: 'Kerala',
  postalCode: '682001',
  phone: '98765 43210',
}

const line = { name: 'Kurta', image: '', price: 999 }

const NOTHING = { fullName: '', address: '', city: '', state: '', postalCode: '', phone: '' }

describe('Checkout: every shipping field non-blank after trimming', () => {
  test('names the blank ones in the order of the form', { tags: ['@req-5.3'] }, () => {
    expect(blankFields(address)).toEqual([])
    expect(blankFields({ ...address, phone: '', city: ' \t ' })).toEqual(['city', 'phone'])
    expect(blankFields(NOTHING)).toEqual(['fullName', 'address', 'city', 'state', 'postalCode', 'phone'])
  })
})

describe('Order creation payload', () => {
  const lines = [
    { ...line, id: 'k1', quantity: 2, selectedSize: 'M', selectedColor: 'Red' },
    { ...line, id: 'k1', quantity: 1, selectedSize: 'L' },
    { ...line, id: 'k2', quantity: 4 },
  ]

  test(
    'lines of one product send their summed quantity, the address is trimmed',
    { tags: ['@req-3.5', '@req-10.17'] },
    () => {
      expect(orderCreation(lines, { ...address, city: ' Kochi ' }, false)).toEqual({
        products: { k1: 3, k2: 4 },
        shippingAddress: address,
      })
    },
  )

  test(
    'with the capability order-lines each line goes with its choice',
    { tags: ['@req-11.1', '@req-11.2'] },
    () => {
      expect(orderCreation(lines, address, true).lines).toEqual([
        { productId: 'k1', quantity: 2, selectedSize: 'M', selectedColor: 'Red' },
        { productId: 'k1', quantity: 1, selectedSize: 'L', selectedColor: undefined },
        { productId: 'k2', quantity: 4, selectedSize: undefined, selectedColor: undefined },
      ])
    },
  )

  test('a product called __proto__ is counted like any other', { tags: ['@asvs-15.3.6'] }, () => {
    const order = orderCreation([{ ...line, id: '__proto__', quantity: 2 }], address, false)
    expect(JSON.stringify(order.products)).toBe('{"__proto__":2}')
  })
})

test('an address is sent without the marks of direction that are pasted with it', () => {
  const pasted = {
    ...address,
    phone: '\u202A98765 43210\u202C',
    city: 'Ko\u200Fchi\u0007',
    address: '12\tMG Road',
  }
  expect(orderCreation([], pasted, false).shippingAddress).toEqual(address)
  const hindi = { ...address, fullName: 'श्री‌मती क्‍षमा' }
  expect(orderCreation([], hindi, false).shippingAddress.fullName).toBe('श्री‌मती क्‍षमा')
})

test('a street address of several lines is sent as one', () => {
  const typed = { ...address, address: ' 12 MG Road,\r\n\n Fort Kochi \n' }
  expect(orderCreation([], typed, false).shippingAddress.address).toBe('12 MG Road, Fort Kochi')
})

describe('a stored address', () => {
  test('comes back as it was typed', () => {
    expect(parseAddress(JSON.stringify(address))).toEqual(address)
  })

  test.each([null, '', 'null', '[]', '{', '"x"', '{"city":7,"__proto__":{"city":"x"}}'])(
    '%j is an empty address',
    (stored) => {
      expect(parseAddress(stored)).toEqual(NOTHING)
    },
  )

  test('no stored text throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        expect(Object.values(parseAddress(stored)).every((text) => typeof text === 'string')).toBe(true)
      }),
    )
  })
})
