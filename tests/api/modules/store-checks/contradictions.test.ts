import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { builtInPolicy } from '../../../../src/components/policies/built-in.ts'
import { receivedStoreInfoSchema } from '@tanabana/contract/store-info.ts'
import { contradictionsOf } from '../../../../api/modules/store-checks/contradictions.ts'
import { readStoreFolder } from '../../../../cli/shop-folder/store-record.ts'
import type { StoreRecord } from '../../../../api/db/store-record.ts'

const FREE = { days: 7, fees: 'free' } as const
const CHARGED = { days: 7, fees: 'customer' } as const
const WEEK = { handlingDays: { min: 0, max: 2 }, transitDays: { min: 0, max: 5 } }

function check(record: Partial<StoreRecord>): string[] {
  return contradictionsOf({ storeName: 'Silk', categories: [], ...record }).map(
    ({ place, says }) => `${place}: ${says}`,
  )
}

it.each<[string, Partial<StoreRecord>, string]>([
  [
    'returns that are free and charged',
    { returnPolicy: FREE, policies: { return: '<p>Return shipping is at your own cost.</p>' } },
    'policies.return: "Return shipping is at your own cost." contradicts returnPolicy.fees, which is "free"',
  ],
  [
    'returns that are free and charged in the refund policy',
    { returnPolicy: FREE, policies: { refund: '<p>Return courier charges are deducted.</p>' } },
    'policies.refund: "Return courier charges are deducted." contradicts returnPolicy.fees, which is "free"',
  ],
  [
    'a highlight of free returns that the shopper pays',
    { returnPolicy: CHARGED, highlights: ['Free returns'] },
    'highlights: "Free returns" contradicts returnPolicy.fees, which is "customer"',
  ],
  [
    'a highlight of free returns for which the policy charges',
    { highlights: ['Easy free returns'], policies: { return: '<p>The customer must pay the courier.</p>' } },
    'highlights: "Easy free returns" contradicts the policy return: "The customer must pay the courier."',
  ],
  [
    'a highlight of free returns beside the built-in policy',
    { highlights: ['Free returns'] },
    'highlights: "Free returns" contradicts the built-in policy return, in which the shopper pays: set returnPolicy with "fees": "free"',
  ],
  [
    'days of the policy',
    { returnPolicy: FREE, policies: { return: '<p>We accept returns within 10-15 days of delivery.</p>' } },
    'policies.return: "We accept returns within 10-15 days of delivery." contradicts returnPolicy.days, which is 7',
  ],
  [
    'days of a highlight',
    { returnPolicy: FREE, highlights: ['15 days easy return'] },
    'highlights: "15 days easy return" contradicts returnPolicy.days, which is 7',
  ],
  [
    'days of the built-in policy',
    { returnPolicy: { days: 14, fees: 'free' } },
    'returnPolicy: "within 0-7 days of receipt" contradicts returnPolicy.days, which is 14',
  ],
  [
    'days of delivery',
    {
      shippingPolicy: WEEK,
      policies: { shipping: '<p>Metro cities: 2 to 4 days.</p><p>Rest of India: 4 to 9 days.</p>' },
    },
    'policies.shipping: "Rest of India: 4 to 9 days." contradicts shippingPolicy, which promises at most 7 days',
  ],
  [
    'days of the built-in delivery',
    { shippingPolicy: { ...WEEK, transitDays: { min: 1, max: 8 } } },
    'shippingPolicy: "0-7 working days" contradicts shippingPolicy, which promises at most 10 days',
  ],
  [
    'a highlight of free delivery for which the policy charges',
    { highlights: ['Free shipping'], policies: { shipping: '<p>Shipping costs ₹99 in India.</p>' } },
    'highlights: "Free shipping" contradicts the policy shipping: "Shipping costs ₹99 in India."',
  ],
])('names contradicting promises: %s', (_name, record, says) => {
  expect(check(record)).toEqual([says])
})

it.each<[string, Partial<StoreRecord>]>([
  ['no promises', {}],
  [
    'promises that agree',
    {
      returnPolicy: FREE,
      shippingPolicy: WEEK,
      highlights: ['Free shipping', 'Free returns for 7 days'],
      policies: {
        return:
          '<p>Returns are free within 0-7 days of receipt. The courier collects within 2 days; refunds take 5-10 working days.</p>',
        refund: '<p>Refunds are credited within 10 working days. You pay nothing.</p>',
        shipping:
          '<p>Orders leave within 2 days and arrive in 3-7 working days, bulk orders in 10-15 days.</p>',
      },
    },
  ],
  [
    'a price with a condition',
    { highlights: ['Free shipping above ₹999'], policies: { shipping: '<p>Shipping costs ₹99.</p>' } },
  ],
])('finds nothing in %s', (_name, record) => {
  expect(check(record)).toEqual([])
})

describe('the built-in policies', () => {
  const textOf = (slug: 'return' | 'shipping', language: 'en' | 'hi', record: object = {}) =>
    builtInPolicy(slug, language, receivedStoreInfoSchema.parse({ storeName: 'Silk', ...record }))

  it('name the days that the check expects of them', () => {
    expect(textOf('return', 'en')).toContain('within 0-7 days of receipt')
    expect(textOf('shipping', 'en')).toContain('0-7 working days')
  })

  it.each(['free', 'customer'] as const)('agree with a shop whose returns are "%s"', (fees) => {
    const record = { returnPolicy: { days: 7, fees } }
    expect(check({ ...record, policies: { return: textOf('return', 'en', record) } })).toEqual([])
    const other = {
      returnPolicy: { days: 7, fees: fees === 'free' ? ('customer' as const) : ('free' as const) },
    }
    expect(check({ ...other, policies: { return: textOf('return', 'en', record) } })).not.toEqual([])
  })
})

it.each(['tanabana', 'dhaaga'])('the demo shop %s keeps its promises', async (shop) => {
  const { record } = await readStoreFolder(join(import.meta.dirname, '../../../../demo', shop))
  expect(contradictionsOf(record)).toEqual([])
})
