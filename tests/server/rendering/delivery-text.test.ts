import { expect, test } from 'vitest'

import { receivedStoreInfoSchema } from '@tanabana/contract/store-info.ts'
import { deliveryLine, returnLine } from '../../../src/server/rendering/delivery-text.ts'

test.each([
  [1, 'Free shipping across India. Delivery within a working day.', 'Return within a day of delivery.'],
  [7, 'Free shipping across India. Delivery within 7 working days.', 'Return within 7 days of delivery.'],
])('delivery and return of %i days', (days, delivery, returns) => {
  const store = receivedStoreInfoSchema.parse({
    returnPolicy: { days, fees: 'free' },
    shippingPolicy: { handlingDays: { min: 0, max: 0 }, transitDays: { min: 1, max: days } },
  })
  expect([deliveryLine(store), returnLine(store)]).toEqual([delivery, returns])
})
