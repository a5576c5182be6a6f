import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { OfferRefusal } from '@tanabana/contract/quote.ts'
import * as rule from '../../../../api/modules/offers/apply-offers.ts'
import type { Offer, OfferLine, OfferRows } from '../../../../api/modules/offers/apply-offers.ts'
import { normalizeOfferCode } from '../../../../api/modules/offers/offer-code.ts'

const NOW = new Date('2026-11-26T10:00:00Z')

function offer(changes: Partial<Offer> = {}): Offer {
  return {
    id: 'FESTIVE',
    code: 'FESTIVE10',
    label: 'Festive offer',
    kind: 'percent',
    value: 10,
    category: null,
    minimum: null,
    firstOrderOnly: false,
    perCustomer: null,
    maxUses: null,
    startsAt: null,
    endsAt: null,
    stoppedAt: null,
    createdAt: new Date('2026-11-01T00:00:00Z'),
    ...changes,
  }
}

const line = (value: number, category = 'Kurtas'): OfferLine => ({
  category,
  parentCategory: 'Ethnic',
  value,
})
interface Context extends Partial<Omit<OfferRows, 'offers'>> {
  code?: string | undefined
}

const context = (changes: Context = {}) => ({ code: 'FESTIVE10', ...changes })

function applyOffers(lines: readonly OfferLine[], offers: Offer[], { code, ...rows }: Context) {
  return rule.applyOffers(lines, { ...rule.NO_OFFERS, ...rows, offers }, code, NOW)
}

it.each([
  ['10 percent', {}, [line(149_900), line(50_000)], 19_990, [14_990, 5_000]],
  ['a percentage rounded down to whole paise', { value: 33 }, [line(1_001)], 330, [330]],
  ['an amount', { kind: 'amount', value: 20_000 }, [line(149_900), line(50_100)], 20_000, [14_990, 5_010]],
  ['one category', { category: 'Sarees' }, [line(100_000), line(30_000, 'Sarees')], 3_000, [0, 3_000]],
  ['a parent category', { category: 'Ethnic' }, [line(100_000)], 10_000, [10_000]],
  [
    'an amount above the value',
    { kind: 'amount', value: 90_000, category: 'Sarees' },
    [line(500), line(30_000, 'Sarees')],
    30_000,
    [0, 30_000],
  ],
  ['all but the smallest payment', { kind: 'amount', value: 90_000 }, [line(30_000)], 29_900, [29_900]],
  [
    'what rounding leaves, to the largest remainders',
    { kind: 'amount', value: 100 },
    [line(100), line(100), line(400)],
    100,
    [17, 17, 66],
  ],
] as const)('an offer reduces %s', (_, changes, lines, amount, shares) => {
  const { discount, refusal } = applyOffers(lines, [offer(changes)], context())
  expect(refusal).toBeUndefined()
  expect(discount).toMatchObject({ amount, shares })
})

const later = new Date('2026-11-27T00:00:00Z')
const refusals: [OfferRefusal, Partial<Offer>, Context, OfferLine[]?][] = [
  ['unknown', {}, { code: 'OTHER' }],
  ['not-started', { startsAt: later }, {}],
  ['ended', { endsAt: NOW }, {}],
  ['ended', { stoppedAt: NOW }, {}],
  ['used-up', { maxUses: 3 }, { uses: new Map([['FESTIVE', { all: 3, own: 0 }]]) }],
  ['first-order', { firstOrderOnly: true }, { hasOrdered: true }],
  ['per-customer', { perCustomer: 1 }, { uses: new Map([['FESTIVE', { all: 3, own: 1 }]]) }],
  ['category', { category: 'Sarees' }, {}],
  ['minimum', { minimum: 200_000 }, {}],
  ['other', { value: 1 }, {}, [line(99)]],
]
it.each(refusals)('a code gives no discount: %s', (reason, changes, changed, lines = [line(150_000)]) => {
  const { discount, refusal } = applyOffers(lines, [offer(changes)], context(changed))
  expect(discount).toBeUndefined()
  expect(refusal).toEqual({ reason, ...(reason === 'minimum' && { minimum: 200_000 }) })
})

it('one offer is used: that of the code, else the automatic one that reduces most', () => {
  const automatic = [
    offer({ id: 'SMALL', code: null, value: 5 }),
    offer({ id: 'LARGE', code: null, kind: 'amount', value: 30_000 }),
    offer({ id: 'LATER', code: null, value: 50, startsAt: later }),
  ]
  const all = [offer(), ...automatic]
  expect(applyOffers([line(100_000)], all, context()).discount?.offer.id).toBe('FESTIVE')
  expect(applyOffers([line(100_000)], all, context({ code: undefined })).discount?.offer.id).toBe('LARGE')
  expect(applyOffers([line(100_000)], all, context({ code: 'OTHER' }))).toMatchObject({
    discount: { amount: 30_000 },
    refusal: { reason: 'unknown' },
  })
})

it('the code of a stopped offer can be given to another', () => {
  const stopped = offer({ id: 'OLD', stoppedAt: NOW, value: 50 })
  expect(applyOffers([line(1_000)], [stopped, offer()], context()).discount?.offer.id).toBe('FESTIVE')
})

it('shares are whole paise within each line, and their sum is the discount within the order', () => {
  const lines = fc.array(
    fc.record({
      category: fc.constantFrom('Kurtas', 'Sarees'),
      parentCategory: fc.constant('Ethnic'),
      value: fc.integer({ min: 1, max: 10_000_000_000 }),
    }),
    { minLength: 1, maxLength: 50 },
  )
  const terms = fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 10_000_000_000 }) }),
  )
  fc.assert(
    fc.property(lines, terms, fc.constantFrom(null, 'Sarees'), (all, changes, category) => {
      const { discount } = applyOffers(all, [offer({ ...changes, category })], context())
      if (!discount) return
      const { amount, shares } = discount
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(all.reduce((sum, { value }) => sum + value, 0) - amount).toBeGreaterThanOrEqual(100)
      for (const [index, { value, category: own }] of all.entries()) {
        const share = shares[index] ?? -1
        expect(share >= 0 && share <= (category === null || own === category ? value : 0)).toBe(true)
      }
    }),
  )
})

it('a code is compared in capitals, with any digits and without spaces', () => {
  expect(normalizeOfferCode(' festive 10')).toBe('FESTIVE10')
  expect(normalizeOfferCode('Festive१०')).toBe('FESTIVE10')
  expect(normalizeOfferCode(' ')).toBeUndefined()
})
