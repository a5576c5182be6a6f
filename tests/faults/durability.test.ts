import { expect, test } from 'vitest'

import { runDurability } from '../kit/counts/durability.ts'

/** Short form of `npm run bench -- durability`, which kills and stops a hundred times. */
test(
  'nothing that was acknowledged is lost when the API is killed and stopped at random',
  { timeout: 120_000 },
  async () => {
    const { acknowledged, lost, reopened, rounds } = await runDurability({ kills: 1, stops: 1 })
    expect(acknowledged).toBeGreaterThan(0)
    expect({ lost, reopened }).toEqual({ lost: 0, reopened: rounds })
  },
)
