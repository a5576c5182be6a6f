// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import { CartIsland } from '../../src/islands/cart/CartIsland.tsx'
import { $cart } from '../../src/lib/stores/cart.ts'
import { carriedToast, closeIslandPage, openIslandPage, signInBefore, toastTexts } from '../helpers/island.ts'

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

test('an empty cart says so and leads home', () => {
  openIslandPage('/cart')
  render(<CartIsland />)
  expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/')
})

test('a line shows name, colour, size, quantity and its total in rupees', () => {
  openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland />)
  const first = firstOf(screen.getAllByRole('listitem'))
  expect(first.textContent).toContain('Color: Indigo · Size: M')
  expect(first.textContent).toContain('₹2,599')
  expect(within(first).getByRole('status').textContent).toBe('2')
  expect(within(first).getByRole('link', { name: 'Kurta' }).getAttribute('href')).toBe('/product/k')
})

test('the subtotal stands with the item count', () => {
  openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland />)
  const summary = screen.getByRole('region', { name: 'Summary' })
  expect(summary.textContent).toContain('Subtotal (4 items)')
  expect(summary.textContent).toContain('₹1,27,354.5')
})

test('plus and minus change the one line, and minus stops at 1', async () => {
  openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland />)
  await userEvent.click(button('Increase quantity of Kurta, Color: Indigo · Size: L'))
  await userEvent.click(button('Decrease quantity of Kurta, Color: Indigo · Size: M'))
  await userEvent.click(button('Decrease quantity of Kurta, Color: Indigo · Size: M'))
  await userEvent.click(button('Decrease quantity of Saree'))
  expect($cart.get().map(({ quantity }) => quantity)).toEqual([1, 2, 1])
  expect(toastTexts()).toEqual([])
})

test('removing takes all lines of that product and keeps the focus at the cart', async () => {
  openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland />)
  await userEvent.click(firstOf(screen.getAllByRole('button', { name: 'Remove Kurta' })))
  expect($cart.get().map(({ id }) => id)).toEqual(['s'])
  expect(toastTexts()).toEqual(['Removed from cart'])
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Cart' }))
})

test('Clear Cart empties the cart', async () => {
  openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland />)
  await userEvent.click(button('Clear Cart'))
  expect(screen.getByText('Your cart is empty')).toBeTruthy()
  expect(toastTexts()).toEqual(['Cart cleared / All items have been removed from your cart.'])
})

test('Checkout sends a guest to /login, remembering /checkout, with a toast', async () => {
  const page = openIslandPage('/cart')
  $cart.set(lines)
  render(<CartIsland />)
  await userEvent.click(button('Checkout'))
  expect(page.visits).toEqual(['/login?from=%2Fcheckout'])
  expect(carriedToast()).toEqual({ title: 'Login Required', body: 'Please login to proceed with checkout' })
})

test('Checkout sends a signed-in shopper to /checkout', async () => {
  const page = openIslandPage('/cart')
  signInBefore()
  $cart.set(lines)
  render(<CartIsland />)
  await userEvent.click(button('Checkout'))
  expect(page.visits).toEqual(['/checkout'])
})

test('a picture that does not load becomes an icon', () => {
  openIslandPage('/cart')
  $cart.set(lines.slice(0, 1))
  const { container } = render(<CartIsland />)
  act(() => void container.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('[data-image-fallback]')).toBeTruthy()
})

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
