// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'

import { saveForLater } from '../../../src/lib/cart/save-for-later.ts'
import { $wishlist } from '../../../src/lib/wishlist/wishlist.ts'
import { fillStorage } from '../../kit/browser/full-storage.ts'
import { closeIslandPage, toastTexts } from '../../kit/browser/island.ts'

const kurta = { id: 'k1', name: 'Kurta', image: '', price: 999.5 }
const stole = { id: 's1', name: 'Stole', image: '', price: 450 }
const line = { ...kurta, quantity: 2, selectedColor: 'Indigo', variantId: 'a-long-id-of-a-variant' }

afterEach(() => {
  $wishlist.set([])
  closeIslandPage()
})

test('a line replaces the wish of its product, and undoing restores that wish', () => {
  $wishlist.set([stole, kurta])
  const saved = saveForLater(line)
  expect($wishlist.get()).toMatchObject([{ id: 'k1', shownColor: 'Indigo' }, { id: 's1' }])
  saved?.undo()
  expect($wishlist.get()).toEqual([kurta, stole])
  expect(toastTexts()).toEqual([])
})

test('with full storage the earlier wish stays, with one toast', () => {
  const stop = $wishlist.listen(() => undefined)
  $wishlist.set([kurta])
  fillStorage('localStorage', 'sessionStorage')
  expect(saveForLater(line)).toBeUndefined()
  expect($wishlist.get()).toEqual([kurta])
  expect(toastTexts()).toEqual(['Wishlist not saved / Free some browser storage and try again.'])
  stop()
})
