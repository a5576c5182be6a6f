import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openMirroredStore, operations } from './fuzz/mirrored-store.ts'

/** SECURITY.md#cross-tenant-rows */
const OPERATIONS = 500

let store: Awaited<ReturnType<typeof openMirroredStore>>

beforeAll(async () => {
  store = await openMirroredStore()
}, 60_000)

afterAll(() => store.close())

it(
  'shows nothing of one shop in another, nor of one person to another, though both have the same ids',
  { tags: ['@fault-3'], timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (operation) => {
        expect(await store.attempt(operation)).toBeUndefined()
      }),
      { numRuns: OPERATIONS, seed: 20_261_121 },
    )
    expect(await store.foreignRows()).toBe(0)
  },
)
