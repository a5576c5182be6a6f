import { expect, it } from 'vitest'

import { runLives } from '../kit/counts/lives.ts'

/** Short form of `npm run bench -- lives`. */
it('orders keep their money, pieces and events through their whole lives, although the API is killed', async () => {
  const { faults, lives, orders } = await runLives({ count: 20, kills: 1 })
  expect(faults).toEqual([])
  expect(orders).toBe(lives)
}, 240_000)
