import { describe, expect, it } from 'vitest'

import { formatOrderNumber, newOrderNumber, parseOrderNumber, randomId } from '../../api/ids.ts'

describe('ids', () => {
  it('have 26 letters and digits and never repeat', () => {
    const ids = new Set(Array.from({ length: 1000 }, randomId))
    expect(ids.size).toBe(1000)
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{26}$/)
  })

  it('of orders are shown in three groups of four', () => {
    expect(formatOrderNumber('7K3M9Q2XV0AB')).toBe('7K3M-9Q2X-V0AB')
    expect(formatOrderNumber(newOrderNumber())).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  })

  it.each([
    ['7K3M-9Q2X-V0AB', '7K3M9Q2XV0AB'],
    ['7k3m9q2xv0ab', '7K3M9Q2XV0AB'],
    [' 7K3M 9Q2X V0AB ', '7K3M9Q2XV0AB'],
    ['7K3M-9Q2X-VOAB', '7K3M9Q2XV0AB'],
    ['IK3M-9Q2X-VLAB', '1K3M9Q2XV1AB'],
    ['7K3M-9Q2X-V0A', undefined],
    ['7K3M-9Q2X-V0AU', undefined],
    ['', undefined],
    ['7'.repeat(10_000), undefined],
  ])('of orders are read as people type them: %s', (typed, expected) => {
    expect(parseOrderNumber(typed)).toBe(expected)
  })
})
