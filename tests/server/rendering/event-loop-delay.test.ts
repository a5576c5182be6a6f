import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { watchEventLoopDelay } from '../../../src/server/rendering/render-limit.ts'

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('a process whose event loop is late for seconds is overloaded until it has caught up', async () => {
  const isLate = watchEventLoopDelay()
  expect(isLate()).toBe(false)
  for (let times = 0; times < 4; times += 1) {
    block(1500)
    await nextIteration()
    // Timers run in the next iteration.
    await wait(1)
  }
  expect(isLate()).toBe(true)
  await expect.poll(isLate, { timeout: 5000 }).toBe(false)
})
