// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { PlacedOrder } from '../../src/islands/orders/PlacedOrder.tsx'
import { receivedOrderSchema } from '../../src/lib/contract/order.ts'
import { toOrder } from '../../src/lib/orders/order.ts'
import { closeIslandPage } from '../helpers/island.ts'

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
