// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

// Compiled before the clock of a test runs.
import '../../src/islands/orders/OrderActions.tsx'
import '../../src/islands/orders/OrderTimeline.tsx'
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx'
import {
  closeIslandPage,
  openIslandPage,
  signInBefore,
  toastTexts,
  type StubResponse,
} from '../helpers/island.ts'

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

test('an order shows id, date, status, items, shipping and total, with $ and 2 decimals', async () => {
  open(() => ({ status: 200, body: { data: [pending] } }))
  expect(screen.getByRole('status').textContent).toBe('Loading your orders...')
  const order = await screen.findByRole('article', { name: 'Order AB/1' })
  const [first, second] = within(within(order).getByRole('list', { name: 'Items' })).getAllByRole('listitem')
  expect(first?.textContent).toBe('KurtaQuantity: 2 · Colour: Indigo · Size: M$999.50')
  expect(second?.textContent).toBe('SareeQuantity: 1$1.00')
  expect(order.textContent).toContain('August 5, 2026')
  expect(order.textContent).toContain('12 Lake Road, Pune, Maharashtra, 411001')
  expect(order.textContent).toContain('Standard Shipping')
  expect(order.textContent).toContain('Not available')
  expect(order.textContent).toContain('$2000.00')
  const payNow = within(order).getByRole('link', { name: /Pay Now/ })
  expect(payNow.getAttribute('href')).toBe('/payment?orderId=AB%2F1')
})

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

test(
  'an order with invalid details shows the valid ones, and no incomplete total',
  { tags: ['@req-3.6'] },
  async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const odd = {
      id: 17,
      status: 'paid',
      createdAt: 1786000000,
      items: [
        { productTitle: 'Kurta', quantity: '2', price: '499.00' },
        { productTitle: 'Saree', quantity: null, price: 'on request' },
        null,
      ],
      shippingAddress: '12 Lake Road, Pune 411001',
    }
    const whole = {
      ...pending,
      id: 'B1',
      shippingAddress: { ...pending.shippingAddress, postalCode: 411001 },
    }
    open(() => ({ status: 200, body: [odd, whole] }))
    const order = await screen.findByRole('article', { name: 'Order 17' })
    const items = within(within(order).getByRole('list', { name: 'Items' })).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'KurtaQuantity: 2$499.00',
      'SareeQuantity: Not availableNot available',
      'ItemQuantity: Not availableNot available',
    ])
    expect(order.querySelector('[data-status]')?.textContent).toBe('Unknown')
    expect(order.textContent).toContain('Shipping address12 Lake Road, Pune 411001')
    expect(order.querySelector('footer')?.textContent).toBe('Total Not available')
    const other = screen.getByRole('article', { name: 'Order B1' })
    expect(other.textContent).toContain('12 Lake Road, Pune, Maharashtra, 411001')
    expect(other.textContent).toContain('Total $2000.00')
  },
)

test(
  'statuses stand in their colours, and only Pending offers Pay Now',
  { tags: ['@req-2.14'] },
  async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const body = [0, 1, 2, 3, 4, 7, 'x'].map((status, index) => ({ ...pending, id: index, status }))
    open(() => ({ status: 200, body }))
    await screen.findByRole('article', { name: 'Order 0' })
    const badges = [...document.querySelectorAll<HTMLElement>('[data-status]')]
    expect(
      badges.map((badge) => [badge.textContent, badge.className.split(' ').slice(0, 2).join(' ')]),
    ).toEqual([
      ['Pending', 'bg-yellow text-yellow-ink'],
      ['Processing', 'bg-raised text-info'],
      ['Shipped', 'bg-raised text-violet'],
      ['Delivered', 'bg-raised text-success'],
      ['Cancelled', 'bg-raised text-danger'],
      ['Unknown (7)', 'bg-raised text-muted'],
      ['Unknown', 'bg-raised text-muted'],
    ])
    expect(screen.getAllByText('Pay Now')).toHaveLength(1)
  },
)

test('no orders: No Orders Found with Browse Products', async () => {
  open(() => ({ status: 200, body: [] }))
  expect(await screen.findByText('No Orders Found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Products' }).getAttribute('href')).toBe('/products')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  expect(toastTexts()).toEqual([])
})

test('a failure has its toast and an empty list, and can be tried again', async () => {
  let isWell = false
  open(() => (isWell ? { status: 200, body: [pending] } : { status: 500, body: {} }))
  expect(await screen.findByText('No Orders Found')).toBeTruthy()
  expect(toastTexts()).toEqual(['Error / Failed to load your orders. Please try again.'])
  isWell = true
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('article', { name: 'Order AB/1' })).toBeTruthy()
})

test('a 401 leads to /login with path and query', async () => {
  signInBefore()
  const page = openIslandPage('/orders?x=1', { 'GET /orders': () => ({ status: 401, body: {} }) })
  render(<OrdersIsland />)
  await expect.poll(() => page.visits).toEqual(['/login?from=%2Forders%3Fx%3D1'])
})
