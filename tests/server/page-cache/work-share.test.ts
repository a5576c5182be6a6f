import { expect, test } from 'vitest'

import { createWorkShare, shareOfNext } from '../../../src/server/page-cache/work-share.ts'

/** A process whose working and waiting time pass by hand, in seconds; it took five to start. */
function processByHand() {
  let [active, idle] = [5, 0]
  const share = createWorkShare(
    (since) => {
      const [worked, waited] = [active - (since?.active ?? 0), idle - (since?.idle ?? 0)]
      return { active: worked, idle: waited, utilization: worked / (worked + waited || 1) }
    },
    () => (active + idle) * 1000,
  )
  return {
    share,
    work: (seconds: number) => {
      active += seconds
    },
    wait: (seconds: number) => {
      idle += seconds
    },
  }
}

test('is the share of the time since the last reading, the start apart', () => {
  const { share, work, wait } = processByHand()
  expect(share()).toBe(0)
  work(3)
  wait(1)
  expect(share()).toBe(0.75)
  wait(2)
  expect(share()).toBe(0)
})

test('counts nothing that is shorter than a second', () => {
  const { share, work, wait } = processByHand()
  share()
  work(0.75)
  expect(share()).toBe(0)
  wait(0.25)
  expect(share()).toBe(0.75)
  wait(0.75)
  expect(share()).toBe(0.75)
})

test('of the next moment is all for who works through it, and hardly any for who waits', async () => {
  const worked = shareOfNext(20)
  const begun = performance.now()
  while (performance.now() - begun < 100);
  expect(await worked).toBeGreaterThan(0.9)
  expect(await shareOfNext(100)).toBeLessThan(0.5)
})
