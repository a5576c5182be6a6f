import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSession } from './run-session.ts'
import { Shop } from './shop.ts'
import { sessions } from './steps.ts'

/** The same sessions in each run of a seed. */
const SESSIONS = 50
/** A crowded machine is slow; a failure is shortened within it, too. */
const TIME_MS = 240_000

let shop: Shop

beforeAll(async () => {
  shop = await Shop.open()
}, TIME_MS)
afterAll(() => shop.close())

test.each([29, 245928020])(
  'every order of generated shopping sessions is the one that its shopper saw: seed %i',
  { tags: ['@decision-1.20', '@fault-5'], timeout: TIME_MS },
  async (seed) => {
    let [taken, withOrder] = [0, 0]
    const property = fc.asyncProperty(sessions, async (session) => {
      const { orders, violations } = await runSession(shop, session)
      taken += 1
      if (orders > 0) withOrder += 1
      expect(violations).toEqual([])
    })
    await fc.assert(property, { seed, numRuns: SESSIONS })
    expect(withOrder).toBeGreaterThan(0.4 * taken)
  },
)
