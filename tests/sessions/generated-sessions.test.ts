import { randomInt } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSession } from './run-session.ts'
import { Shop } from './shop.ts'
import { sessions } from './steps.ts'

const SESSIONS = 60
const TIME_MS = 120_000

let shop: Shop

beforeAll(async () => {
  shop = await Shop.open()
})
afterAll(() => shop.close())

test.each([
  ['the same as ever', 29],
  ['new ones', randomInt(2 ** 30)],
])(
  'every order of generated shopping sessions is the one that its shopper saw: %s',
  { timeout: TIME_MS },
  async (_, seed) => {
    let [taken, withOrder] = [0, 0]
    const property = fc.asyncProperty(sessions, async (session) => {
      const { orders, violations } = await runSession(shop, session)
      taken += 1
      if (orders > 0) withOrder += 1
      expect(violations).toEqual([])
    })
    await fc.assert(property, { seed, numRuns: SESSIONS, interruptAfterTimeLimit: TIME_MS / 2 })
    expect(withOrder).toBeGreaterThan(0.4 * taken)
  },
)
