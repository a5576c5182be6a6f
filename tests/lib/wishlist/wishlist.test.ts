// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'

import { $wishlist, isWished, toggleWished } from '../../../src/lib/wishlist/wishlist.ts'
import { fillStorage } from '../../kit/browser/full-storage.ts'
import { closeIslandPage, toastTexts } from '../../kit/browser/island.ts'

const kurta = { id: 'k1', name: 'Kurta', image: '', price: 999.5 }
const stole = { id: 's1', name: 'Stole', image: '', price: 450 }

afterEach(() => {
  $wishlist.set([])
  closeIslandPage()
})

test('a heart adds its product in front, and a second press takes it out', () => {
  toggleWished(kurta)
  toggleWished(stole)
  expect($wishlist.get()).toEqual([stole, kurta])
  toggleWished(stole)
  expect($wishlist.get()).toEqual([kurta])
  expect(isWished($wishlist.get(), 'k1')).toBe(true)
  expect(isWished($wishlist.get(), 's1')).toBe(false)
  expect(toastTexts()).toEqual([])
})

test('a wish keeps the shown colour and the sale price, and nothing else of its card', () => {
  const wish = { ...kurta, originalPrice: 1299, shownColor: 'Indigo', variantId: 'v1' }
  toggleWished({ ...wish, ...{ selectedSize: 'M' } })
  expect($wishlist.get()).toEqual([wish])
})

test('with full storage the heart stays as it was, and the shopper is told', () => {
  $wishlist.listen(() => undefined)
  toggleWished(kurta)
  fillStorage('localStorage', 'sessionStorage')
  toggleWished(stole)
  expect($wishlist.get()).toEqual([kurta])
  expect(toastTexts()).toEqual(['Wishlist not saved / Free some browser storage and try again.'])
})

test('another tab shows its wishes here, without what is no product', () => {
  const stop = $wishlist.listen(() => undefined)
  const newValue = JSON.stringify([
    kurta,
    { ...stole, price: '450' },
    { ...stole, originalPrice: '900' },
    { ...stole, shownColor: 1 },
    null,
    'Stole',
  ])
  window.dispatchEvent(new StorageEvent('storage', { key: 'wishlist', newValue }))
  expect($wishlist.get()).toEqual([kurta])
  stop()
})
