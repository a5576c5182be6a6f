// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { mountPlacedOrder } from '../../src/islands/orders/mount-placed-order.tsx'
import { PlacedOrder } from '../../src/islands/orders/PlacedOrder.tsx'
import { receivedOrderSchema } from '@tanabana/contract/order.ts'
import { toOrder } from '../../src/lib/orders/order.ts'
import { savePlacedOrder } from '../../src/lib/orders/placed-order.ts'
import { closeIslandPage } from '../kit/browser/island.ts'
import { openShopperPage } from '../kit/browser/shopper-page.ts'

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

test('the amount to pay counts the discount and the fee of cash', async () => {
  const order = {
    ...{ id: 'A1', status: 1, cashOnDelivery: true, fees: [{ kind: 'cash-on-delivery', amount: 49 }] },
    discount: { code: 'WELCOME10', label: 'Welcome', amount: 149.9 },
    items: [{ id: 'A1-1', productTitle: 'Kurta', quantity: 1, price: 1499 }],
  }
  openShopperPage('/order-success', { 'GET /orders': { body: [order] } })
  savePlacedOrder('A1')
  const place = document.body.appendChild(document.createElement('div'))
  place.dataset.capabilities = 'cash-on-delivery offers quotes search'
  await act(() => mountPlacedOrder(place))
  const { textContent } = await screen.findByRole('region', { name: 'Order A1' })
  expect(textContent).toContain('Discount: Welcome −₹149.9Cash on delivery fee ₹49To pay ₹1,398.1')
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
