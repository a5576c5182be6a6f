// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { TrackOrderIsland } from '../../src/islands/orders/TrackOrderIsland.tsx'
// Compiled before the clock of a test runs.
import '../../src/islands/orders/OrderActions.tsx'
import '../../src/islands/orders/OrderTimeline.tsx'
import '../../src/islands/orders/TrackedOrder.tsx'
import {
  closeIslandPage,
  openIslandPage,
  signInBefore,
  toastTexts,
  type StubResponse,
} from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const order = {
  id: 'A1',
  status: 2,
  createdAt: '2026-08-05T12:00:00Z',
  items: [{ id: 'i1', productTitle: 'Kurta', quantity: 2, price: 999.5 }],
  shippingAddress: { address: '12 Lake Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
}
const found = { 'GET /orders/A1': (): StubResponse => ({ status: 200, body: order }) }

const number = () => screen.getByLabelText<HTMLInputElement>('Order Number')
const contact = () => screen.getByLabelText<HTMLInputElement>('Email or Phone')
const track = () => userEvent.click(screen.getByRole('button', { name: 'Track Order' }))

test('an item of the order has its picture and leads to its product', async () => {
  const items = [{ ...order.items[0], productId: 'p1', image: 'https://x.example/a.webp' }]
  const body = { ...order, items }
  openIslandPage('/track-order', { 'GET /orders/A1': (): StubResponse => ({ status: 200, body }) })
  render(<TrackOrderIsland orderId="A1" />)
  await userEvent.type(contact(), 'asha@example.com')
  await track()
  const result = await screen.findByRole('region', { name: 'Order A1' })
  expect(within(result).getByRole('link', { name: 'Kurta' }).getAttribute('href')).toBe('/product/p1')
  expect(result.querySelector('img')?.src).toBe('https://x.example/a.webp')
})

test('an order with invalid details is found and shows the valid ones', { tags: ['@req-3.6'] }, async () => {
  const items = [
    { productTitle: 'Kurta', quantity: '2', price: '₹999.50' },
    { productTitle: 'Saree', quantity: 1, price: {} },
  ]
  const body = { ...order, items, shippingAddress: ['12 Lake Road', 411001] }
  openIslandPage('/track-order', { 'GET /orders/A1': (): StubResponse => ({ status: 200, body }) })
  render(<TrackOrderIsland orderId="A1" />)
  await userEvent.type(contact(), 'asha@example.com')
  await track()
  const result = await screen.findByRole('region', { name: 'Order A1' })
  expect(result.textContent).toContain('12 Lake Road, 411001')
  const cells = within(result).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    ...['Kurta', '2', '$999.50'],
    ...['Saree', '1', 'Not available'],
  ])
})

test('typed text is not overwritten by the e-mail', async () => {
  const response = Promise.withResolvers<Exclude<StubResponse, Error | Promise<unknown>>>()
  signInBefore()
  openIslandPage('/track-order', { 'GET /accountInfo': () => response.promise })
  render(<TrackOrderIsland orderId={undefined} />)
  await userEvent.type(contact(), '98')
  response.resolve({ status: 200, body: { email: 'asha@example.com' } })
  await response.promise
  await userEvent.type(contact(), '76')
  expect(contact().value).toBe('9876')
})

test('without the account’s response there is neither e-mail nor hint', async () => {
  signInBefore()
  openIslandPage('/track-order', { 'GET /accountInfo': () => ({ status: 500, body: {} }) })
  render(<TrackOrderIsland orderId={undefined} />)
  await expect.poll(() => screen.queryByText('Using your account email by default')).toBeNull()
  expect(contact().value).toBe('')
  expect(toastTexts()).toEqual([])
})

test.each([
  ['', ''],
  ['A1', ' '],
  [' ', 'asha@example.com'],
])(
  'order number "%s" with contact "%s" asks for both',
  { tags: ['@req-5.5', '@req-8.7'] },
  async (orderId, contactInfo) => {
    const page = openIslandPage('/track-order')
    render(<TrackOrderIsland orderId={orderId} />)
    if (contactInfo) await userEvent.type(contact(), contactInfo)
    await track()
    expect(toastTexts()).toEqual(['Required fields / Please enter both order number and email/phone'])
    expect(page.calls).toEqual([])
    expect(document.activeElement).toBe(orderId.trim() ? contact() : number())
  },
)

test('an order that arrives after the failure was shown is displayed', async () => {
  const apiResponse = Promise.withResolvers<Exclude<StubResponse, Error | Promise<unknown>>>()
  openIslandPage('/track-order?id=A1', { 'GET /orders/A1': () => apiResponse.promise })
  render(<TrackOrderIsland orderId="A1" />)
  await userEvent.type(contact(), 'asha@example.com')
  await track()
  await expect
    .poll(toastTexts, { timeout: 4000 })
    .toEqual(['Error / Failed to find order. Please check your information and try again.'])
  apiResponse.resolve({ status: 200, body: order })
  const result = await screen.findByRole('region', { name: 'Order A1' })
  await expect.poll(() => document.activeElement).toBe(result)
})

test('the result of an outdated request is not shown', async () => {
  const stubResponse = Promise.withResolvers<Exclude<StubResponse, Error | Promise<unknown>>>()
  const other = Promise.withResolvers<Exclude<StubResponse, Error | Promise<unknown>>>()
  openIslandPage('/track-order?id=A1', {
    'GET /orders/A1': () => stubResponse.promise,
    'GET /orders/B1': () => other.promise,
  })
  const shown: unknown[] = []
  const looks = new MutationObserver(() =>
    shown.push(document.querySelector('section')?.getAttribute('aria-label')),
  )
  looks.observe(document.body, { childList: true, subtree: true })
  render(<TrackOrderIsland orderId="A1" />)
  await userEvent.type(contact(), 'asha@example.com')
  await track()
  await expect.poll(toastTexts, { timeout: 4000 }).toHaveLength(1)
  await userEvent.clear(number())
  await userEvent.type(number(), 'B1')
  await track()
  stubResponse.resolve({ status: 200, body: order })
  // Turns in which it would be read and shown.
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  other.resolve({ status: 200, body: { ...order, id: 'B1' } })
  await screen.findByRole('region', { name: 'Order B1' })
  looks.disconnect()
  expect(shown).toContain('Order B1')
  expect(shown).not.toContain('Order A1')
})

test('a cancellation that ends after another order was found changes nothing on screen', async () => {
  const cancelled = Promise.withResolvers<{ status: number; body: unknown }>()
  const other = { ...order, id: 'B1', status: 0 }
  openIslandPage('/track-order?id=A1', {
    'GET /orders/A1': () => ({ status: 200, body: { ...order, status: 0, cancellable: true } }),
    'GET /orders/B1': () => ({ status: 200, body: other }),
    'POST /orders/A1/cancellation': () => cancelled.promise,
  })
  render(<TrackOrderIsland orderId="A1" capabilities={['cancellation']} />)
  await userEvent.type(contact(), 'asha@example.com')
  await track()
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel order/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
  await userEvent.clear(number())
  await userEvent.type(number(), 'B1')
  await track()
  await screen.findByRole('region', { name: 'Order B1' })
  cancelled.resolve({ status: 200, body: { ...order, status: 4 } })
  // Turns in which it would be read and shown.
  await act(async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  })
  expect(screen.queryByRole('region', { name: 'Order A1' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Order B1' })).toBeDefined()
})

test('the error of an earlier try disappears with the next one', async () => {
  openIslandPage('/track-order?id=A1', found)
  render(<TrackOrderIsland orderId="A1" />)
  await track()
  expect(toastTexts()).toEqual(['Required fields / Please enter both order number and email/phone'])
  await userEvent.type(contact(), 'asha@example.com')
  await track()
  await screen.findByRole('region', { name: 'Order A1' })
  expect(toastTexts()).toEqual([])
})
