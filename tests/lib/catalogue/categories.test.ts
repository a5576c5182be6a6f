import { describe, expect, test } from 'vitest'

import {
  allCategories,
  categoryImage,
  categoryLabel,
  categoryUrl,
  headerCategories,
  homeCategories,
  menuCategories,
} from '../../../src/lib/catalogue/categories.ts'

const store = (...categories: string[]) => ({ categories })

describe('which categories are shown', () => {
  test('the header shows the first 3 of the store', () => {
    expect(headerCategories(store('A', 'B', 'C', 'D'))).toEqual(['A', 'B', 'C'])
  })

  test('the header shows men, women, accessories of a store without categories', () => {
    expect(headerCategories(store())).toEqual(['men', 'women', 'accessories'])
  })

  test('the listing leads to all of them', () => {
    expect(allCategories(store('A', 'B', 'C', 'D'))).toEqual(['A', 'B', 'C', 'D'])
  })

  test("the menu has sub-categories of the header's categories", { tags: ['@req-11.4'] }, () => {
    const many = Array.from({ length: 20 }, (_, index) => `Kind ${index}`)
    const subCategories = { A: ['Silk', 'Cotton'], B: many, C: 'odd', D: ['Linen'] }
    const listed = { ...store('A', 'B', 'C', 'D'), subCategories }
    expect(menuCategories({ ...listed, capabilities: ['sub-categories'] })).toEqual([
      { name: 'A', subCategories: ['Silk', 'Cotton'] },
      { name: 'B', subCategories: many.slice(0, 8) },
      { name: 'C', subCategories: [] },
      { name: 'D', subCategories: [] },
    ])
    expect(menuCategories({ ...listed, capabilities: [] }).flatMap((one) => one.subCategories)).toEqual([])
  })

  test('home shows at most 3 tiles', () => {
    expect(homeCategories(store('A', 'B', 'C', 'D'))).toEqual(['A', 'B', 'C'])
    expect(homeCategories(store('A'))).toEqual(['A'])
  })

  test(
    'home shows T-Shirts and Tops of a store without categories',
    { tags: ['@req-9.4', '@req-10.15'] },
    () => {
      expect(homeCategories(store())).toEqual(['T-Shirts', 'Tops'])
    },
  )

  test(
    'header, listing and home show the one category Accessories when store info failed',
    { tags: ['@req-8.2', '@req-9.4', '@req-10.24'] },
    () => {
      for (const categoriesOf of [headerCategories, allCategories, homeCategories]) {
        expect(categoriesOf(undefined)).toEqual(['Accessories'])
      }
    },
  )
})

test.each([
  ['Men', '/products?category=men'],
  ['T-Shirts & Tops', '/products?category=t-shirts%20%26%20tops'],
  ['Été', '/products?category=%C3%A9t%C3%A9'],
])('the link of %s is lower-cased and URL-encoded', { tags: ['@asvs-1.2.2'] }, (name, url) => {
  expect(categoryUrl(name)).toBe(url)
})

test('a default name is capitalised on screen', () => {
  expect(categoryLabel('accessories')).toBe('Accessories')
})

describe('the tile image', () => {
  const base = 'http://api.shop.example/api/v1'
  const images = { categoryImages: { Men: '/media/men.webp', default: 'https://cdn.example/d.jpg' } }

  test.each([
    ['Men', 'http://api.shop.example/media/men.webp'],
    ['MEN', 'http://api.shop.example/media/men.webp'],
    ['Women', 'https://cdn.example/d.jpg'],
  ])('of %s is %s', (name, url) => {
    expect(categoryImage(images, name, base)).toBe(url)
  })

  test('is the default when its own address is no picture address', () => {
    const odd = { categoryImages: { Men: 'javascript:alert(1)', default: '/d.jpg' } }
    expect(categoryImage(odd, 'Men', base)).toBe('http://api.shop.example/d.jpg')
  })

  test.each([undefined, { categoryImages: {} }])('is empty without any', (none) => {
    expect(categoryImage(none, 'Men', base)).toBe('')
  })
})
