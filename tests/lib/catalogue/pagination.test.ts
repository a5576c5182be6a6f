import { describe, expect, test } from 'vitest'

import { paginationItems, shownRange } from '../../../src/lib/catalogue/pagination.ts'

describe('pagination', () => {
  test.each([
    [1, 0, ''],
    [1, 1, ''],
    [5, 1, ''],
    [1, 2, '1 2'],
    [1, 3, '1 2 3'],
    [1, 4, '1 2 3 4'],
    [1, 5, '1 2 3 gap 5'],
    [2, 5, '1 2 3 4 5'],
    [3, 5, '1 2 3 4 5'],
    [4, 10, '1 2 3 4 5 6 gap 10'],
    [5, 10, '1 gap 3 4 5 6 7 gap 10'],
    [6, 20, '1 gap 4 5 6 7 8 gap 20'],
    [7, 10, '1 gap 5 6 7 8 9 10'],
    [10, 10, '1 gap 8 9 10'],
    [99, 10, '1 gap 8 9 10'],
    [0, 10, '1 2 3 gap 10'],
  ])('page %i of %i is %s', { tags: ['@req-9.3'] }, (current, total, items) => {
    expect(paginationItems(current, total).join(' ')).toBe(items)
  })
})

describe('the range', () => {
  test.each([
    [1, 72, 1, 12],
    [6, 72, 61, 72],
    [3, 30, 25, 30],
    [1, 1, 1, 1],
  ])('of page %i of %i items is %i to %i', { tags: ['@req-9.2'] }, (currentPage, totalItems, first, last) => {
    expect(shownRange({ currentPage, totalItems, pageSize: 12 })).toEqual({ first, last, total: totalItems })
  })

  test('there is none beyond the end', () => {
    expect(shownRange({ currentPage: 7, totalItems: 72, pageSize: 12 })).toBeUndefined()
    expect(shownRange({ currentPage: 1, totalItems: 0, pageSize: 12 })).toBeUndefined()
  })
})
