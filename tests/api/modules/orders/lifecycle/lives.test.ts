import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { ACTORS, PAYMENT_STATES, REFUND_STATES, RETURN_STATES } from '../../../../../api/db/order-states.ts'
import {
  PAYMENT_TRANSITIONS,
  REFUND_TRANSITIONS,
} from '../../../../../api/modules/orders/lifecycle/money-rules.ts'
import {
  allows,
  ALL_ORDERS,
  decide,
  isOpen,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  STATUS_OF,
  toOrder,
  toStored,
  type Order,
} from '../../../../../api/modules/orders/lifecycle/order-rules.ts'
import { RETURN_TRANSITIONS } from '../../../../../api/modules/orders/lifecycle/return-rules.ts'
import type { Transition } from '../../../../../api/modules/orders/lifecycle/transition.ts'
import { attempt, ORDER_CHANGES, place, violations } from './life.ts'

/** All 100,000: `LIVES=100000 npx vitest run --project api tests/api/modules/orders/lifecycle`. */
const LIVES = Number(process.env.LIVES ?? 2000)

const STATUS_STEPS = ['0 → 1', '0 → 4', '1 → 2', '1 → 4', '2 → 3', '2 → 4']

const KINDS = [
  ...Array.from({ length: 4 }, () => 'next step' as const),
  ...Array.from({ length: 3 }, () => 'money' as const),
  'order',
  'start payment',
  'settle mismatch',
  'decline',
  'refund due',
  'refund',
  'ask return',
  'return',
  'sell elsewhere',
] as const
const RETURN_CHANGES = Object.keys(RETURN_TRANSITIONS) as (keyof typeof RETURN_TRANSITIONS)[]

const someAttempt = fc.record({
  kind: fc.constantFrom(...KINDS),
  by: fc.constantFrom(...ACTORS),
  which: fc.nat(40),
  change: fc.constantFrom(...ORDER_CHANGES),
  refund: fc.constantFrom('take', 'confirm', 'fail'),
  return: fc.constantFrom(...RETURN_CHANGES),
  allowsUnpaid: fc.boolean(),
  amount: fc.constantFrom('total', 'other'),
})
// Without the bias to small values, so that lives go on to their end.
const attempts = fc.noBias(fc.array(someAttempt, { minLength: 5, maxLength: 40, size: 'max' }))

describe('generated lives of orders', () => {
  test('lose no money and no piece, and every change has its event', () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.nat(3), attempts, (pieces, more, tried) => {
        let life = place(pieces, pieces + more)
        for (const one of tried) {
          const after = attempt(life, one)
          if (!after) continue
          const [from, to] = [life, after].map(({ order }) => STATUS_OF[order.state])
          if (from !== to) expect(STATUS_STEPS).toContain(`${from} → ${to}`)
          if (one.kind !== 'sell elsewhere' && !(one.kind === 'refund' && one.refund === 'take')) {
            expect(after.events.length).toBeGreaterThan(life.events.length)
          }
          expect(violations(after)).toEqual([])
          life = after
          reached.add(after.order.state)
        }
      }),
      { numRuns: LIVES },
    )
    expect([...reached].toSorted()).toEqual([...ORDER_STATES].toSorted())
  })
})

describe('every state', () => {
  test('of an order is stored and read back', () => {
    for (const order of ALL_ORDERS) {
      const isPaid = 'terms' in order && order.terms === 'paid'
      const row = {
        ...toStored(order.state),
        paidAt: isPaid ? new Date() : null,
        cashOnDelivery: 'terms' in order && order.terms === 'on delivery',
        piecesReleasedAt: 'pieces' in order && order.pieces === 'released' ? new Date() : null,
      }
      expect(toOrder(row)).toEqual(order)
    }
  })

  test('of an open order leads to its end', () => {
    const isReached = (order: Order) => !isOpen(order)
    for (const order of ALL_ORDERS) {
      let found = [order]
      for (let steps = 0; steps < 4 && !found.some(isReached); steps += 1) found = found.flatMap(following)
      expect(found.some(isReached), JSON.stringify(order)).toBe(true)
    }
  })

  test('of a payment, a refund and a return leads to its end', () => {
    const ends = (transitions: Record<string, Transition<string>>, states: readonly string[]) =>
      states.filter((state) => Object.values(transitions).every(({ moves }) => moves[state] === undefined))
    expect(ends(PAYMENT_TRANSITIONS, PAYMENT_STATES)).toEqual(['refunded'])
    expect(ends(REFUND_TRANSITIONS, REFUND_STATES)).toEqual(['made', 'failed'])
    expect(ends(RETURN_TRANSITIONS, RETURN_STATES)).toEqual(['refunded', 'refused', 'withdrawn'])
  })

  test('refuses a change by the wrong hand', () => {
    for (const order of ALL_ORDERS) {
      for (const change of ORDER_CHANGES) {
        const { by } = ORDER_TRANSITIONS[change]
        for (const actor of ACTORS.filter((one) => !by.some((allowed) => allowed === one))) {
          expect('refusal' in decide(order, change, actor, { allowsUnpaid: true })).toBe(true)
        }
      }
    }
  })
})

function following(order: Order): Order[] {
  return ORDER_CHANGES.filter((change) => allows(order, change)).flatMap((change) =>
    ACTORS.flatMap((actor) => {
      const decision = decide(order, change, actor, { allowsUnpaid: true })
      return 'order' in decision && decision.order.state !== order.state ? [decision.order] : []
    }),
  )
}
