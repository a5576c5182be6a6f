import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  addLine,
  itemCount,
  parseCart,
  removeProduct,
  setQuantity,
  type CartLine,
} from '../../../src/lib/cart/cart.ts'
import { clampQuantity } from '../../../src/lib/cart/quantity.ts'
import { sumOfLines } from '../../../src/lib/catalogue/money.ts'

const kurta: CartLine = {
  id: 'k1',
  name: 'Indigo Kurta',
  image: '',
  price: 1499.5,
  quantity: 1,
  selectedSize: 'M',
  selectedColor: 'Indigo',
}

describe('Cart: adding', () => {
  test('merges lines with the same id, size and colour', { tags: ['@req-4.2'] }, () => {
    expect(addLine([kurta], { ...kurta, quantity: 2 })).toEqual([{ ...kurta, quantity: 3 }])
  })

  test.each([
    ['size', { selectedSize: 'L' }],
    ['colour', { selectedColor: 'Madder' }],
    ['product', { id: 'k2' }],
  ])('appends a line that differs in %s', { tags: ['@req-3.3'] }, (_, difference) => {
    expect(addLine([kurta], { ...kurta, ...difference })).toHaveLength(2)
  })

  test('leaves the given lines alone', () => {
    const lines = [kurta]
    addLine(lines, kurta)
    expect(lines).toEqual([kurta])
  })

  test('stops at 99 of one line', () => {
    expect(addLine([{ ...kurta, quantity: 98 }], { ...kurta, quantity: 5 })[0]?.quantity).toBe(99)
  })
})

describe('Cart: changing', () => {
  test('removes every line of the product, whatever its size and colour', { tags: ['@req-10.9'] }, () => {
    const lines = [kurta, { ...kurta, selectedSize: 'L' }, { ...kurta, id: 'other' }]
    expect(removeProduct(lines, 'k1')).toEqual([{ ...kurta, id: 'other' }])
  })

  test('changes the quantity of the one line', () => {
    const large = { ...kurta, selectedSize: 'L' }
    expect(setQuantity([kurta, large], large, 4)).toEqual([kurta, { ...large, quantity: 4 }])
  })

  test.each([0, -1, Number.NaN])('ignores the quantity %s silently', { tags: ['@req-4.2'] }, (quantity) => {
    expect(setQuantity([kurta], kurta, quantity)).toEqual([kurta])
  })
})

describe('Cart line: totals', () => {
  test('sums price times quantity exactly', { tags: ['@req-3.3'] }, () => {
    const lines = [
      { ...kurta, price: 0.1, quantity: 3 },
      { ...kurta, id: 'b', price: 19.99, quantity: 7 },
    ]
    expect(sumOfLines(lines)).toBe(140.23)
  })

  test('counts quantities, not lines', { tags: ['@req-3.3'] }, () => {
    expect(
      itemCount([
        { ...kurta, quantity: 2 },
        { ...kurta, id: 'b', quantity: 5 },
      ]),
    ).toBe(7)
  })
})

describe('a stored cart', () => {
  test.each(['', 'null', '{"not":"a list"}', '[[[', '"text"', '42'])(
    '%s is an empty cart',
    { tags: ['@asvs-1.5.2', '@req-4.2'] },
    (stored) => {
      expect(parseCart(stored)).toEqual([])
    },
  )

  test('drops bad lines and keeps the good ones', { tags: ['@req-4.2'] }, () => {
    const stored = [
      null,
      kurta,
      { ...kurta, id: 7 },
      { ...kurta, price: -1 },
      { ...kurta, price: null },
      { ...kurta, quantity: 0 },
      { ...kurta, quantity: 1.5 },
      { ...kurta, quantity: 1e9 },
      { ...kurta, selectedSize: {} },
      { id: 'b', name: 'Stole', image: '', price: 300, quantity: 1 },
    ]
    expect(parseCart(JSON.stringify(stored)).map((line) => line.id)).toEqual(['k1', 'b'])
  })

  test("keeps none of a stranger's keys", { tags: ['@req-4.2'] }, () => {
    const stored = `[{"id":"a","name":"A","image":"","price":1,"quantity":1,"__proto__":{"x":1},"y":2}]`
    expect(Object.keys(parseCart(stored)[0] ?? {})).not.toContain('y')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('joins lines that are the same', { tags: ['@req-3.3'] }, () => {
    expect(parseCart(JSON.stringify([kurta, kurta]))).toEqual([{ ...kurta, quantity: 2 }])
  })
})

test('a picture from nowhere but the web or this site stays', { tags: ['@req-4.2'] }, () => {
  const pictures = [
    'https://cdn.example/a.webp',
    '/media/a.webp',
    'javascript:alert(1)',
    '//evil.example/a',
    'data:,x',
  ]
  const stored = pictures.map((image, index) => ({ ...kurta, id: String(index), image }))
  expect(parseCart(JSON.stringify(stored)).map(({ image }) => image)).toEqual([
    'https://cdn.example/a.webp',
    '/media/a.webp',
    '',
    '',
    '',
  ])
})

test('no stored document throws, and each gives a cart with exact money', { tags: ['@req-3.3'] }, () => {
  const line = fc.record(
    {
      id: fc.oneof(fc.string(), fc.integer()),
      name: fc.oneof(fc.string(), fc.constant(null)),
      image: fc.oneof(fc.string(), fc.webUrl()),
      price: fc.oneof(
        fc.integer({ min: 0, max: 9_999_999 }).map((paise) => paise / 100),
        fc.double(),
        fc.string(),
      ),
      quantity: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.double(), fc.integer()),
      selectedSize: fc.oneof(fc.string(), fc.constant(undefined), fc.constant(null), fc.integer()),
    },
    { requiredKeys: [] },
  )
  const document = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(fc.oneof(line, fc.anything())).map((lines) => JSON.stringify(lines)),
  )
  fc.assert(
    fc.property(document, (stored) => {
      const lines = parseCart(stored)
      const paise = lines.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
      expect(sumOfLines(lines)).toBe(paise / 100)
      expect(sumOfLines(lines)).toBeGreaterThanOrEqual(0)
      expect(sumOfLines(lines)).toBeLessThan(Infinity)
      expect(parseCart(JSON.stringify(lines))).toEqual(lines)
      for (const { quantity } of lines) expect(quantity >= 1 && quantity <= 99).toBe(true)
    }),
    { numRuns: 500 },
  )
  expect(Object.keys(Object.prototype)).toEqual([])
})

test.each([
  [0, 1],
  [-3, 1],
  [Number.NaN, 1],
  [2.9, 2],
  [1000, 99],
])('quantity %s becomes %s', { tags: ['@req-4.2'] }, (quantity, clamped) => {
  expect(clampQuantity(quantity)).toBe(clamped)
})

test('a document larger than any cart is an empty cart', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => ({ ...kurta, id: `p${index}` }))
  expect(parseCart(JSON.stringify(lines))).toEqual([])
  expect(parseCart(JSON.stringify(lines.slice(0, 1000)))).toHaveLength(1000)
})
