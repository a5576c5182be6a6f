// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { CartIsland } from '../../src/islands/cart/CartIsland.tsx'
import { checkSession } from '../../src/lib/auth/session-store.ts'
import { $cart } from '../../src/lib/cart/cart-store.ts'
import { lookUpsSettled } from '../../src/lib/cart/current-products.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { $toasts } from '../../src/lib/platform/toasts.ts'
import { closeIslandPage, openIslandPage, toastTexts } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const kurta = {
  id: 'k',
  name: 'Kurta',
  image: '/kurta.jpg',
  price: 1299.5,
  quantity: 2,
  selectedColor: 'Indigo',
}
const lines = [
  { ...kurta, selectedSize: 'M' },
  { ...kurta, selectedSize: 'L', quantity: 1 },
  { id: 's', name: 'Saree', image: '', price: 123456, quantity: 1 },
]

function button(name: string) {
  return screen.getByRole('button', { name })
}

function firstOf(elements: HTMLElement[]): HTMLElement {
  const [first] = elements
  if (!first) throw new Error('There is no such element.')
  return first
}

test.each([
  ['Clear Cart', 'Ctrl+Z'],
  ['Remove Kurta', 'Ctrl+Z'],
  ['Remove Saree', 'the button'],
  ['Clear Cart', 'the button'],
])('after %s, %s restores the exact lines', async (name, way) => {
  openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland />)
  await userEvent.click(firstOf(screen.getAllByRole('button', { name })))
  expect($cart.get()).not.toHaveLength(3)
  if (way === 'Ctrl+Z') await userEvent.keyboard('{Control>}z{/Control}')
  else act(() => $toasts.get()[0]?.action?.run())
  expect($cart.get()).toEqual(lines)
  expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual(lines)
  expect(toastTexts().at(-1)).toBe('Back in your cart')
})

test('shows the delivery line that the page knows', () => {
  openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland delivery="Delivery within 7 working days." />)
  expect(screen.getByRole('region', { name: 'Summary' }).textContent).toContain(
    'Delivery within 7 working days.',
  )
})

test('a guest creates an account from the cart, and continues to /checkout', () => {
  openIslandPage('/cart')
  checkSession()
  $cart.set(lines)
  render(<CartIsland />)
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    '/register?from=%2Fcheckout',
  )
})

test('a picture that does not load becomes an icon', { tags: ['@req-2.10'] }, () => {
  openIslandPage('/cart')
  $cart.set(lines.slice(0, 1))
  const { container } = render(<CartIsland />)
  act(() => void container.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('[data-image-fallback]')).toBeTruthy()
})

function productResponse(id: string, price: number, attributes: unknown[] = []) {
  return () => ({ status: 200, body: { id, title: 'A product', regularPrice: price, attributes } })
}

test.each([
  ['there is no such product', () => ({ status: 404, body: { error: 'Gone' } })],
  ['nothing comes', () => new TypeError('Failed to fetch')],
  ['it fails', () => ({ status: 500, body: {} })],
  ['no price comes', () => ({ status: 200, body: { id: 's', title: 'Saree' } })],
  ['a price comes as text', () => ({ status: 200, body: { id: 's', title: 'Saree', regularPrice: '1' } })],
  ['another product comes', productResponse('other', 1)],
  ['the price is beyond all garments', productResponse('s', 1e12)],
])('a look-up changes nothing where %s', { tags: ['@req-8.4'] }, async (_, response) => {
  const page = openIslandPage('/cart', { 'GET /products/s': response })
  $cart.set(lines.slice(2))
  render(<CartIsland />)
  await vi.waitFor(() => expect(page.calls).toHaveLength(1))
  await act(lookUpsSettled)
  expect($cart.get()).toEqual(lines.slice(2))
  expect(screen.queryByText(/Price changed/)).toBeNull()
  expect(toastTexts()).toEqual([])
})

test('a product whose id names a property of every object is looked up as any other', async () => {
  openIslandPage('/cart', { 'GET /products/constructor': productResponse('constructor', 1000) })
  $cart.set(lines.slice(2).map((line) => ({ ...line, id: 'constructor' })))
  render(<CartIsland />)
  expect(await screen.findByText('Price changed from ₹1,23,456 to ₹1,000')).toBeTruthy()
})

test('a page that is shown again reads the prices again', { tags: ['@req-8.4'] }, async () => {
  let price = 1000
  openIslandPage('/cart', { 'GET /products/s': () => productResponse('s', price)() })
  $cart.set(lines.slice(2))
  render(<CartIsland />)
  await screen.findByText('Price changed from ₹1,23,456 to ₹1,000')
  price = 900
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('Price changed from ₹1,23,456 to ₹900')).toBeTruthy()
})

const kurtaAttributes = [
  { key: 'Size', value: ['S', 'M', 'L'] },
  { key: 'Colours', value: ['Indigo', 'Madder'] },
  { key: 'Sold out', value: ['L'] },
]
const bareKurta = { id: 'k', name: 'Kurta', image: '', price: 1299.5, quantity: 1 }

function openCartOf(...cart: (typeof bareKurta & { selectedSize?: string; selectedColor?: string })[]) {
  openIslandPage('/cart', { 'GET /products/k': productResponse('k', 1299.5, kurtaAttributes) })
  $cart.set(cart)
  return userEvent.setup()
}

test(
  'with order-lines a line offers the size and colour that it lacks, in place',
  { tags: ['@req-11.1'] },
  async () => {
    const user = openCartOf(bareKurta)
    render(<CartIsland capabilities={['order-lines']} />)
    const sizes = await screen.findByRole('group', { name: 'Size of Kurta' })
    expect(sizes.textContent).toContain('Select a size')
    expect(within(sizes).getByRole<HTMLButtonElement>('button', { name: /^L/ }).disabled).toBe(true)
    expect(within(sizes).getByRole('button', { name: /^L/ }).textContent).toBe('LSold out')
    await user.click(within(sizes).getByRole('button', { name: 'M' }))
    expect(document.activeElement?.textContent).toBe('M')
    await user.click(screen.getByRole('button', { name: 'Madder' }))
    expect($cart.get()).toMatchObject([{ id: 'k', selectedSize: 'M', selectedColor: 'Madder', quantity: 1 }])
    // A wrong choice can be corrected.
    await user.click(screen.getByRole('button', { name: 'S' }))
    expect($cart.get()).toMatchObject([{ selectedSize: 'S' }])
    expect(screen.queryByText('Select a size')).toBeNull()
  },
)

test('a line that becomes the same as another joins it, and the focus stays in the list', async () => {
  const user = openCartOf(
    { ...bareKurta, selectedSize: 'M', selectedColor: 'Indigo' },
    { ...bareKurta, selectedColor: 'Indigo' },
  )
  render(<CartIsland capabilities={['order-lines']} />)
  const sizes = await screen.findByRole('group', { name: 'Size of Kurta' })
  await user.click(within(sizes).getByRole('button', { name: 'M' }))
  expect($cart.get()).toMatchObject([{ selectedSize: 'M', quantity: 2 }])
  expect(document.activeElement).toBe(screen.getByRole('list'))
})

test('a size that is sold out, one that is no more and a product that is gone are named', async () => {
  openCartOf(
    { ...bareKurta, selectedSize: 'L', selectedColor: 'Indigo' },
    { ...bareKurta, selectedSize: 'XXL', selectedColor: 'Pink' },
  )
  const gone = { ...bareKurta, id: 'g', name: 'Gone' }
  $cart.set([...$cart.get(), gone])
  vi.stubGlobal('fetch', answering404(globalThis.fetch, '/products/g'))
  render(<CartIsland capabilities={['order-lines']} />)
  await screen.findByText('Size L is sold out. Select another.')
  await screen.findByText('No longer available. Remove it to continue.')
  expect(screen.getByText('Size XXL is no longer available. Select another.')).toBeTruthy()
  expect(screen.getByText('Colour Pink is no longer available. Select another.')).toBeTruthy()
})

function answering404(others: typeof fetch, path: string): typeof fetch {
  return async (url, init) =>
    (url as string | URL).toString().endsWith(path)
      ? new Response('{"error":"Gone"}', { status: 404 })
      : others(url, init)
}

test('hydrates over server HTML with a full cart, without a mismatch and without saying empty', async () => {
  openIslandPage('/cart')
  const html = renderToString(<CartIsland />)
  expect(html).not.toContain('Your cart is empty')
  $cart.set(lines)
  const complaints = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const onRecoverableError = vi.fn()
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = html
  const seen: string[] = []
  const observer = new MutationObserver(() => seen.push(container.textContent))
  observer.observe(container, { childList: true, subtree: true })
  const root = await act(async () => hydrateRoot(container, <CartIsland />, { onRecoverableError }))
  expect(container.textContent).toContain('Saree')
  expect(seen.join()).not.toContain('Your cart is empty')
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(complaints).not.toHaveBeenCalled()
  observer.disconnect()
  act(() => root.unmount())
  container.remove()
})

/** What the API answers about a kurta with these variants. */
function kurtaOf(variants: { id: string; size: string; price?: number; stock?: number }[]) {
  const body = {
    ...{ id: 'k', title: 'Kurta', regularPrice: 999, attributes: [] },
    options: [{ name: 'Size', values: variants.map(({ size }) => size) }],
    variants: variants.map(({ id, size, price = 999, stock }) => ({
      ...{ id, options: { Size: size }, regularPrice: price, available: stock !== 0 },
      ...(stock !== undefined && { stock }),
    })),
  }
  return () => ({ status: 200, body })
}

describe('a product whose variants have changed', () => {
  const capabilities: Capability[] = ['order-lines', 'variants', 'stock']
  const small = {
    id: 'k',
    name: 'Kurta',
    image: '',
    price: 999,
    quantity: 1,
    selectedSize: 'S',
    variantId: 's',
  }

  test('a size that is gone says so and offers the one that is left', { tags: ['@req-11.15'] }, async () => {
    openIslandPage('/cart', { 'GET /products/k': kurtaOf([{ id: 'm', size: 'M' }]) })
    $cart.set([small])
    render(<CartIsland capabilities={capabilities} />)
    await screen.findByText('Size S is no longer available. Select another.')
    await userEvent.click(button('M'))
    expect($cart.get()).toMatchObject([{ selectedSize: 'M', variantId: 'm' }])
    expect(screen.queryByText(/no longer available/)).toBeNull()
  })

  test(
    'a choice whose variant has another id takes it, with its price',
    { tags: ['@req-11.15'] },
    async () => {
      const now = [
        { id: 's2', size: 'S', price: 899 },
        { id: 's', size: 'M' },
      ]
      openIslandPage('/cart', { 'GET /products/k': kurtaOf(now) })
      $cart.set([small])
      render(<CartIsland capabilities={capabilities} />)
      await screen.findByText('Price changed from ₹999 to ₹899')
      expect($cart.get()).toMatchObject([{ selectedSize: 'S', variantId: 's2', price: 899 }])
    },
  )

  test('the quantity stops at the pieces that are left, which the line names', async () => {
    openIslandPage('/cart', { 'GET /products/k': kurtaOf([{ id: 's', size: 'S', stock: 2 }]) })
    $cart.set([small])
    render(<CartIsland capabilities={capabilities} />)
    await act(lookUpsSettled)
    const more = button('Increase quantity of Kurta, Size: S')
    expect(screen.queryByText('Only 2 left')).toBeNull()
    await userEvent.click(more)
    await userEvent.click(more)
    expect($cart.get()).toMatchObject([{ quantity: 2 }])
    expect(more.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Only 2 left')).toBeTruthy()
  })
})
