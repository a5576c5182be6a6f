import { parentPort, workerData } from 'node:worker_threads'

import { countSessions, shortestSession } from '../../tests/sessions/count-sessions.ts'
import { Shop } from '../../tests/sessions/shop.ts'
import type { Rule } from '../../tests/sessions/violations.ts'

const SHRINK_MS = 60_000
const { seed, count } = workerData as { seed: number; count: number }

/** Runs its share of the sessions, then shrinks each failing session to the shortest one that breaks the same rule. */
const shop = await Shop.open()
const counts = await countSessions(shop, seed, count, (done) => parentPort?.postMessage({ done }))
parentPort?.postMessage({ counts })
for (const [rule, first] of Object.entries(counts.firsts)) {
  const session = await shortestSession(shop, rule as Rule, first, SHRINK_MS)
  parentPort?.postMessage({ shortest: { rule, ...first, session } })
}
await shop.close()
