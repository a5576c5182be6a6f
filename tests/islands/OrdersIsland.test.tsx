// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

// Compiled before the clock of a test runs.
import '../../src/islands/orders/OrderActions.tsx'
import '../../src/islands/orders/OrderTimeline.tsx'
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx'
import { closeIslandPage, openIslandPage, signInBefore, type StubResponse } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const pending = {
  id: 'AB/1',
  status: 0,
  createdAt: '2026-08-05T12:00:00Z',
  items: [
    {
      id: 'i1',
      productTitle: 'Kurta',
      quantity: 2,
      price: 999.5,
      selectedSize: 'M',
      selectedColor: 'Indigo',
    },
    { id: 'i2', productTitle: 'Saree', quantity: 1, price: 1 },
  ],
  shippingAddress: { address: '12 Lake Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
}

function open(response: () => StubResponse) {
  signInBefore()
  const page = openIslandPage('/orders', { 'GET /orders': response })
  render(<OrdersIsland />)
  return page
}

test('an item has its picture and leads to its product', async () => {
  const item = { ...pending.items[0], productId: 'p1', variantId: 'v1', image: 'https://x.example/a.webp' }
  open(() => ({ status: 200, body: [{ ...pending, items: [item, pending.items[1]] }] }))
  const order = await screen.findByRole('article', { name: 'Order AB/1' })
  const items = within(order).getByRole('list', { name: 'Items' })
  expect(within(items).getByRole('link', { name: 'Kurta' }).getAttribute('href')).toBe(
    '/product/p1?variant=v1',
  )
  expect([...items.querySelectorAll('img')].map(({ src }) => src)).toEqual(['https://x.example/a.webp'])
  expect(within(items).getAllByRole('link')).toHaveLength(1)
})

test('a discount and what is paid are rows below the specified total', async () => {
  signInBefore()
  const discount = { label: 'Festive offer', amount: 200 }
  openIslandPage('/orders', { 'GET /orders': () => ({ status: 200, body: [{ ...pending, discount }] }) })
  render(<OrdersIsland capabilities={['offers']} />)
  const order = await screen.findByRole('article', { name: 'Order AB/1' })
  expect(order.querySelector('footer')?.textContent).toContain(
    'Total $2000.00Discount: Festive offer −$200.00To pay $1800.00',
  )
})

test('the focus stays with the order when its cancellation is kept or done', async () => {
  signInBefore()
  openIslandPage('/orders', {
    'GET /orders': () => ({ status: 200, body: [{ ...pending, cancellable: true }] }),
    'POST /orders/AB%2F1/cancellation': () => ({ status: 200, body: { ...pending, status: 4 } }),
  })
  render(<OrdersIsland capabilities={['cancellation']} />)
  const cancel = await screen.findByRole('button', { name: 'Cancel order: Order AB/1' })
  await userEvent.click(cancel)
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(document.activeElement).toBe(cancel)
  await userEvent.click(cancel)
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel order/ })).toBeNull())
  const order = screen.getByRole('article', { name: 'Order AB/1' })
  expect(order.textContent).toContain('Cancelled')
  expect(order.contains(document.activeElement)).toBe(true)
})
