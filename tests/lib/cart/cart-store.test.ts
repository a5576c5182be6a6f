// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import {
  clearCart,
  emptyCartAfterOrder,
  removeFromCart,
  updateQuantity,
} from '../../../src/lib/cart/cart-actions.ts'
import { readStored } from '../../../src/lib/platform/storage.ts'
import { parseCart } from '../../../src/lib/cart/cart.ts'
import { $cart, addToCart } from '../../../src/lib/cart/cart-store.ts'
import { fillStorage } from '../../kit/browser/full-storage.ts'
import { closeIslandPage, toastTexts } from '../../kit/browser/island.ts'

const kurta = { id: 'k1', name: 'Kurta', image: '', price: 999.5, quantity: 1 }
const stole = { ...kurta, id: 's1', name: 'Stole' }

afterEach(() => {
  vi.restoreAllMocks()
  closeIslandPage()
})

/** Writes a cart as another tab whose storage event is still in flight. */
function writeElsewhere(lines: unknown[]): void {
  localStorage.setItem('cart', JSON.stringify(lines))
}

test('a recent write of another tab is not overwritten', { tags: ['@req-4.2'] }, () => {
  addToCart(kurta)
  writeElsewhere([{ ...kurta, quantity: 5 }, stole])
  addToCart(kurta)
  expect($cart.get()).toMatchObject([{ id: 'k1', quantity: 6 }, { id: 's1' }])
  writeElsewhere([{ ...kurta, quantity: 9 }, stole])
  updateQuantity(stole, 2)
  expect($cart.get()).toMatchObject([
    { id: 'k1', quantity: 9 },
    { id: 's1', quantity: 2 },
  ])
  writeElsewhere([kurta, stole])
  removeFromCart('k1')
  expect(JSON.parse(localStorage.getItem('cart') ?? '')).toMatchObject([{ id: 's1' }])
})

test('each action has its toast', { tags: ['@req-4.2', '@req-8.4'] }, () => {
  addToCart(kurta)
  addToCart(kurta)
  removeFromCart('k1')
  clearCart()
  expect(toastTexts()).toEqual([
    'Added to cart / Kurta',
    'Cart updated / Kurta',
    'Removed from cart',
    'Cart cleared / All items have been removed from your cart.',
  ])
})

test('full storage shows a toast and does not throw', { tags: ['@req-4.2'] }, () => {
  $cart.listen(() => undefined)
  fillStorage('localStorage', 'sessionStorage')
  expect(addToCart(kurta)).toBe(false)
  expect(toastTexts()).toEqual(['Cart not saved / Free some browser storage and try again.'])
  // Once there is room it counts once.
  vi.unstubAllGlobals()
  expect(addToCart(kurta)).toBe(true)
  expect($cart.get()).toMatchObject([{ id: 'k1', quantity: 1 }])
})

test('a full storage keeps the cart of this tab', { tags: ['@req-4.2'] }, () => {
  $cart.listen(() => undefined)
  addToCart(kurta)
  fillStorage('localStorage')
  expect(addToCart({ ...stole, name: 'A stole with a long name' })).toBe(true)
  updateQuantity(kurta, 12)
  expect($cart.get()).toMatchObject([{ id: 'k1', quantity: 12 }, { id: 's1' }])
  expect(parseCart(readStored('cart') ?? '')).toEqual($cart.get())
})

test('an order empties the cart although storage is full', { tags: ['@decision-1.7'] }, () => {
  $cart.listen(() => undefined)
  addToCart(kurta)
  localStorage.removeItem('cart-action')
  fillStorage('localStorage', 'sessionStorage')
  emptyCartAfterOrder($cart.get())
  expect([$cart.get(), localStorage.getItem('cart')]).toEqual([[], '[]'])
})

test('simultaneous changes of two tabs are both applied', async () => {
  $cart.listen(() => undefined)
  addToCart(kurta)
  const event = (key: string, value: unknown) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(value) }))
  // Of two actions in one millisecond the lower tab's comes first.
  event('cart-action', { type: 'add', line: stole, tab: 0.5, at: Date.now() + 1 })
  event('cart', [stole])
  await vi.waitFor(() => expect($cart.get()).toMatchObject([{ id: 'k1' }, { id: 's1' }]))
  expect(JSON.parse(localStorage.getItem('cart') ?? '')).toMatchObject([{ id: 'k1' }, { id: 's1' }])
})

test('an order empties the cart without a toast, except for lines that were added since', () => {
  addToCart({ ...kurta, quantity: 2 })
  const ordered = $cart.get()
  emptyCartAfterOrder(ordered)
  expect($cart.get()).toEqual([])
  addToCart({ ...kurta, quantity: 2 })
  $cart.set([{ ...kurta, quantity: 3 }, { ...kurta, selectedSize: 'M' }, stole])
  emptyCartAfterOrder(ordered)
  expect($cart.get()).toMatchObject([
    { id: 'k1', quantity: 1 },
    { id: 'k1', selectedSize: 'M', quantity: 1 },
    { id: 's1', quantity: 1 },
  ])
  expect(toastTexts()).toEqual(['Added to cart / Kurta', 'Added to cart / Kurta'])
})

test('a line is written as every other tab writes it, whatever the order of its fields', () => {
  const { name, ...others } = stole
  addToCart({ selectedSize: 'M', ...others, name })
  const written = localStorage.getItem('cart')
  clearCart()
  addToCart({ ...stole, selectedSize: 'M' })
  expect(localStorage.getItem('cart')).toBe(written)
})

test('an order leaves lines that another tab has just added', () => {
  $cart.listen(() => undefined)
  addToCart(kurta)
  const ordered = $cart.get()
  localStorage.setItem('cart', JSON.stringify([...ordered, stole]))
  emptyCartAfterOrder(ordered)
  expect($cart.get()).toMatchObject([{ id: 's1', quantity: 1 }])
})
