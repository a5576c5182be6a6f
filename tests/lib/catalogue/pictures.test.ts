import { describe, expect, test } from 'vitest'

import { pictureSources } from '../../../src/lib/catalogue/pictures.ts'

const addressOf = (width: number) => `/w${width}.webp`

describe('the sources of a picture', () => {
  test('are its addresses in the widths of its place, the largest for browsers without a choice', () => {
    expect(pictureSources('https://api.shop.example/a.jpg', [320, 640], addressOf)).toEqual({
      src: '/w640.webp',
      srcset: '/w320.webp 320w, /w640.webp 640w',
    })
  })

  test('are one address where one width serves', () => {
    expect(pictureSources('https://api.shop.example/a.jpg', [160], addressOf)).toEqual({
      src: '/w160.webp',
      srcset: undefined,
    })
  })

  test('are its own address when it has no widths', () => {
    expect(pictureSources('data:image/png;base64,AA==', [320, 640], undefined)).toEqual({
      src: 'data:image/png;base64,AA==',
      srcset: undefined,
    })
  })
})
