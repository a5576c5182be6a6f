import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openFuzzedStore } from './fuzz/fuzzed-store.ts'
import { fuzzedCalls } from './fuzz/requests.ts'

const REQUESTS = 600
const SEED = 20_261_121

let store: Awaited<ReturnType<typeof openFuzzedStore>>

beforeAll(async () => {
  store = await openFuzzedStore()
}, 60_000)

afterAll(() => store.close())

it(
  'responds to 600 generated calls as documented, to a failure with a sentence, and never with 5xx',
  { tags: ['@fault-2'], timeout: 60_000 },
  async () => {
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(fuzzedCalls(store.known), async (call) => {
        const { status, problem } = await store.attempt(call)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect(problem).toBeUndefined()
      }),
      { numRuns: REQUESTS, seed: SEED, verbose: fc.VerbosityLevel.Verbose },
    )
    // The generator reaches what it is meant to reach.
    for (const status of [200, 201, 400, 401, 404, 405, 413, 415, 422]) {
      expect([status, statuses.get(status)]).toEqual([status, expect.any(Number)])
    }
  },
)
