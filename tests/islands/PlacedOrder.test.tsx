// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { PlacedOrder } from '../../src/islands/orders/PlacedOrder.tsx'
import { receivedOrderSchema } from '@tanabana/contract/order.ts'
import { toOrder } from '../../src/lib/orders/order.ts'
import { closeIslandPage } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

test.each([
  ['pending', 0, ["Your payment isn't confirmed yet."]],
  ['processing', 1, ['The shop packs your order.', 'The parcel comes to the address above']],
  ['shipped', 2, ['The parcel comes to the address above']],
  ['delivered', 3, []],
  ['cancelled', 4, []],
])('an order that is %s names only the steps that are still to come', (_name, status, expected) => {
  const received = receivedOrderSchema.parse({ id: 'A1', status, items: [] })
  render(<PlacedOrder order={toOrder(received, '')} terms={{ deliveryDays: 7 }} />)
  const { textContent } = screen.getByRole('region', { name: 'Order A1' })
  const steps = [
    "Your payment isn't confirmed yet.",
    'The shop packs your order.',
    'The parcel comes to the address above',
  ]
  expect(steps.filter((step) => textContent.includes(step))).toEqual(expected)
  expect(textContent.includes('What happens next')).toBe(expected.length > 0)
})

test.each([
  [
    1,
    'The parcel comes to the address above within a working day.',
    "If something doesn't fit, you can return it within a day of delivery.",
  ],
  [
    7,
    'The parcel comes to the address above within 7 working days.',
    "If something doesn't fit, you can return it within 7 days of delivery.",
  ],
])('the steps of an order name %i days of delivery and return', (days, delivery, returns) => {
  const received = receivedOrderSchema.parse({ id: 'A1', status: 1, items: [] })
  render(<PlacedOrder order={toOrder(received, '')} terms={{ deliveryDays: days, returnDays: days }} />)
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(steps).toContain(delivery)
  expect(steps).toContain(returns)
})
