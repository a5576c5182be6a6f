import { expect, test } from 'vitest'

import { CASH_REFUSED, cashRefusal } from '../../../../api/modules/quotes/decide-methods.ts'

const AMOUNT =
  'Cash on delivery is not available for an order of this amount. Please choose another way to pay.'
const PIN_CODE = 'Cash on delivery is not available at this PIN code. Please choose another way to pay.'

test.each([
  [{}, 10_000_000, '411001', undefined],
  [{ maxOrder: 1000 }, 100_000, '411001', undefined],
  [{ maxOrder: 1000 }, 100_001, '411001', AMOUNT],
  // 1.15 * 100 is 114.99999999999999.
  [{ maxOrder: 1.15 }, 115, '411001', undefined],
  [{ maxOrder: 1.15 }, 116, '411001', AMOUNT],
  [{ excludedPinCodes: ['411'] }, 100, '411 001', PIN_CODE],
  [{ excludedPinCodes: ['110001'] }, 100, '411001', undefined],
])('the terms %o, of an order of %i paise to %s, give %s', (terms, total, postalCode, sentence) => {
  const reason = cashRefusal({ cashOnDelivery: terms }, { total, postalCode, phone: '+919876543210' })
  expect(reason && CASH_REFUSED[reason]).toBe(sentence)
})
