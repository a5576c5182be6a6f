// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import { isSaved, saveStored, readStored } from '../../../src/lib/platform/storage.ts'
import { fillStorage, limitStorage } from '../../kit/browser/full-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

test(
  'a cart takes the room of viewed products, of the grid and of the last action',
  { tags: ['@req-4.2'] },
  () => {
    localStorage.setItem('viewed', JSON.stringify([{ id: 'k1', name: 'Kurta', image: '/kurta.webp' }]))
    localStorage.setItem('grid', '2')
    localStorage.setItem('wishlist', '["w1"]')
    fillStorage('localStorage')
    expect(saveStored('cart', [1, 2, 3])).toBe(true)
    expect(Object.assign({}, localStorage)).toEqual({ cart: '[1,2,3]', wishlist: '["w1"]' })
  },
)

test('viewed products take no room from other values', () => {
  localStorage.setItem('cart', '[1]')
  localStorage.setItem('grid', '2')
  fillStorage('localStorage')
  expect(saveStored('viewed', ['k1', 'k2'])).toBe(false)
  expect(Object.assign({}, localStorage)).toEqual({ cart: '[1]', grid: '2' })
})

test('a cart for which there is no room lasts as long as the tab', () => {
  localStorage.setItem('cart', '[1]')
  fillStorage('localStorage')
  expect(saveStored('cart', [1, 2])).toBe(true)
  expect([readStored('cart'), localStorage.getItem('cart')]).toEqual(['[1,2]', '[1]'])
})

test(
  'without room in either storage a value lasts as long as the page, and the write returns false',
  { tags: ['@req-4.2'] },
  () => {
    localStorage.setItem('cart', '[1]')
    fillStorage('localStorage', 'sessionStorage')
    expect(saveStored('cart', [1, 2])).toBe(false)
    expect([readStored('cart'), isSaved('cart')]).toEqual(['[1,2]', false])
  },
)

test('a wishlist is saved for later visits or not at all', () => {
  fillStorage('localStorage')
  expect(saveStored('wishlist', ['w1'])).toBe(false)
  expect(Object.assign({}, sessionStorage)).toEqual({})
})

test('a later value of another tab takes precedence', () => {
  localStorage.setItem('cart', '[1]')
  fillStorage('localStorage')
  saveStored('cart', [1, 2])
  localStorage.setItem('cart', '[]')
  expect(readStored('cart')).toBe('[]')
  localStorage.setItem('cart', '[1]')
  expect(readStored('cart')).toBe('[1]')
})

test('an emptied cart stays empty where storage takes nothing at all', () => {
  localStorage.setItem('cart', '[1]')
  for (const place of ['localStorage', 'sessionStorage'] as const) limitStorage(place, () => false)
  saveStored('cart', [])
  expect([readStored('cart'), localStorage.getItem('cart')]).toEqual(['[]', null])
})

test('without storage a value lasts as long as the page', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  expect(saveStored('cart', [1])).toBe(false)
  expect(readStored('cart')).toBe('[1]')
  saveStored('cart', undefined)
  expect(readStored('cart')).toBeNull()
})
