// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { CartIsland } from '../../src/islands/cart/CartIsland.tsx'
import { $cart } from '../../src/lib/cart/cart-store.ts'
import { $wishlist } from '../../src/lib/wishlist/wishlist.ts'
import { fillStorage } from '../kit/browser/full-storage.ts'
import { closeIslandPage, openIslandPage } from '../kit/browser/island.ts'

const line = {
  id: 'k',
  name: 'Kurta',
  image: '/kurta.jpg',
  price: 1299.5,
  quantity: 1,
  selectedColor: 'Indigo',
  selectedSize: 'M',
  otherOptions: 'Length: 40',
  variantId: 'k-m',
}

afterEach(() => {
  $wishlist.set([])
  closeIslandPage()
})

function open() {
  openIslandPage('/cart')
  render(<CartIsland />)
  return userEvent.setup()
}

test(
  'a line saved for later is listed below the cart and goes back with its choice',
  { tags: ['@req-2.10'] },
  async () => {
    const user = open()
    act(() => $cart.set([line]))
    expect(screen.queryByRole('heading', { name: 'Saved for later' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Save for later: Kurta/ }))
    expect(await screen.findByRole('heading', { name: 'Saved for later' })).toBeDefined()
    expect(screen.getByText('Colour: Indigo · Size: M · Length: 40')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Kurta' }).getAttribute('href')).toContain('k-m')
    await user.click(screen.getByRole('button', { name: /^Move to cart: Kurta/ }))
    expect($cart.get()).toEqual([line])
    expect($wishlist.get()).toEqual([])
    expect(screen.queryByRole('heading', { name: 'Saved for later' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Saved for later')
  },
)

test('a wish of another page is listed too, and can be removed', { tags: ['@req-2.10'] }, async () => {
  const user = open()
  act(() => $wishlist.set([{ id: 's', name: 'Stole', image: '', price: 450, shownColor: 'Blue' }]))
  expect(await screen.findByText('₹450')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove from Wishlist: Stole' }))
  expect($wishlist.get()).toEqual([])
})

test('a cart that can not be saved leaves the wish in its place', { tags: ['@req-2.10'] }, async () => {
  const user = open()
  const stop = $cart.listen(() => undefined)
  act(() => $wishlist.set([{ id: 's', name: 'Stole', image: '', price: 450 }]))
  const move = await screen.findByRole('button', { name: /^Move to cart: Stole/ })
  fillStorage('localStorage', 'sessionStorage')
  await user.click(move)
  expect($wishlist.get()).toHaveLength(1)
  expect($cart.get()).toEqual([])
  stop()
})
