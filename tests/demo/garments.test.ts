import { expect, test } from 'vitest'

import * as dhaaga from '../../demo/dhaaga/catalogue.ts'
import * as tanabana from '../../demo/tanabana/catalogue.ts'

test('no garment in several colours is described by one of them', () => {
  const named = [...tanabana.garments, ...dhaaga.garments].flatMap(({ key, title, description, colors }) => {
    const words = colors.filter((color) => new RegExp(`\\b${color}\\b`, 'i').test(`${title} ${description}`))
    return words.length > 0 && words.length < colors.length ? [`${key}: ${words.join(', ')}`] : []
  })
  expect(named).toEqual([])
})
